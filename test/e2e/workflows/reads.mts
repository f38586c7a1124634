// Workflows that read through the real server: what the service holds is what comes out, and what differs from its
// document is said once, beside the items and in n8n's log.
import assert from 'node:assert/strict';

import { reply } from '../../nodes/service.mjs';
import {
	chain,
	dataOf,
	importFor,
	itemsNodes,
	projectServices,
	withService,
	type Context,
} from '../context.mjs';

export const title =
	'A read executes in n8n, delivers what the service holds, and says what is new';
export const short = true;

const hint =
	"The service sent fields of the product catalog that this version does not know: Products[].Warranty. Raw items have those of the records unchanged; to select these, enter their names under 'Other Fields'.";

async function saysWhatIsNew({ n8n }: Context): Promise<void> {
	const products = ['1', '2', '3'].map((Id) => ({ Id, Warranty: { Months: Id } }));
	const read = projectServices('Get', {
		...{ resource: 'productCatalog', operation: 'get', id: 'C', output: 'raw', returnAll: true },
	});
	await withService(
		(response, request, number) => {
			const page = Number(new URL(request.url, 'http://127.0.0.1').searchParams.get('pageNumber'));
			const Products = products.slice(page - 1, page);
			const catalog = { Id: 'C', Name: 'N', TotalProductsCount: 3, Products };
			reply(200, JSON.stringify(catalog))(response, request, number);
		},
		async ({ url }) => {
			const saved = await importFor(n8n, url, chain('Grown', read), { productsPerPage: 1 });
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

/** A credential whose expressions give input items different values stops the node before anything is sent. */
async function usesOneCredential({ n8n }: Context): Promise<void> {
	const read = projectServices('Get', { resource: 'purchaseOrder', operation: 'get', id: 'PO-1' });
	const keys: string[] = [];
	await withService(
		(response, request, number) => {
			keys.push(String(request.headers['x-key']));
			reply(200, JSON.stringify({ Id: 'PO-1' }))(response, request, number);
		},
		async ({ url }) => {
			for (const headerValue of ['={{ $json.key }}', "={{ $('Split').item.json.key }}"]) {
				const access = { authentication: 'headerKey', headerName: 'X-Key', headerValue };
				const runWith = async (...all: readonly string[]) => {
					keys.length = 0;
					const workflow = chain('Keys', ...itemsNodes(all.map((key) => ({ key }))), read);
					return await n8n.api.runWorkflow(await importFor(n8n, url, workflow, access));
				};
				assert.equal(dataOf(await runWith('first', 'first'), 'Get').length, 2);
				assert.deepEqual(keys, ['first', 'first']);
				const { error } = await runWith('first', 'second');
				assert.match(String(error?.message), /credential gives the input items different values/);
				assert.deepEqual(keys, []);
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
	await usesOneCredential(context);
}
