// The custom data of an execution: it is found by the MessageId of a publish, where n8n offers custom data.
import type { IExecuteFunctions } from 'n8n-workflow';

import { saveMessageId } from '../../../../../nodes/ProjectServices/operations/publish/write';
import { clients, messageId, publish } from './writing.mjs';

test('holds five MessageIds at most, so that the workflow has room for its own', async () => {
	const options = { recordsPerRequest: 1 };
	const { data } = await publish({ options, items: clients(7), mode: 'trigger' });
	expect(data.resultData.metadata).toEqual({
		MessageId: messageId(0),
		MessageId2: messageId(1),
		MessageId3: messageId(2),
		MessageId4: messageId(3),
		MessageId5: messageId(4),
	});
});

test('holds each MessageId once; without custom data, as in n8n 1, nothing fails', () => {
	const saved = new Map<string, string>();
	const customData = {
		get: (key: string) => saved.get(key),
		set: (key: string, value: string) => saved.set(key, value),
	};
	for (const context of [{ customData }, {}])
		for (const MessageId of ['a', 'b', 'a'])
			saveMessageId(context as unknown as IExecuteFunctions, { receipt: { MessageId } });
	expect(Object.fromEntries(saved)).toEqual({ MessageId: 'a', MessageId2: 'b' });
});
