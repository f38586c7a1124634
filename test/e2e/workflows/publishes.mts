// A workflow that publishes through the real server: what was mapped arrives, as JSON and as XML.
import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';

import type { WorkflowNode } from '../../host/rest/apiTypes.mjs';
import { chain, credentialType, itemsOf, projectServices, type Context } from '../context.mjs';

export const title =
	'A publish executes in n8n, the sandbox holds what was sent, and a failed one says what became of it';

// Characters that a careless writer of XML or JSON would break.
const clients = {
	json: { Id: '0f0e0d0c-0b0a-4908-8706-0504030201aa', Name: 'Müller & "Söhne" <Nord>' },
	xml: { Id: '0f0e0d0c-0b0a-4908-8706-0504030201bb', Name: '  Lüfter > 2 & 日本  ' },
};

function given(client: object): WorkflowNode {
	return {
		name: 'Client',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify(client) },
	};
}

/** What the error output says of a write that nobody took, and of one that broke off. */
async function failedWrites({ n8n, sandbox }: Context): Promise<void> {
	const nobody = createServer();
	await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
	const { port } = nobody.address() as AddressInfo;
	await new Promise((resolve) => nobody.close(resolve));
	const cases = [
		{ baseUrl: `http://127.0.0.1:${port}`, kind: 'connection', mayHaveBeenApplied: false },
		{ baseUrl: sandbox.url, kind: 'status', mayHaveBeenApplied: true },
	];
	sandbox.setFault({ nth: 1, fault: { kind: 'status', status: 500 } });
	for (const { baseUrl, ...expected } of cases) {
		const credential = await n8n.api.createCredential(credentialType, { baseUrl });
		const publish = {
			...projectServices('Publish', {
				resource: 'client',
				operation: 'publish',
				listId: 'north',
				listName: 'Clients of the North',
				record: { mappingMode: 'autoMapInputData', value: null },
				options: { maxRetries: 0 },
			}),
			onError: 'continueRegularOutput' as const,
		};
		const workflow = chain(`Failed publish ${expected.kind}`, given(clients.json), publish);
		const saved = await n8n.api.importWorkflow(workflow, [credential]);
		const [item] = itemsOf(await n8n.api.runWorkflow(saved), 'Publish');
		assert.equal(typeof item?.json.error, 'string');
		const details = item?.json.details as Record<string, unknown>;
		const { kind, mayHaveBeenApplied } = details;
		assert.deepEqual({ kind, mayHaveBeenApplied }, expected);
	}
	sandbox.clearFaults();
}

export async function run(context: Context): Promise<void> {
	const { n8n, sandbox, credential } = context;
	for (const [requestFormat, client] of Object.entries(clients)) {
		const publish = projectServices('Publish', {
			resource: 'client',
			operation: 'publish',
			listId: 'north',
			listName: 'Clients of the North',
			record: { mappingMode: 'autoMapInputData', value: null },
			options: { requestFormat },
		});
		const workflow = chain(`Publish as ${requestFormat}`, given(client), publish);
		const saved = await n8n.api.importWorkflow(workflow, [credential]);
		const [answer] = itemsOf(await n8n.api.runWorkflow(saved), 'Publish');
		assert.equal(answer?.json.recordCount, 1);
		assert.equal(typeof answer?.json.MessageId, 'string');
		assert.equal(sandbox.find('client', client.Id)?.Name, client.Name);
	}
	await failedWrites(context);
}
