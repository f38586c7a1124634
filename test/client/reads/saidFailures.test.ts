// A success that says that it failed is an error in every read, in JSON and XML, whichever fields are read.
import { endpoints } from '../../../api';
import { typeName } from '../../../api/schema/types';
import { readRequest } from '../../../client/reads/readRequest';
import { readResponse } from '../../../client/reads/readResponse';
import { clientOf, response, serviceOf } from '../fakes';

const reads = endpoints.flatMap(({ operationKey, endpoint }) =>
	endpoint.kind === 'read' ? [{ operationKey, endpoint }] : [],
);
const failures: ReadonlyArray<readonly [string, object]> = [
	['Success is false', { Success: false, Message: 'The session has expired' }],
	['isSuccess is "False"', { isSuccess: 'False', Message: 'The session has expired' }],
	['Errors has content', { Errors: [{ Text: 'The session has expired' }] }],
	['error is all', { error: 'The session has expired' }],
];
const data = [
	['Success is true', { Success: true, Message: 'Fine' }],
	['Errors is empty', { Errors: [] }],
	['error is beside documented fields', { error: 'none' }],
] as const;

/** Text in XML for what a failure says. */
function xmlOf(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value);
	return Object.entries(value)
		.map(([name, member]) => {
			const entries = Array.isArray(member)
				? `<Entry>${xmlOf(member[0] ?? '')}</Entry>`
				: xmlOf(member);
			return `<${name}>${entries}</${name}>`;
		})
		.join('');
}

describe.each(reads)('$operationKey', ({ endpoint }) => {
	const root = typeName(endpoint.fullerResponse ?? endpoint.response);
	const values = { id: 'A', projectId: 'A' };
	const around = endpoint.rows ? { [endpoint.rows]: [] } : { Id: 'A' };

	async function read(body: string, type: string, fields?: readonly string[]) {
		const client = clientOf(serviceOf(() => response(200, body, { 'content-type': type })));
		return await readResponse(
			client,
			endpoint,
			readRequest(endpoint, values, 'json'),
			fields && { fields },
		).catch((error: unknown) => error);
	}

	test.each(failures)('%s', async (name, failure) => {
		const documented = name === 'error is all' ? {} : around;
		for (const fields of [undefined, ['Id']]) {
			const bodies = [
				[JSON.stringify({ ...failure, ...documented }), 'application/json'],
				[`<${root}>${xmlOf(failure)}</${root}>`, 'application/xml'],
			] as const;
			for (const [body, type] of bodies) {
				const error = await read(body, type, fields);
				expect(error).toMatchObject({ name: 'ServiceError', failure: { kind: 'response' } });
				const { message, description } = error as Error & { description: string };
				expect(`${message} ${description}`).toContain('The session has expired');
			}
		}
	});

	test.each(data)('%s: it is data', async (_, more) => {
		const row = { Id: 'A', ...more };
		const isList = (endpoint.fullerResponse ?? endpoint.response).kind === 'list';
		const body = isList ? [row] : endpoint.rows ? { [endpoint.rows]: [{ Id: 'A' }], ...more } : row;
		expect(await read(JSON.stringify(body), 'application/json')).not.toBeInstanceOf(Error);
	});
});
