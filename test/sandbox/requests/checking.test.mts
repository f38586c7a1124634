// The sandbox reads what its writers wrote, whatever the record: neither can be wrong alone unnoticed.
import { endpoints } from '../../../api';
import type { Schema } from '../../../api/schema/types';
import { arbitraryRecord, arbitraryValue } from '../../arbitraries';
import { fc } from '../../fastCheck';
import { writeJson, writeXml } from '../responses/writers';
import { readBody, type BodyFormat } from './checking.mjs';

const schemas = endpoints.flatMap(({ operationKey: key, endpoint }) =>
	[endpoint.kind === 'read' ? endpoint.response : undefined, endpoint.body]
		.filter((schema) => schema !== undefined)
		.map((schema, index): [string, Schema] => [`${key} ${index + 1}`, schema]),
);

test.each(schemas)('%s', (_, schema) => {
	const options = { xmlText: true } as const;
	const isRecord = schema.kind === 'record';
	const values = isRecord ? arbitraryRecord(schema, options) : arbitraryValue(schema, options);
	let compared = 0;
	const check = (format: BodyFormat, text: string, value: unknown) => {
		const read = readBody(schema, format, text);
		// .NET refuses an empty text where one is required, and so does the sandbox.
		if (read.problems.some(({ message }) => message.endsWith('field is required.'))) return;
		expect(read).toEqual({ value, problems: [] });
		compared++;
	};
	fc.assert(
		fc.property(values, (value) => {
			check('json', writeJson(schema, value), value);
			for (const dialect of ['xmlSerializer', 'dataContract'] as const) {
				const xml = writeXml(schema, value, dialect, { nulls: 'nil', declaration: true });
				check('xml', xml, value);
			}
		}),
		{ numRuns: 25 },
	);
	expect(compared).toBeGreaterThan(0);
});
