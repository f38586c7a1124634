// Every endpoint in every format, against documents that were written by hand (test/golden).
import fs from 'node:fs';
import path from 'node:path';
import { endpoints } from '../../api';
import type { Endpoint } from '../../api/endpoint';
import { decodeResponse, encodeBody, type Format } from '../../wire';
import { answerShapes } from './reading/support/readers';

const root = path.join(__dirname, '..', 'golden');

function read(address: string, file: string): Buffer {
	return fs.readFileSync(path.join(root, address, file));
}

function value(address: string, file: string): unknown {
	return JSON.parse(read(address, file).toString());
}

function formatsOf(endpoint: Endpoint): Format[] {
	if (!endpoint.body) return [];
	const hasForm = endpoint.kind === 'read' || endpoint.form;
	return ['json', 'xml', ...(hasForm ? (['form'] as const) : [])];
}

const contentTypes: Record<Format, string> = {
	json: 'application/json',
	xml: 'application/xml',
	form: 'application/x-www-form-urlencoded',
};

const reads = answerShapes.flatMap(({ address, shape }) =>
	['response.json', 'response.xmlSerializer.xml', 'response.dataContract.xml'].map(
		(file) => [address, file, shape] as const,
	),
);

test.each(reads)('%s: %s', (address, file, shape) => {
	expect(decodeResponse(shape, read(address, file))).toStrictEqual({
		ok: true,
		value: value(address, 'item.json'),
	});
});

const requests = endpoints.flatMap(({ operationKey: key, endpoint }) =>
	formatsOf(endpoint).map((format) => [key, format, endpoint.body] as const),
);

test.each(requests)('%s: the request as %s', (address, format, schema) => {
	if (!schema) throw new Error('There is no body.');
	const expected = read(address, `request.${format}`).toString().replace(/\n\t*/g, '');
	expect(encodeBody(schema, value(address, 'body.json'), format)).toEqual({
		ok: true,
		value: { text: expected, contentType: contentTypes[format] },
	});
});

test('every endpoint has its golden files, and every golden file its endpoint', () => {
	const present = fs
		.readdirSync(root, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name !== 'README.md')
		.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
	const expected = endpoints.flatMap(({ operationKey: key, endpoint }) =>
		[
			...(endpoint.kind === 'read'
				? ['response.json', 'response.xmlSerializer.xml', 'response.dataContract.xml', 'item.json']
				: []),
			...(endpoint.body ? ['body.json'] : []),
			...formatsOf(endpoint).map((format) => `request.${format}`),
		].map((file) => path.join(...key.split('/'), file)),
	);
	expect(present.sort()).toEqual(expected.sort());
});
