// The reference pages on disk: current, complete, and readable.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { changeFeeds, endpoints, resources } from '../../api/index';
import {
	boolean,
	family,
	fieldsOf,
	integer,
	list,
	record,
	required,
	string,
	withDefault,
} from '../../api/schema/types';
import { UNDOCUMENTED_TOPICS } from '../../scripts/undocumented';
import { projectItemFieldIds } from '../../api/resources/project';
import { serviceOperations } from '../../nodes/ProjectServices/operations/serviceOperations';
import { codeWords, fieldRows } from '../../scripts/fieldTables';
import { REFERENCE_FOLDER, referencePages } from '../../scripts/referencePages';

const folder = path.resolve(__dirname, '../..', REFERENCE_FOLDER);
const pages = referencePages();

test('the folder holds the generated pages and nothing else', () => {
	expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
	for (const [file, words] of pages) {
		expect(readFileSync(path.join(folder, file), 'utf8')).toBe(words);
	}
});

const operations = [...endpoints, ...changeFeeds, ...serviceOperations];

test('there is a page a resource, and every operation has its anchor and its line in the index', () => {
	expect(pages.size).toBe(resources.length + 2);
	for (const { operationKey: key, resource } of operations) {
		expect(pages.get(`${resource.resource}.md`)).toContain(`<a id="${key}"></a>`);
		expect(pages.get('README.md')).toContain(`(${resource.resource}.md#${key})`);
	}
});

test('fields become rows, and a family becomes ranges', () => {
	const shape = {
		Name: required(string),
		Size: withDefault(integer, 5),
		Ids: list(integer, 'int'),
		Status: string,
		Part: record('Part', {}),
		...family('CustomField', [1, 5, string], [6, 6, boolean], [7, 8, string]),
	};
	expect(fieldRows(fieldsOf(shape))).toEqual([
		'| `Name` | text | yes | |',
		'| `Size` | whole number | | `5` when left out |',
		'| `Ids` | list of whole numbers | | |',
		'| `Status` | text | | Values are not documented |',
		'| `Part` | [Part](#part) | | |',
		'| `CustomField1`–`5` | text | | |',
		'| `CustomField6` | true or false | | |',
		'| `CustomField7`–`8` | text | | |',
	]);
});

test('docs/undocumented.md has every open question of the API documentation', () => {
	const page = readFileSync(path.join(folder, '../undocumented.md'), 'utf8');
	const questions = [...page.matchAll(/^\| (.+?) \|/gm)].map(([, question]) => question);
	const topics = UNDOCUMENTED_TOPICS.map(({ subject, words = subject }) => words);
	expect(topics.filter((topic) => !questions.includes(topic))).toEqual([]);
});

test('named numbers are listed, runs of custom fields in one', () => {
	expect(codeWords({ 1: 'Project', 3: 'Service Order' })).toBe('1 Project, 3 Service Order');
	expect(codeWords(projectItemFieldIds)).toMatch(
		/^1 Quantity, .*31 TrackingNumber, 101–175 CustomField1–75$/,
	);
});
