// What the readers hold, measured in a process of its own. On the readers before these rules, most of the
// figures were beyond their bounds: from 10 to 200 MB.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

let figures: Readonly<Record<string, number>> & { readonly problemOfLongText: string };

beforeAll(async () => {
	const script = path.join(__dirname, 'memory.mts');
	const { stdout } = await run(process.execPath, ['--expose-gc', '--import', 'tsx', script]);
	figures = JSON.parse(stdout) as typeof figures;
}, 120_000);

test.each([
	['a page of 10,000 products, once its value was dropped', 'afterPage', 2],
	['pages with eight selections of fields', 'afterSelections', 4],
	['10,000 responses, each with other fields: no growth after the first 3,000', 'overResponses', 3],
	['names of a million characters', 'byLongNames', 3],
	['fields of a single record behind a million blanks each', 'byLongBlanks', 2],
	['a row with 200,000 fields, and one with a field a million times', 'byManyFields', 6],
	['20 responses with 2,500 fields of their own, each with another filter', 'byFilters', 15],
	['a response that ends after a long text of a row', 'byCutRow', 2],
	['one CDATA section that was kept of a page of 20 MB', 'byOneText', 2],
	['fields with long tags that are not selected', 'byLongTags', 4],
	['60 records with a huge attribute each', 'byHugeTags', 3],
	['60 records with a huge namespace each', 'byHugeNamespaces', 3],
	['fields of lists in lists', 'byNestedLists', 4],
	['rows that declare a namespace each', 'byScopes', 4],
	['a million pieces of one byte', 'bySmallPieces', 3],
] as const)('%s', (_, name, megabytes) => {
	expect(figures[name]).toBeLessThan(megabytes);
});

test('a text that no JavaScript string can hold is refused, not thrown', () => {
	expect(figures.problemOfLongText).toContain('larger than 100,000,000 bytes');
});

test('texts with references are as small as others', () => {
	expect(figures.textsWithReferences).toBeLessThan(figures.otherTexts * 1.1);
});

test('undocumented fields and many sets of fields leave rows small', () => {
	expect(figures.rowGrown).toBeLessThan(figures.rowDocumented * 1.1);
	expect(figures.rowOfManyShapes).toBeLessThan(figures.rowDocumented * 1.3);
});

test('records that come one by one are as small as the rows of a page', () => {
	expect(figures.record).toBeLessThan(figures.rowDocumented * 1.2);
});
