// The reference pages on disk: current, complete, and readable.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rowSchema } from '../../api/endpoint';
import { changeFeeds, endpoints, resources } from '../../api/index';
import { recordFields, type Schema } from '../../api/schema/types';
import { UNDOCUMENTED_TOPICS } from '../../scripts/undocumented';
import { serviceOperations } from '../../nodes/ProjectServices/operations/serviceOperations';
import { EXAMPLES } from '../../scripts/examples';
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

test('docs/undocumented.md has every open question of the API documentation', () => {
	const page = readFileSync(path.join(folder, '../undocumented.md'), 'utf8');
	const questions = [...page.matchAll(/^\| (.+?) \|/gm)].map(([, question]) => question);
	const topics = UNDOCUMENTED_TOPICS.map(({ subject, words = subject }) => words);
	expect(topics.filter((topic) => !questions.includes(topic))).toEqual([]);
});
