// A workflow that publishes through the real server: what was mapped arrives, as JSON and as XML.
import assert from 'node:assert/strict';

import type { WorkflowNode } from '../../host/rest/apiTypes.mjs';
import { chain, itemsOf, projectServices, type Context } from '../context.mjs';

export const title = 'A publish executes in n8n, and the sandbox holds what was sent';

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

export async function run({ n8n, sandbox, credential }: Context): Promise<void> {
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
}
