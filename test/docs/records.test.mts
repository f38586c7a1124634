// The map of the records, which README.md shows.
import { readFileSync } from 'node:fs';

import { endpoints } from '../../api/index';
import { PARTS, REFERENCES } from '../../api/references';
import { recordFields, recordsWithin, typeName } from '../../api/schema/types';
import { recordBoxes, recordMap } from '../../scripts/recordMap';

test('the map of the records is current', () => {
	expect(readFileSync('docs/records.svg', 'utf8')).toBe(recordMap());
});

test('the map has the records that have to do with each other, with what reads and writes them', () => {
	const boxes = new Map(recordBoxes().map((box) => [box.title, box]));
	const names = 'Client,Project,Change Order Project,Task,Project Item,Purchase Order Line';
	const others = 'Product Catalog,Product,Vendor,Service Plan,Service Order,Time Sheet';
	const expected = `${names},${others}`.split(',');
	expect(expected.filter((name) => !boxes.has(name))).toEqual([]);
	const task = boxes.get('Task');
	expect([...(task?.reads ?? [])]).toEqual(['Get', 'Get by Project']);
	expect([...(task?.writes ?? [])]).toEqual(['Update']);
	expect(task?.references.get('ComponentId ProjectItem')).toBeDefined();
	// A package has a component ID of its own.
	expect([...(boxes.get('Project')?.references.keys() ?? [])]).toEqual([
		'NewProjectItems ProjectItem',
	]);
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
