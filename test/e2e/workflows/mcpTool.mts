// Another program uses the node through n8n's MCP Server Trigger: it lists the tools and calls one.
import assert from 'node:assert/strict';

import type { Json, Workflow } from '../../host/rest/apiTypes.mjs';
import { behind, link, projectServices, type Context } from '../context.mjs';

export const title = 'A client of the MCP Server Trigger reads a purchase order through the node';

const toolNode = 'Purchase order';
const orderId = 'PO-1001';
const path = 'project-services';

function serverWorkflow(): Workflow {
	const server = {
		name: 'MCP',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, authentication: 'none' },
	};
	const read = projectServices(toolNode, {
		resource: 'purchaseOrder',
		operation: 'get',
		id: "={{ $fromAI('Purchase_Order_ID', 'The ID of the purchase order', 'string') }}",
		output: 'simplified',
	});
	const workflow = behind(server, 'MCP server', { ...read, type: `${read.type}Tool` });
	return { ...workflow, connections: { [toolNode]: { ai_tool: [link('MCP', 'ai_tool')] } } };
}

/** One JSON-RPC message over Streamable HTTP: the response is JSON, or the last event of a stream. */
async function send(url: string, message: Json, session?: string) {
	const response = await fetch(url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...(session === undefined ? {} : { 'mcp-session-id': session }),
		},
		body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		signal: AbortSignal.timeout(30_000),
	});
	const text = await response.text();
	assert.ok(response.ok, `${response.status}: ${text}`);
	const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '');
	const body = text.startsWith('{') ? text : (events.at(-1) ?? '{}');
	const { result } = JSON.parse(body) as { result?: Json };
	return { result, session: response.headers.get('mcp-session-id') ?? undefined };
}

export async function run({ n8n, sandbox, credential }: Context): Promise<void> {
	const workflow = await n8n.api.importWorkflow(serverWorkflow(), [credential]);
	await n8n.api.activate(workflow);
	try {
		const url = `${n8n.url}/mcp/${path}`;
		const client = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
		const hello = { protocolVersion: '2025-03-26', ...client };
		const { session } = await send(url, { id: 1, method: 'initialize', params: hello });
		await send(url, { method: 'notifications/initialized' }, session);
		const listed = await send(url, { id: 2, method: 'tools/list' }, session);
		const [tool] = (listed.result?.tools ?? []) as Array<{ name: string; description: string }>;
		assert.match(tool?.description ?? '', /purchase order/i);
		const params = { name: tool?.name, arguments: { Purchase_Order_ID: orderId } };
		const called = await send(url, { id: 3, method: 'tools/call', params }, session);
		const vendor = String(sandbox.find('purchaseOrder', orderId)?.Vendor);
		const told = JSON.stringify(called.result);
		assert.ok(told.includes(JSON.stringify(vendor).slice(1, -1)), `The client was told: ${told}`);
	} finally {
		await n8n.api.deactivate(workflow);
	}
}
