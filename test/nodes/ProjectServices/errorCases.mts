// Input items that fail, on every kind of operation: for the error output in n8n's engine and in real hosts.
import { type Answer, reply } from '../service.mjs';

export interface ErrorCase {
	readonly title: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly items: ReadonlyArray<Readonly<Record<string, unknown>>>;
	/** What the service answers; left out, nothing listens. */
	readonly answer?: Answer;
	/** The input items that fail; all, if left out. */
	readonly failing?: readonly number[];
}

const once = { requests: { maxRetries: 0 } };
const publish = {
	...{ resource: 'client', operation: 'publish', listId: 'L1', listName: 'List', options: once },
	record: { mappingMode: 'autoMapInputData', value: null, schema: [] },
};
const order = { resource: 'purchaseOrder', operation: 'get', id: '={{ $json.Name }}' };
const accepted = reply(200, '{"MessageId":"0f0e0d0c-0b0a-4908-8706-050403020100"}');
const named = (...names: string[]) => names.map((Name) => ({ Name }));
const missing = reply(404, '{"Message":"No such record"}');
const refusingB: Answer = (response, request, number) => {
	const answer = request.body.includes('"b"') ? reply(500, '{"Message":"No"}') : accepted;
	answer(response, request, number);
};

export const errorCases: readonly ErrorCase[] = [
	{
		...{ title: 'a publish with a wrong GUID', parameters: publish },
		items: [{ Name: 'a', Id: 'no GUID' }, { Name: 'b' }],
		...{ answer: accepted, failing: [0] },
	},
	{
		title: 'a publish of which one request of three fails',
		parameters: { ...publish, listId: '={{ $json.Name }}' },
		...{ items: named('a', 'b', 'c'), answer: refusingB, failing: [1] },
	},
	{ title: 'a publish to a port where nothing listens', parameters: publish, items: named('a') },
	{
		title: 'an update without an ID',
		parameters: { resource: 'task', operation: 'update', taskId: '={{ $json.id }}' },
		...{ items: named('a'), answer: accepted },
	},
	{
		title: 'a read by ID with 404',
		parameters: { ...order, options: once },
		...{ items: named('a', 'b'), answer: missing },
	},
	{
		title: 'a list with 403',
		parameters: { ...order, resource: 'productCatalog', options: once },
		...{ items: named('a', 'b'), answer: reply(403) },
	},
	{
		title: 'a wrong setting, which stops the whole run',
		parameters: { ...order, options: { requests: { maxRetries: -1 } } },
		...{ items: named('a', 'b'), answer: missing },
	},
];
