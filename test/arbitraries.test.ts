// The generated records are what they promise to be: valid, hostile, and complete where asked.
import { endpoints } from '../api';
import { recordFields, type Schema } from '../api/schema/types';
import { Product } from '../api/resources/productCatalog';
import { UpdateProject } from '../api/resources/project';
import { PurchaseOrder } from '../api/resources/purchaseOrder';
import { arbitraryRecord, invalidIn } from './arbitraries';
import { fc } from './fastCheck';
import { writeXml } from './sandbox/responses/writers';

function recordSchemas(): Schema[] {
	return endpoints
		.flatMap(({ endpoint }) => {
			const answer = endpoint.kind === 'read' ? endpoint.response : endpoint.body;
			return answer.kind === 'list' ? [answer.item] : [answer];
		})
		.filter((schema) => recordFields(schema).length > 0);
}

describe('arbitraryRecord', () => {
	test('gives records that the schema accepts, for every endpoint', () => {
		for (const schema of recordSchemas()) {
			const records = fc.sample(arbitraryRecord(schema), { numRuns: 10, seed: 1 });
			for (const record of records) {
				expect(invalidIn(schema, record)).toEqual([]);
			}
		}
	});

	test('holds nulls, absent fields, empty and single lists, and exact numbers', () => {
		const records = fc.sample(arbitraryRecord(PurchaseOrder), { numRuns: 200, seed: 1 });
		const texts = JSON.stringify(records);
		expect(records.some((record) => record.Notes === null)).toBe(true);
		expect(records.some((record) => !('Notes' in record))).toBe(true);
		expect(records.some(({ Contacts }) => Array.isArray(Contacts) && Contacts.length === 0)).toBe(
			true,
		);
		expect(records.some(({ Contacts }) => Array.isArray(Contacts) && Contacts.length === 1)).toBe(
			true,
		);
		expect(texts).toContain('"638712345678901234"');
		expect(records.some(({ CurrencyRate }) => typeof CurrencyRate === 'string')).toBe(true);
		expect(records.every((record) => typeof record.Vendor === 'string')).toBe(true);
	});

	test('fills every field where a complete record is asked for', () => {
		const [record] = fc.sample(arbitraryRecord(Product, { complete: true }), 1);
		const names = recordFields(Product).map(({ name }) => name);
		expect(Object.keys(record ?? {}).sort()).toEqual([...names].sort());
		expect(Object.values(record ?? {})).not.toContain(null);
	});

	test('gives only what XML can carry where asked, and more otherwise', () => {
		const carried = fc.sample(arbitraryRecord(UpdateProject, { xmlText: true }), 60);
		for (const record of carried) writeXml(UpdateProject, record, 'xmlSerializer');
		const all = fc.sample(arbitraryRecord(UpdateProject), { numRuns: 60, seed: 1 });
		expect(() => all.forEach((record) => writeXml(UpdateProject, record, 'xmlSerializer'))).toThrow(
			'XML cannot carry',
		);
	});
});
