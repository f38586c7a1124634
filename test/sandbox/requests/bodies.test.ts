// The sandbox reads what its writers wrote, whatever the record: neither can be wrong alone unnoticed.
import { endpoints } from '../../../api';
import type { Schema } from '../../../api/schema/types';
import { arbitraryRecord, arbitraryValue } from '../../arbitraries';
import { fc } from '../../fastCheck';
import { readBody, type BodyFormat } from './bodies';
import { writeJson, writeXml } from '../responses/writers';

const schemas: ReadonlyArray<readonly [string, Schema]> = endpoints.flatMap(
	({ operationKey: key, endpoint }) => {
		const answer = endpoint.kind === 'read' ? [endpoint.response] : [];
		return [...answer, ...(endpoint.body ? [endpoint.body] : [])].map(
			(schema, index) => [`${key} ${index + 1}`, schema] as const,
		);
	},
);

const options = { xmlText: true } as const;

// .NET refuses an empty text where one is required, and so does the sandbox.
function isComplete(problems: ReadonlyArray<{ message: string }>): boolean {
	return !problems.some(({ message }) => message.endsWith('field is required.'));
}

function expectSame(schema: Schema, format: BodyFormat, text: string, value: unknown): boolean {
	const read = readBody(schema, format, text);
	if (!isComplete(read.problems)) return false;
	expect(read.problems).toEqual([]);
	expect(read.value).toEqual(value);
	return true;
}

test.each(schemas)('%s', (_, schema) => {
	const isRecord = schema.kind === 'record';
	const values = isRecord ? arbitraryRecord(schema, options) : arbitraryValue(schema, options);
	let compared = 0;
	fc.assert(
		fc.property(values, (value) => {
			if (expectSame(schema, 'json', writeJson(schema, value), value)) compared++;
			for (const dialect of ['xmlSerializer', 'dataContract'] as const) {
				const xml = writeXml(schema, value, dialect, { nulls: 'nil', declaration: true });
				expectSame(schema, 'xml', xml, value);
			}
		}),
		{ numRuns: 25 },
	);
	expect(compared).toBeGreaterThan(0);
});
