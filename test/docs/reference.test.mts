// The reference pages on disk: current, complete, and readable.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rowSchema } from '../../api/endpoint';
import { changeFeeds, endpoints, resources } from '../../api/index';
import {
	boolean,
	describe as described,
	family,
	fieldsOf,
	integer,
	list,
	record,
	recordFields,
	required,
	type Schema,
	type Shape,
	string,
	withDefault,
} from '../../api/schema/types';
import { UNDOCUMENTED_TOPICS } from '../../scripts/undocumented';
import { projectItemFieldIds } from '../../api/resources/project';
import { serviceOperations } from '../../nodes/ProjectServices/operations/serviceOperations';
import { EXAMPLES } from '../../scripts/examples';
import { codeWords, fieldTables, lackWords } from '../../scripts/fieldTables';
import { optionWords, otherParameters, parameterTable } from '../../scripts/panelTables';
import { type OperationPanel, operationPanels } from '../../nodes/ProjectServices/nodePanel';
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
	expect(pages.size).toBe(resources.length + 3);
	for (const { operationKey: key, resource } of operations) {
		expect(pages.get(`${resource.resource}.md`)).toContain(`<a id="${key}"></a>`);
		expect(pages.get('README.md')).toContain(`(${resource.resource}.md#${key})`);
	}
});

test('fields of which much is to be known have a row, others stand by their type, a family is one row', () => {
	const shape = {
		Name: required(string),
		Size: withDefault(integer, 5),
		UnitIds: list(integer, 'int'),
		Status: string,
		Kind: described(string, 'What the service makes of it'),
		Part: record('Part', {}),
		...family('CustomField', [1, 5, string], [6, 6, boolean], [7, 8, string]),
	};
	expect(fieldTables(fieldsOf(shape))).toEqual([
		'| Field | Type | What to know |',
		'| --- | --- | --- |',
		'| `Kind` | text | What the service makes of it. |',
		'',
		'| Type | Fields |',
		'| --- | --- |',
		'| text | `Name` (required), `Status` (values are not documented) |',
		'| whole number | `Size` (`5` when left out) |',
		'| list of whole numbers | `UnitIds` |',
		'| [Part](#part) | `Part` |',
		'',
		'| Custom fields | Types by number |',
		'| --- | --- |',
		'| `CustomField1` to `CustomField8` | text: 1–5, 7–8; true or false: 6 |',
		'',
	]);
});

test('a smaller variant of a record is told by what it lacks; another record is not', () => {
	const of = (name: string, shape: Shape) => record(name, shape);
	const custom = family('CustomField', [1, 5, string]);
	const whole = of('Part', { Name: string, Url: string, ...custom });
	const smaller = of('Part', { Name: string, ...family('CustomField', [1, 2, string]) });
	expect(lackWords(whole, smaller)).toBe('`Url`, `CustomField` 3–5');
	expect(lackWords(whole, of('Part', { Name: integer }))).toBeUndefined();
	expect(lackWords(whole, of('Whole', { Name: string }))).toBeUndefined();
});

test('an operation has its own parameters with label, default and condition, and names the others', () => {
	const panelOf = (name: string) =>
		operationPanels().find(
			({ operation, resource }) => `${resource}/${operation}` === name,
		) as OperationPanel;
	const catalog = panelOf('productCatalog/get');
	expect(parameterTable(catalog)).toEqual(
		expect.arrayContaining([
			'| **Catalog ID** | required | The ID of the product catalog to retrieve. One ID per input item. |',
			'| **Filters → Part Numbers** | optional | Only products whose Part Number is one of these; upper and lower case do not matter. |',
		]),
	);
	expect(otherParameters(catalog)).toBe('Return As, Return All, Output');
	expect(optionWords(catalog)).toContain('File Format, ');
	expect(parameterTable(panelOf('project/update')).join()).toContain(
		'_Custom Field 1_ to _Custom Field 75_, _Discount_, ',
	);
});

/** The names of an example that its record does not have. */
function unknownNames(value: unknown, schema: Schema, path = ''): string[] {
	if (Array.isArray(value))
		return value.flatMap((each) =>
			schema.kind === 'list' ? unknownNames(each, schema.item, path) : [path],
		);
	if (typeof value !== 'object' || value === null || schema.kind === 'opaque') return [];
	const fields = new Map(recordFields(schema).map((field) => [field.name, field.schema]));
	return Object.entries(value).flatMap(([name, each]) => {
		const field = fields.get(name);
		return field ? unknownNames(each, field, `${path}.${name}`) : [`${path}.${name}`];
	});
}

test('every read and write has an example of documented fields, or gives what another one gives', () => {
	const without = endpoints.filter(({ operationKey }) => EXAMPLES[operationKey] === undefined);
	expect(without.map(({ operationKey }) => operationKey)).toEqual([
		'productCatalog/getOlderVariant',
		'task/getByProject',
	]);
	for (const { operationKey, endpoint } of endpoints) {
		const schema = endpoint.kind === 'read' ? rowSchema(endpoint) : endpoint.body;
		expect([operationKey, unknownNames(EXAMPLES[operationKey], schema)]).toEqual([
			operationKey,
			[],
		]);
	}
});

test('no table of the reference has an empty cell', () => {
	const cells = [...pages.values()].flatMap((page) =>
		[...page.matchAll(/^\|.*\|$/gm)].flatMap(([row]) => row.slice(1, -1).split(/(?<!\\)\|/)),
	);
	expect(cells.length).toBeGreaterThan(500);
	expect(cells.filter((cell) => cell.trim() === '')).toEqual([]);
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
