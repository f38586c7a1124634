// The API documentation against api/: every record, field, type, mark and endpoint is in api/, and nothing else.
// document.md beside this file holds its tables and field lists; where the whole document lies next to the
// repository, it is read as well.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeApi } from './description';
import { type Facts, readRecords } from './document';
import { readEndpoints } from './documentEndpoints';

const fixture = readFileSync(path.join(__dirname, 'document.md'), 'utf8');
const whole = path.join(__dirname, '../../../../shared/api/project-services-data-exchange-api.md');

function readDocument(words: string): Facts {
	return { ...readRecords(words), ...readEndpoints(words) };
}

/** Where the document and api/ disagree, in words. */
function differences(document: Facts, api: Facts): string[] {
	return [...new Set([...Object.keys(document), ...Object.keys(api)])].flatMap((chapter) => {
		const [expected = [], actual = []] = [document[chapter], api[chapter]];
		const missing = expected.filter((line) => !actual.includes(line));
		const added = actual.filter((line) => !expected.includes(line));
		const place = expected.findIndex((line, index) => line !== actual[index]);
		const found = [
			...missing.map((line) => `${chapter}: api/ does not say "${line}"`),
			...added.map((line) => `${chapter}: only api/ says "${line}"`),
		];
		if (found.length > 0 || (place < 0 && expected.length === actual.length)) return found;
		return [`${chapter}: "${expected[place] ?? actual.at(-1)}" is elsewhere in api/`];
	});
}

test('document.md and api/ say the same, and so does the whole document', () => {
	const api = describeApi();
	expect(differences(readDocument(fixture), api)).toEqual([]);
	if (!existsSync(whole)) return;
	expect(differences(readDocument(readFileSync(whole, 'utf8')), api)).toEqual([]);
});

// What follows is about the reading alone, so that a difference between the document and api/ fails once.
const facts = readDocument(fixture);

test('the document is read in full, not in part', () => {
	const chapters = Object.keys(facts).filter((name) => name.startsWith('endpoint '));
	expect(chapters).toEqual(
		fixture.match(/^\| \d+ \|/gm)?.map((row) => `endpoint ${parseInt(row.slice(2))}`),
	);
});

test.each([
	['Amps, Volts', 'Volts, Amps', 'record Product: "Volts: decimal number" is elsewhere in api/'],
	['Street2, City', 'City', 'record Address: only api/ says "Street2: string"'],
	[
		'| Projects | string | |',
		'| Projects | string | Required |',
		'record PurchaseOrder: api/ does not say "Projects: string, Required"',
	],
	[' All marked BETA.', '', 'record Client: only api/ says "CustomField1: string {text, BETA}"'],
	[
		'must be one of Lead, Prospect, Client',
		'must be one of Lead, Prospect',
		'record Client: api/ does not say "ClientType: one of Lead, Prospect"',
	],
	['1-26 only', '1-25 only', 'record Product (older): only api/ says "CustomField26: string"'],
	[
		'OneTime, Monthly',
		'Monthly',
		'record ServicePlan: only api/ says "OneTimePrice: decimal number"',
	],
	['COProjects (deprecated)', 'COProjects', 'endpoint 6: only api/ says "deprecated"'],
	['Response of endpoint 11: not shown.', '', 'endpoint 11: api/ does not say "answer unknown"'],
	['Authentication: not shown.', '', 'not shown: only api/ says "Authentication"'],
])('%s instead of %s is reported', (from, to, report) => {
	expect(fixture).toContain(from);
	expect(differences(readDocument(fixture.replace(from, to)), facts)).toContain(report);
});
