// A workflow that publishes through the real server: what was mapped arrives, as JSON and as XML.
import assert from 'node:assert/strict';

import { freePort } from '../../host/servers/server.mjs';
import { chain, dataOf, given, importFor, publishNode, type Context } from '../context.mjs';

export const title =
	'A publish executes in n8n, the sandbox holds what was sent, and a failed one says what became of it';

// Characters that a careless writer of XML or JSON would break.
const clients = {
	json: { Id: '0f0e0d0c-0b0a-4908-8706-0504030201aa', Name: 'Müller & "Söhne" <Nord>' },
	xml: { Id: '0f0e0d0c-0b0a-4908-8706-0504030201bb', Name: '  Lüfter > 2 & 日本  ' },
};

/** What the error output says of a write that was not taken, and of one that broke off. */
async function failedWrites({ n8n, sandbox }: Context): Promise<void> {
	const cases = [
		[`http://127.0.0.1:${await freePort()}`, { kind: 'connection', mayHaveBeenApplied: false }],
		[sandbox.url, { kind: 'status', mayHaveBeenApplied: true }],
	] as const;
	sandbox.setFault({ fault: { kind: 'status', status: 500 } });
	for (const [baseUrl, expected] of cases) {
		const publish = publishNode({ onError: 'continueRegularOutput' });
		const workflow = chain(`Failed ${expected.kind}`, given('Client', clients.json), publish);
		const saved = await importFor(n8n, baseUrl, workflow);
		const [item] = dataOf(await n8n.api.runWorkflow(saved), 'Publish');
		assert.equal(typeof item?.error, 'string');
		const { kind, mayHaveBeenApplied } = item?.details as Record<string, unknown>;
		assert.deepEqual({ kind, mayHaveBeenApplied }, expected);
	}
	sandbox.clearFaults();
}

export async function run(context: Context): Promise<void> {
	const { n8n, sandbox, credential } = context;
	for (const [requestFormat, client] of Object.entries(clients)) {
		const publish = publishNode({}, { requestFormat });
		const workflow = chain(`Publish as ${requestFormat}`, given('Client', client), publish);
		const saved = await n8n.api.importWorkflow(workflow, [credential]);
		const [receipt] = dataOf(await n8n.api.runWorkflow(saved), 'Publish');
		assert.equal(receipt?.recordCount, 1);
		assert.equal(typeof receipt.MessageId, 'string');
		assert.equal(sandbox.find('client', client.Id)?.Name, client.Name);
	}
	await failedWrites(context);
}
