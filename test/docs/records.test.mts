// What documents show of the records as a whole: sentences that list them, and the map.
import { readFileSync } from 'node:fs';

import { endpoints } from '../../api/index';
import { PARTS, REFERENCES } from '../../api/references';
import { recordFields, recordsWithin, typeName } from '../../api/schema/types';
import { recordBoxes, recordMap } from '../../scripts/recordMap';

const nouns = endpoints.flatMap(({ endpoint, resource }) =>
	endpoint.kind === 'read' && endpoint.idParameter !== undefined && endpoint.rows === undefined
		? [resource.name.toLowerCase()]
		: [],
);

function lineOf(file: string, start: string): string {
	const lines = readFileSync(file, 'utf8').split('\n');
	return (lines.find((line) => line.startsWith(start)) ?? '').toLowerCase();
}

test('docs/reading.md names each record that is read by ID', () => {
	const line = lineOf('docs/reading.md', '| By ID (');
	expect(nouns.filter((noun) => !line.includes(noun))).toEqual([]);
});

test.each([
	['no read of vendors', 'vendor', 'read'],
	['no list of orders or tasks', 'purchaseOrder', 'list'],
])('README.md: "%s" is what api/ says', (words, name, what) => {
	const own = endpoints.filter(
		({ resource, endpoint }) =>
			resource.resource === name &&
			endpoint.kind === 'read' &&
			(what === 'read' || endpoint.query.pageNumber !== undefined),
	);
	expect(readFileSync('README.md', 'utf8').includes(words)).toBe(own.length === 0);
});

test('the map of the records is current', () => {
	expect(readFileSync('docs/records.svg', 'utf8')).toBe(recordMap());
});

test('the map has the records that have to do with each other, with what reads and writes them', () => {
	const boxes = new Map(recordBoxes().map((box) => [box.title, box]));
	const names = 'Client,Project,Change Order Project,Task,Project Item,Purchase Order Line';
	const others = 'Product Catalog,Product,Service Plan,Service Order,Time Sheet';
	const expected = `${names},${others}`.split(',');
	expect(expected.filter((name) => !boxes.has(name))).toEqual([]);
	const task = boxes.get('Task');
	expect([...(task?.reads ?? [])]).toEqual(['Get', 'Get by Project']);
	expect([...(task?.writes ?? [])]).toEqual(['Update']);
	const line = [...(boxes.get('Purchase Order Line')?.references.values() ?? [])];
	expect(line).toContainEqual({ field: 'ProjectSIItemIds', to: 'ProjectItem' });
});

test('what api/ says of references names fields and records that exist', () => {
	const schemas = endpoints.flatMap(({ endpoint }) =>
		recordsWithin(endpoint.kind === 'read' ? endpoint.response : endpoint.body),
	);
	const fields = new Set(schemas.flatMap((record) => recordFields(record).map(({ name }) => name)));
	const ids = new Set([
		...schemas.map(typeName),
		...endpoints.map(({ resource }) => resource.resource),
	]);
	expect(
		Object.values(REFERENCES)
			.flat()
			.filter((name) => !fields.has(name)),
	).toEqual([]);
	const named = [...Object.keys(REFERENCES), ...Object.keys(PARTS)];
	expect(named.filter((id) => !ids.has(id))).toEqual([]);
});
