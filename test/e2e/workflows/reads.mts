// Workflows that read through the real server: what the service holds is what comes out, and what differs from its
// document is said once, beside the items and in n8n's log.
import assert from 'node:assert/strict';

import { reply } from '../../nodes/service.mjs';
import {
	accepted,
	chain,
	credentialType,
	dataOf,
	importFor,
	itemsNodes,
	projectServices,
	publishNode,
	withService,
	type Context,
} from '../context.mjs';

export const title =
	'A read executes in n8n, delivers what the service holds, and says what is new';

const hint =
	"The service sent fields of the product catalog that this version does not know: Products[].Warranty. Raw items have them unchanged; to select them, enter their names under 'Other Fields'.";

async function saysWhatIsNew({ n8n }: Context): Promise<void> {
	const products = ['1', '2', '3'].map((Id) => ({ Id, Warranty: { Months: Id } }));
	const read = projectServices('Get', {
		...{ resource: 'productCatalog', operation: 'get', id: 'C', output: 'raw', returnAll: true },
		options: { pageSize: 1 },
	});
	await withService(
		(response, request, number) => {
			const page = Number(new URL(request.url, 'http://127.0.0.1').searchParams.get('pageNumber'));
			const Products = products.slice(page - 1, page);
			const catalog = { Id: 'C', Name: 'N', TotalProductsCount: 3, Products };
			reply(200, JSON.stringify(catalog))(response, request, number);
		},
		async ({ url }) => {
			const saved = await importFor(n8n, url, chain('Grown', read));
			const before = n8n.log().length;
			const execution = await n8n.api.runWorkflow(saved);
			assert.deepEqual(dataOf(execution, 'Get'), products);
			const hints = execution.nodes.Get?.flatMap((one) => one.hints) ?? [];
			assert.deepEqual(
				hints.map(({ message }) => message),
				[hint],
			);
			assert.equal(n8n.log().slice(before).split(`Get: ${hint}`).length, 2);
		},
	);
}

/** What n8n gives for an expression about an item that does not exist tells that a credential differs by item. */
async function usesTheCredentialOfEachItem({ n8n }: Context): Promise<void> {
	const items = ['first', 'second'].map((key) => ({ key }));
	const read = projectServices('Get', {
		...{ resource: 'purchaseOrder', operation: 'get', id: 'PO-1' },
		options: { requests: { maxRetries: 0 } },
	});
	const publish = publishNode({}, { ignoreUnknownFields: true });
	const keys: string[] = [];
	await withService(
		(response, request, number) => {
			keys.push(String(request.headers['x-key']));
			const body = request.method === 'GET' ? JSON.stringify({ Id: 'PO-1' }) : accepted;
			reply(200, body)(response, request, number);
		},
		async ({ url }) => {
			for (const headerValue of ['={{ $json.key }}', "={{ $('Split').item.json.key }}"]) {
				const values = {
					baseUrl: url,
					authentication: 'headerKey',
					headerName: 'X-Key',
					headerValue,
				};
				const credential = await n8n.api.createCredential(credentialType, values, headerValue);
				const runOf = async (node: typeof read, list: readonly object[]) => {
					keys.length = 0;
					const workflow = chain('Keys', ...itemsNodes(list), node);
					const saved = await n8n.api.importWorkflow(workflow, [credential]);
					return await n8n.api.runWorkflow(saved);
				};
				assert.equal(dataOf(await runOf(read, items), 'Get').length, 2);
				assert.deepEqual([...keys].sort(), ['first', 'second']);
				const named = items.map((item) => ({ ...item, Name: 'N' }));
				const { error } = await runOf(publish, named);
				assert.match(String(error?.message), /credential gives the input items different values/);
				assert.deepEqual(keys, []);
				await runOf(publish, named.slice(0, 1));
				assert.deepEqual(keys, ['first']);
			}
		},
	);
}

export async function run(context: Context): Promise<void> {
	const { n8n, sandbox, credential } = context;
	const node = projectServices('Get', {
		...{ resource: 'changeOrderProject', operation: 'getAll', returnAll: true },
		filters: { includeImported: true },
	});
	const saved = await n8n.api.importWorkflow(chain('Change orders', node), [credential]);
	const items = dataOf(await n8n.api.runWorkflow(saved), 'Get');
	const held = [...sandbox.state.records.changeOrderProject.values()];
	assert.ok(held.length > 0, 'The sandbox holds no change orders.');
	assert.deepEqual(items, held);
	await saysWhatIsNew(context);
	await usesTheCredentialOfEachItem(context);
}
