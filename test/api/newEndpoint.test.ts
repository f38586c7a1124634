// An endpoint 19 that only its resource's file knows: a vendor by its ID. Everything else finds it.
import * as s from '../../api/schema/types';

jest.mock('../../api/resources/vendor', () => {
	const { vendor } = jest.requireActual('../../api/resources/vendor');
	const { read } = jest.requireActual('../../api/endpoint');
	const { byId, keyAndDate } = jest.requireActual('../../api/shared');
	const { date, each, record, string } = jest.requireActual<typeof s>('../../api/schema/types');
	const response = record('StoredVendor', {
		...each(string, 'Id', 'Name', 'Rating'),
		UpdatedOn: date,
	});
	const get = read({
		method: 'GET',
		path: '/SI/Subscribe/Vendors',
		name: 'Get',
		action: 'Get vendor',
		description: 'Retrieve a vendor',
		...byId('vendor', 'V-1001'),
		...keyAndDate,
		response,
		simplified: ['Id', 'Name'],
	});
	return { vendor: { ...vendor, operations: { get, ...vendor.operations } } };
});

import { operationPanels } from '../../nodes/ProjectServices/nodePanel';
import { schemaFiles } from '../../scripts/outputSchemas';
import { referencePages } from '../../scripts/referencePages';

function panelOf(resource: string, operation: string) {
	return operationPanels().find(
		(panel) => panel.resource === resource && panel.operation === operation,
	);
}

test('the node offers it', () => {
	const [id] = panelOf('vendor', 'get')?.properties ?? [];
	expect(id).toMatchObject({ displayName: 'Vendor ID', name: 'id', placeholder: 'e.g. V-1001' });
});

test('the reference and the output schemas have it', () => {
	const page = referencePages().get('vendor.md');
	expect(page).toContain('/SI/Subscribe/Vendors');
	expect(page).toContain('Rating');
	const schema = schemaFiles().get('vendor/get.json');
	expect(schema).toContain('Rating');
	const index = referencePages().get('README.md');
	expect(index).toMatch(/^\| Vendor \| \[Get\]/m);
});
