// What of a row is wanted: the same wherever it is cut.

import { recordFields } from '../../../api/schema/types';
import { projector } from '../../../wire/projection';
import { arbitraryValue } from '../../arbitraries';
import { fc } from '../../fastCheck.mjs';
import { writeJson, writeXml } from '../../sandbox/responses/writers';
import { answerShapes, readBothWays, rowSchema, shapeOf } from './support/readers';
import { areSame } from '../areSame.mjs';

describe.each(answerShapes)('$address', ({ shape }) => {
	test('selected fields, filled fields and both', () => {
		const names = recordFields(rowSchema(shape)).map(({ name }) => name);
		const projection = fc.record(
			{ fields: fc.subarray([...names, 'Unheard']), onlyFilled: fc.boolean() },
			{ requiredKeys: [] },
		);
		const values = arbitraryValue(shape.schema, { xmlText: true });
		fc.assert(
			fc.property(values, projection, fc.boolean(), (value, wanted, isXml) => {
				const text = isXml
					? writeXml(shape.schema, value, 'dataContract')
					: writeJson(shape.schema, value);
				const { fast, reference } = readBothWays(shape, Buffer.from(text), () => 300, {
					projection: wanted,
				});
				expect(reference.ok).toBe(true);
				if (!areSame(fast, reference)) expect(fast).toEqual(reference);
			}),
			{ numRuns: 60 },
		);
	});
});

test('filled fields are kept in nested records as well', () => {
	const row = {
		Zero: 0,
		Off: false,
		Nothing: null,
		Empty: '',
		None: [],
		Contact: { Name: 'A', Phone: null },
		Address: { City: '', Street1: null },
		Rows: [{ A: null }, { A: 1 }],
	};
	expect(projector({ onlyFilled: true })(row)).toEqual({
		Zero: 0,
		Off: false,
		Contact: { Name: 'A' },
		Rows: [{}, { A: 1 }],
	});
});

test.each([
	['client/getAll', '[{"Name":null,"Number":"1","Name":"x"}]'],
	['client/getAll', '[{"Name":"x","New":{"a":null,"b":1,"a":2}}]'],
	[
		'productCatalog/get',
		'{"Name":"n","New":{"a":null,"b":1},"Products":[{"Id":"1","Model":null}]}',
	],
	['productCatalog/get', '{"Name":"n","New":[{"a":""}],"IsMetric":{"a":null,"b":1},"Products":[]}'],
	[
		'productCatalog/get',
		'<ProductCatalog><Name>n</Name><New><a/><b>1</b></New><Products/></ProductCatalog>',
	],
])(
	'%s: filled fields keep their order, and what is around rows stays whole: %s',
	(address, text) => {
		for (const fields of [undefined, ['Name', 'New', 'Number', 'Model']]) {
			const { fast, reference } = readBothWays(shapeOf(address), Buffer.from(text), () => 9, {
				projection: { fields, onlyFilled: true },
			});
			expect(JSON.stringify(fast)).toBe(JSON.stringify(reference));
			expect(fast.ok).toBe(true);
		}
	},
);
