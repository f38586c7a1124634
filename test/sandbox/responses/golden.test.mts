// The sandbox writes the responses, and reads the requests, that were written by hand (test/golden).
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { endpoints } from '../../../api';
import { Client } from '../../../api/resources/client';
import { list } from '../../../api/schema/types';
import { type BodyFormat, readBody } from '../requests/checking.mjs';
import { writeJson, writeXml } from './writers';

function golden(address: string, file: string): string {
	return readFileSync(path.join(__dirname, '..', '..', 'golden', address, file), 'utf8');
}

const NUMBERS = /(?<=[>:[,])-?(0|[1-9]\d*)(\.\d+)?(E\+\d+)?(?=[<,}\]])/g;

/** Without what is for the reader: line ends, indentation and blanks; short numbers as JavaScript writes them. */
function compact(text: string): string {
	const dense = text.replace(/(\n[\t ]*)+/g, '').replace(/(?<=["\d][:,]) /g, '');
	const short = dense.replace(/<(\w+)><\/\1>/g, '<$1 />');
	return short.replace(NUMBERS, (digits) => (digits.length < 15 ? String(Number(digits)) : digits));
}

// The others differ in what .NET would not write: booleans as 0 and 1, CDATA, references for letters.
test.each([
	'purchaseOrder/get',
	'task/getByProject',
	'changeOrderProject/getAll',
	'productCatalog/getOlderVariant',
])('%s is written in every format', (address) => {
	const endpoint = endpoints.find(({ operationKey }) => operationKey === address)?.endpoint;
	if (endpoint?.kind !== 'read') throw new Error(`${address} is not a read.`);
	const item = JSON.parse(golden(address, 'item.json')) as unknown;
	const schema = Array.isArray(item) ? list(endpoint.response) : endpoint.response;
	const text = golden(address, 'response.json');
	expect(compact(writeJson(schema, item))).toBe(compact(text));
	for (const dialect of ['xmlSerializer', 'dataContract'] as const) {
		const expected = compact(golden(address, `response.${dialect}.xml`));
		const options = { nulls: 'nil', declaration: expected.startsWith('<?xml') } as const;
		expect(compact(writeXml(schema, item, dialect, options))).toBe(expected);
	}
});

const requests = endpoints.flatMap(({ operationKey: key, endpoint: { kind, body, form } }) => {
	const formats: BodyFormat[] = kind === 'read' || form ? ['json', 'xml', 'form'] : ['json', 'xml'];
	return body ? formats.map((format) => ({ key, format, body })) : [];
});

test.each(requests)('$key: the request as $format is read', ({ key, format, body }) => {
	const value = JSON.parse(golden(key, 'body.json')) as unknown;
	const read = readBody(body, format, compact(golden(key, `request.${format}`)));
	// What an object without a schema holds is text in XML, and so is null in a form.
	expect(read).toMatchObject({ ...(format === 'json' && { value }), problems: [] });
});

test('undocumented fields are written as they are, and nulls as the dialect does', () => {
	const value = { Name: 'a\r\n]]>', Extra: { B: 1, A: true }, Gone: null };
	expect(writeJson(Client, value)).toBe(JSON.stringify(value));
	const [xml, contract] = (['xmlSerializer', 'dataContract'] as const).map((dialect) =>
		writeXml(Client, value, dialect).replace(/^<Client [^>]*>/, ''),
	);
	const name = '<Name>a&#xD;\n]]&gt;</Name>';
	expect(xml).toBe(`${name}<Extra><B>1</B><A>true</A></Extra></Client>`);
	expect(contract).toBe(`${name}<Extra><A>true</A><B>1</B></Extra><Gone i:nil="true" /></Client>`);
});

test.each([
	[{ Name: 5 }, 'Text was expected'],
	[{ CustomField6: 'true' }, 'A boolean was expected'],
	[{ ClientAddresses: [{ TypeId: '007' }] }, 'A number was expected'],
	[{ ClientAddresses: {} }, 'A list was expected'],
	[{ ClientAddresses: ['x'] }, 'A record was expected'],
])('%j is not written', (value, problem) => {
	expect(() => writeJson(Client, value)).toThrow(problem);
	expect(() => writeXml(Client, value, 'xmlSerializer')).toThrow(problem);
});
