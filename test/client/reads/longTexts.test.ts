// Rows and texts that are too large to be read, here with a small bound: an error that says so.
import { findEndpoint } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import { listOf } from '../../../client/reads/list';
import type { ReaderOptions } from '../../../wire/response';
import type { ResponseShape } from '../../../wire/result';
import { clientOf, errorOf, response, serviceGiving } from '../fakes';

const longest = 600_000;

type Module = typeof import('../../../wire/response');

jest.mock('../../../wire/response', () => {
	const actual = jest.requireActual<Module>('../../../wire/response');
	class ResponseReader extends actual.ResponseReader {
		constructor(shape: ResponseShape, options?: ReaderOptions) {
			super(shape, { ...options, longest });
		}
	}
	return { ...actual, ResponseReader };
});

const endpoint = findEndpoint('productCatalog', 'get') as ReadEndpoint;
const list = { endpoint, values: { id: 'C' } };
// One more piece may come before a row is refused.
const long = 'x'.repeat(longest + 200_000);

function inXml(product: string): string {
	return `<ProductCatalog><Name>C</Name><Products><Product>${product}</Product></Products></ProductCatalog>`;
}

const JSON_TYPE = 'application/json';

test.each([
	['a string', `{"Name":"C","Products":[{"Id":"${long}"}]}`, JSON_TYPE],
	['an undocumented string', `{"Name":"C","Products":[{"Odd":{"A":"${long}"}}]}`, JSON_TYPE],
	['a name', `{"Name":"C","Products":[{"${long}":1}]}`, JSON_TYPE],
	['white space', `{"Name":"C","Products":[{"Id":${' '.repeat(long.length)}"1"}]}`, JSON_TYPE],
	['an encoding', `{"Products":[{"Id":"${long}"}]}`, `${JSON_TYPE}; charset=iso-8859-1`],
	['a text in XML', inXml(`<Id>${long}</Id>`), 'application/xml'],
	['a CDATA section', inXml(`<Odd><![CDATA[${long}]]></Odd>`), 'application/xml'],
	['an attribute', inXml(`<Id a="${long}">1</Id>`), 'application/xml'],
	['a comment', inXml(`<!--${long}--><Id>1</Id>`), 'application/xml'],
])('%s', async (_, body, contentType) => {
	const service = serviceGiving(() => response(200, body, { 'content-type': contentType }));
	const error = await errorOf(listOf(clientOf(service), list).fetchPage(1));
	expect(error).toMatchObject({
		name: 'ServiceError',
		message:
			'The response contains a record or a value larger than 600,000 bytes, which is too large to be read.',
		description: expect.stringMatching(/^For a catalog, lower 'Products per Page'/),
		failure: { kind: 'response' },
	});
	// A broken connection would be tried again.
	expect(service.requests).toHaveLength(1);
});
