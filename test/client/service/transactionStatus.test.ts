// What a response says of a transaction, in JSON and XML.
import { readStatus } from '../../../client/service/transactionStatus';
import { readUntyped } from '../../../client/service/readUntyped';
import type { StatusSettings } from '../../../client/serviceSettings';
import { clientOf, response, serviceOf } from '../fakes';

const rules: StatusSettings = {
	path: '/SI/Status/{MessageId}',
	field: 'State',
	appliedValues: ['Imported', 'Done'],
	refusedValues: ['Rejected'],
	messageField: 'Text',
};

async function read(body: unknown, changes: Partial<StatusSettings> = {}, messageId = 'm1') {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const contentType = text.startsWith('<') ? 'text/xml' : 'application/json';
	const from = serviceOf(() => response(200, text, { 'content-type': contentType }));
	const untyped = await readUntyped(clientOf(from), { path: '/x', accept: 'json', subject: 'x' });
	return readStatus(messageId, { ...rules, ...changes }, untyped);
}

/** A body, and its status with what is said or the words that no list has. */
type Case = [
	body: unknown,
	status: string,
	said?: string | null,
	changes?: Partial<StatusSettings>,
];

const nested = { field: 'Result.State', messageField: 'Result.Text' };
const rows = { field: 'Rows.State', messageField: 'Rows.Text' };
const row = (State: unknown, Text?: string, MessageId?: string) => ({ MessageId, State, Text });

test.each<Case>([
	[{ State: 'imported ', Text: 'ok' }, 'applied', 'ok'],
	[{ State: 'Rejected', Text: 'No client' }, 'refused', 'No client'],
	[{ Result: { STATE: 'Done', te_xt: 'ok' } }, 'applied', 'ok', nested],
	[{ State: 'Queued' }, 'pending', null],
	[{ State: null }, 'pending'],
	[{ State: 3 }, 'applied', null, { appliedValues: ['3'] }],
	[{ State: false }, 'refused', null, { refusedValues: ['False'] }],
	[{ 'a.State': 'Done' }, 'applied', null, { field: 'a.State' }],
	// XML: elements and attributes.
	['<R><State>Done</State><Text>ok</Text></R>', 'applied', 'ok'],
	['<R><State code="3">Done</State><Text x="1">ok</Text></R>', 'applied', 'ok'],
	[
		'<R><State code="3">Done</State></R>',
		'refused',
		null,
		{ field: 'State.@code', refusedValues: ['3'] },
	],
	['<R State="Rejected"/>', 'refused', null, { field: '@State' }],
	[
		'<R><Rows><State>Done</State></Rows><Rows><State>Rejected</State></Rows></R>',
		'refused',
		null,
		rows,
	],
	// Lists: the worst entry counts.
	[{ Rows: [row('Done'), row('Done')] }, 'applied', null, rows],
	[{ Rows: [row('Done', 'a'), row('Rejected', 'b'), row('Queued', 'c')] }, 'refused', 'b', rows],
	[{ Rows: [row('Rejected', 'a'), row('Rejected', 'b')] }, 'refused', 'a; b', rows],
	[{ Rows: [row('Done', 'a'), row('Queued', 'b')] }, 'pending', 'b', rows],
	[[{ State: 'Rejected' }, { State: 'Done' }], 'refused'],
	[
		{ A: [{ B: [{ S: 'Done' }] }, { B: [{ S: 'Rejected' }] }] },
		'refused',
		null,
		{ field: 'A.B.S' },
	],
	[{ States: ['Done', 'Rejected'] }, 'refused', null, { field: 'States' }],
	[{ Rows: [row('Done'), row('Rejected')] }, 'applied', null, { field: 'Rows.0.State' }],
	[
		{ Rows: [row('Rejected')], Errors: [{ Text: 'No client' }] },
		...['refused', 'No client', { ...rows, messageField: 'Errors.Text' }],
	] as unknown as Case,
	// Other transactions.
	[{ MessageId: 'm1', State: 'Done' }, 'applied'],
	[{ Rows: [row('Rejected', 'a', 'm2'), row('Done', 'b', 'm1')] }, 'applied', 'b', rows],
	// What the status field says counts, also where the response failed.
	[{ Success: false, State: 'Rejected' }, 'refused'],
	[{ Success: false, State: 'Queued' }, 'pending'],
	[{ Success: true, Errors: [], error: 'none', State: 'Done' }, 'applied'],
	[[{ ...row('Done', '', 'm2'), Success: false }, row('Done', '', 'm1')], 'applied'],
])('%j is %s', async (body, status, ...[said, changes]) => {
	const { cause, result } = await read(body, changes);
	expect(result).toMatchObject({ MessageId: 'm1', status, ...(said !== undefined && { said }) });
	expect(cause).toBeUndefined();
});

test.each<[body: unknown, cause: object, changes?: Partial<StatusSettings>]>([
	[{ Other: 'Done' }, { kind: 'noField', present: ['Other'] }],
	[{ Rows: [row('Done'), { Text: 'x' }] }, { kind: 'noField', present: ['Text'] }, rows],
	['null', { kind: 'noEntry' }],
	[{ Rows: [] }, { kind: 'noEntry' }, rows],
	[{ MessageId: 'm2', State: 'Done' }, { kind: 'otherTransaction' }],
	[{ message_id: 'm2', Result: { State: 'Done' } }, { kind: 'otherTransaction' }, nested],
	['<R MessageId="m2"><State>Done</State></R>', { kind: 'otherTransaction' }],
	['<R><MessageId t="g">m2</MessageId><State>Done</State></R>', { kind: 'otherTransaction' }],
	[{ Rows: [row('Done', 'a', 'm2')] }, { kind: 'otherTransaction' }, rows],
	[
		{ State: 'Done', Log: [{ Text: 'x' }, { Text: 'y' }] },
		{ kind: 'noRules', present: ['State', 'Log.Text'] },
		{ field: '' },
	],
	[{ State: 'Done' }, { kind: 'noRules', present: ['State'] }, { appliedValues: [] }],
	// A response that says that it failed.
	[{ Success: false, State: 'Done' }, { kind: 'failed' }],
	[{ is_success: 'False', State: 'Done' }, { kind: 'failed' }],
	[{ State: 'Done', Errors: [{ Message: 'record 2' }] }, { kind: 'failed' }],
	[{ Errors: ['x'], Result: { State: 'Done' } }, { kind: 'failed' }, nested],
	[{ Rows: [row('Done'), { ...row('Done'), Success: false }] }, { kind: 'failed' }, rows],
	[{ Success: false, Rows: [] }, { kind: 'failed' }, rows],
	[{ error: 'maintenance' }, { kind: 'failed' }],
	[{ Success: false, State: 'Done' }, { kind: 'failed' }, { field: '' }],
	['<R Success="false"><State>Done</State></R>', { kind: 'failed' }],
	['<R><Success t="b">false</Success><State>Done</State></R>', { kind: 'failed' }],
])('%j is unknown: %j', async (body, cause, ...[changes]) => {
	expect(await read(body, changes)).toMatchObject({ result: { status: 'unknown' }, cause });
});

test('the words that no list has, the response as it was read, and GUIDs in any case', async () => {
	const body = { Rows: [{ State: 'Queued' }, { State: 'In Work' }, { State: 'Queued' }] };
	expect(await read(body, rows)).toMatchObject({
		result: { response: body },
		words: ['Queued', 'In Work'],
	});
	const id = '2CD57827-B2E8-4827-AD57-000000000001';
	const { result } = await read({ MessageId: id.toLowerCase(), State: 'Done' }, {}, id);
	expect(result).toMatchObject({ MessageId: id, status: 'applied' });
});
