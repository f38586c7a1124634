// The custom data of an execution: it is found by the MessageId of a publish.
import { runNode } from '../../../engine.mjs';
import { type Listener, messageId, startListener } from '../server.mjs';
import { clientPublish } from './clientPublish';

let service: Listener;

beforeAll(async () => {
	service = await startListener();
});
afterAll(async () => await service.stop());

async function metadataOf(requests: number): Promise<unknown> {
	service.reset();
	const { data, error } = await runNode({
		parameters: clientPublish({ recordsPerRequest: 1 }),
		items: Array.from({ length: requests }, (_, index) => ({ Name: `Client ${index}` })),
		credential: { baseUrl: service.url, authentication: 'none' },
		mode: 'trigger',
	});
	expect(error).toBeUndefined();
	return data.resultData.metadata;
}

test('holds the MessageId of a publish', async () => {
	expect(await metadataOf(1)).toEqual({ MessageId: messageId(0) });
});

test('holds five at most, so that the workflow has room for its own', async () => {
	expect(await metadataOf(7)).toEqual({
		MessageId: messageId(0),
		MessageId2: messageId(1),
		MessageId3: messageId(2),
		MessageId4: messageId(3),
		MessageId5: messageId(4),
	});
});
