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
	['10,000 responses, each with other fields: no growth after the first 3,000', 'overResponses', 3],
	['a response that ends after a long text of a row', 'byCutRow', 2],
] as const)('%s', (_, name, megabytes) => {
	expect(figures[name]).toBeLessThan(megabytes);
});

test('a text that no JavaScript string can hold is refused, not thrown', () => {
	expect(figures.problemOfLongText).toContain('larger than 100,000,000 bytes');
});
