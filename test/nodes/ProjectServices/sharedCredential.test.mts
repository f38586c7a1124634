// A credential whose expressions give input items different values stops the node early.
import { reply, startBareService } from '../service.mjs';
import { runNode } from '../engine.mjs';

async function run(count: number, credentialOf: (itemIndex: number) => object, continues = false) {
	const service = await startBareService(reply(200, '{"Id":"PO-1"}'));
	const asked: number[] = [];
	const result = await runNode({
		credential: { baseUrl: service.url, authentication: 'headerKey', headerName: 'X-Key' },
		credentialOf: (itemIndex) => {
			asked.push(itemIndex);
			return credentialOf(itemIndex) as never;
		},
		items: Array.from({ length: count }, (_, index) => ({ id: `PO-${index}` })),
		parameters: { resource: 'purchaseOrder', operation: 'get', id: '={{ $json.id }}' },
		...(continues && { onError: 'continueErrorOutput' as const }),
	});
	await service.stop();
	return { ...result, asked, sent: service.arrived.length };
}

test.each<[string, number, (item: number) => string]>([
	['the second', 2, (item) => `key-${item}`],
	['the last', 5000, (item) => (item === 4999 ? 'other' : 'key')],
	['the second half', 5000, (item) => (item < 2500 ? 'key' : 'other')],
])('where %s of the input items has another key, nothing is sent', async (_, count, keyOf) => {
	const of = (item: number) => ({ headerValue: keyOf(item) });
	const { asked, error, sent } = await run(count, of);
	expect(error?.message).toContain('The credential gives the input items different values');
	expect(sent).toBe(0);
	expect(asked.length).toBeLessThan(40);
	const { outputs } = await run(2, (item) => ({ headerValue: `key-${item}` }), true);
	expect(outputs.map((output) => output.length)).toEqual([0, 2]);
});

test('one key for all input items is one credential, also where an item that does not exist has none', async () => {
	const of = (item: number) => {
		if (item > 2) throw new Error('No path back to node [Error resolving credentials]');
		return { headerValue: 'key' };
	};
	const { json, error } = await run(3, of);
	expect(error).toBeUndefined();
	expect(json).toHaveLength(3);
});

test('an expression that fails for an item is the error of the node', async () => {
	const of = (item: number) => {
		if (item === 1) throw new Error('The expression is broken');
		return { headerValue: 'key' };
	};
	expect((await run(2, of)).error?.message).toContain('The expression is broken');
});
