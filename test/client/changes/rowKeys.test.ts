// What identifies a row.
import { findEndpoint } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import type { RowFacts } from '../../../client/changes/whatCountsAsUpdated';
import { identityOf, isContentKey, rowKey } from '../../../client/changes/rowKeys';

function factsOf(resource: string, operation: string): RowFacts {
	return findEndpoint(resource, operation) as ReadEndpoint;
}

const product = factsOf('productCatalog', 'get');

describe('the key of a row', () => {
	it('is its ID, exactly as it is written', () => {
		expect(rowKey({ Id: ' a' }, product)).toBe(' a');
		expect(rowKey({ Id: 'A' }, product)).not.toBe(rowKey({ Id: 'a' }, product));
	});

	it('without an ID is the alternative key, and names that field in a deletion', () => {
		const key = rowKey({ Id: '', IntegrationProductId: 'ERP-1' }, product);
		expect(isContentKey(key)).toBe(false);
		expect(identityOf(key, product)).toEqual({ IntegrationProductId: 'ERP-1' });
		expect(identityOf('ERP-1', product)).toEqual({ Id: 'ERP-1' });
	});

	it('without both is the content', () => {
		const key = rowKey({ Model: 'X' }, product);
		expect(isContentKey(key)).toBe(true);
		expect(rowKey({ Model: 'X', Phase: null }, product)).toBe(key);
		expect(rowKey({ Model: 'Y' }, product)).not.toBe(key);
	});
});
