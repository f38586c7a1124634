// The read of clients by their IDs in n8n's engine against the simulated service.
import { sampleClientIds } from '../../../../sandbox/state';
import type { Sandbox } from '../../../../sandbox/server.mjs';
import { reply } from '../../../service.mjs';
import { serve } from '../../bareOrders.mjs';
import { pairs, withSandbox } from '../support.mjs';

jest.setTimeout(60_000);

let sandbox: Sandbox;
const read = withSandbox((started) => {
	sandbox = started;
});

const ids = sampleClientIds(1, 30);

test('clients are gathered over all items, asked once, and paired with everybody who asked', async () => {
	const items = [
		{ ids: ids.slice(0, 2).join(',') },
		{ ids: `${ids[1]?.toUpperCase()}\n ${ids[2]} ` },
	];
	const result = await read('client/getAll', { clientIds: '={{ $json.ids }}' }, { items });
	expect(result.json.map((json) => (json as { Id: string }).Id)).toEqual(ids.slice(0, 3));
	expect(pairs(result.outputs[0])).toEqual([
		[{ item: 0 }],
		[{ item: 0 }, { item: 1 }],
		[{ item: 1 }],
	]);
	expect(sandbox.requests.map(({ body }) => body)).toEqual([ids.slice(0, 3)]);
});

test.each(['json', 'xml', 'form'])('clients are asked for in %s', async (requestFormat) => {
	const service = { requestFormat };
	const result = await read('client/getAll', { clientIds: ids.join(',') }, { service });
	expect(result.error).toBeUndefined();
	expect(result.json).toHaveLength(30);
});

test('101 IDs go out in two requests, and those not found are counted', async () => {
	const unknown = Array.from({ length: 71 }, (_, index) => `unknown-${index}`);
	const result = await read('client/getAll', { clientIds: [...ids, ...unknown].join('\r\n') });
	expect(result.json).toHaveLength(30);
	expect(sandbox.requests).toHaveLength(2);
	expect(result.hints[0]?.message).toContain('71 of 101 client IDs were not found');
});

test('clients that come twice or were not requested are all returned, with hints', async () => {
	const [first = '', second = '', other = ''] = ids;
	const given = [first, second, first.toUpperCase(), other, other];
	const body = given.map((Id) => ({ Id, Name: 'N' }));
	const { url: baseUrl } = await serve(reply(200, JSON.stringify(body)));
	const credential = { baseUrl, authentication: 'none' };
	const result = await read('client/getAll', { clientIds: `${first},${second}` }, { credential });
	expect(result.json).toHaveLength(5);
	expect(result.hints.map(({ message }) => message)).toEqual([
		'IDs repeat: 2 records have the ID of an earlier one.',
		`The service returned 1 client beside those requested: ${other}`,
	]);
});

test('items that disagree on Output stop the node before anything is sent', async () => {
	const items = ['raw', 'simplified'].map((mode, index) => ({ id: ids[index], mode }));
	const parameters = { clientIds: '={{ $json.id }}', output: '={{ $json.mode }}' };
	const { error } = await read('client/getAll', parameters, { items });
	expect(error?.message).toContain("'Output' differs between input items");
	expect(sandbox.requests).toEqual([]);
});

test('an ID that was not found is named if any item that named it did not fail', async () => {
	sandbox.setFault({
		address: 'client/getAll',
		nth: 2,
		times: 1,
		fault: { kind: 'status', status: 400 },
	});
	const many = Array.from({ length: 100 }, (_, index) => ({ ids: `unknown-${index}` }));
	const items = [...many, { ids: `unknown-0, ${ids[0]}` }];
	const options = { requests: { concurrency: 1 } };
	const parameters = { clientIds: '={{ $json.ids }}', options };
	const result = await read('client/getAll', parameters, { items, onError: 'continueErrorOutput' });
	expect(pairs(result.outputs[1])).toEqual([{ item: 100 }]);
	expect(result.outputs[0]).toEqual([]);
	expect(result.hints[0]?.message).toContain('100 of 101 client IDs were not found: unknown-0,');
});
