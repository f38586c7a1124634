// Every workflow in examples/ is imported, given the credential and nothing else, and run in n8n.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Credential, Execution, Item, SavedWorkflow, Workflow } from '../host/apiTypes.mjs';
import { projectFolder } from '../host/location.cjs';
import { startPostgres } from '../host/services.mjs';
import { itemsOf, type Context } from './context.mjs';

export const title = 'Every example runs as imported and does what it says';
export const defaultHostOnly = true;
export const seconds = 240;

const folder = path.join(projectFolder, 'examples');
const catalog = 'CAT-1001';

async function load(
	context: Context,
	name: string,
	more: Credential[] = [],
): Promise<SavedWorkflow> {
	const workflow = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Workflow;
	return await context.n8n.api.importWorkflow(workflow, [context.credential, ...more]);
}

/** The items of one branch of a node; none where the node did not run. */
function branch(execution: Execution, node: string, index: number): Item[] {
	return execution.nodes[node]?.at(-1)?.outputs[index] ?? [];
}

async function demo(context: Context): Promise<void> {
	const execution = await context.n8n.api.runWorkflow(await load(context, 'demo.json'));
	assert.equal(itemsOf(execution, 'Purchase Orders').length, 5);
	assert.equal(itemsOf(execution, 'Clients Read Back').length, 3);
}

async function catalogToDataTable(context: Context): Promise<void> {
	const { n8n, sandbox } = context;
	const workflow = await load(context, 'catalog-to-data-table.json');
	const changed = async () =>
		itemsOf(await n8n.api.runWorkflow(workflow, { trigger: 'Start' }), 'Changed Products');
	const all = await changed();
	assert.equal(all.length, 250);
	assert.equal((await changed()).length, 0, 'Nothing changed, and still products were read.');
	const [first] = all;
	const id = String(first?.json.Id);
	assert.ok(sandbox.change('product', id, { Model: 'Changed' }), `${catalog} has no ${id}.`);
	const after = await changed();
	assert.deepEqual(
		after.map((item) => [item.json.Id, item.json.Model]),
		[[id, 'Changed']],
	);
}

async function clientsFromDataTable(context: Context): Promise<void> {
	const workflow = await load(context, 'clients-from-data-table.json');
	const execution = await context.n8n.api.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.error?.message);
	const ids = ['5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01', '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b02'];
	for (const id of ids) assert.ok(context.sandbox.find('client', id), `${id} did not arrive.`);
	assert.equal(branch(execution, 'Sent', 0).length > 0, true);
	const [noted, ...others] = branch(execution, 'Note Problem', 0);
	assert.equal(noted?.json.ClientId, 'not-a-guid');
	assert.notEqual(noted?.json.Problem ?? '', '');
	assert.deepEqual(others, []);
}

async function changeOrdersToTasks(context: Context): Promise<void> {
	const before = context.sandbox.requests.length;
	const workflow = await load(context, 'change-orders-to-tasks.json');
	const told = itemsOf(await context.n8n.api.runWorkflow(workflow), 'Tell the Task');
	assert.ok(told.length > 0, 'There was no task to tell.');
	const writes = context.sandbox.requests
		.slice(before)
		.filter(({ method, status }) => method === 'POST' && status === 200);
	assert.equal(writes.length, told.length);
}

async function timeSheetApproval(context: Context): Promise<void> {
	// One sheet for each way through the workflow.
	const sheet = { Approved: false, DurationOverTime: 0 };
	context.sandbox.change('timeSheet', 'TS-1001', { ...sheet, Duration: 4 });
	context.sandbox.change('timeSheet', 'TS-1002', { ...sheet, Duration: 40 });
	const workflow = await load(context, 'time-sheet-approval.json');
	const execution = await context.n8n.api.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.error?.message);
	const within = branch(execution, 'Within the Limit', 0);
	const above = branch(execution, 'Within the Limit', 1);
	assert.ok(within.some(({ json }) => json.Id === 'TS-1001'));
	assert.ok(above.some(({ json }) => json.Id === 'TS-1002'));
	for (const { json } of within) {
		assert.equal(context.sandbox.find('timeSheet', String(json.Id))?.CF6, true);
	}
	assert.equal(branch(execution, 'To Look At', 0).length, above.length);
}

async function purchaseOrderLines(context: Context): Promise<void> {
	const postgres = await startPostgres();
	try {
		const { port, user, database } = postgres;
		const data = { host: '127.0.0.1', port, user, database, password: 'none', ssl: 'disable' };
		const credential = await context.n8n.api.createCredential('postgres', data);
		const workflow = await load(context, 'purchase-order-lines-to-postgresql.json', [credential]);
		const rows = async () => {
			itemsOf(await context.n8n.api.runWorkflow(workflow), 'Save Lines');
			const columns = 'line_id, order_number, quantity, total_price';
			return await postgres.query(`SELECT ${columns} FROM purchase_order_lines ORDER BY line_id`);
		};
		const first = await rows();
		const orders = ['PO-1001', 'PO-1002', 'PO-1003'];
		const lines = orders.flatMap((id) => {
			const order = context.sandbox.find('purchaseOrder', id);
			return (order?.PurchaseOrderItems ?? []) as Array<Record<string, unknown>>;
		});
		assert.deepEqual(
			first.map(([id]) => id),
			lines.map(({ Id }) => Id),
		);
		assert.deepEqual(await rows(), first);
	} finally {
		await postgres.stop();
	}
}

/** Run by hand, the trigger gives a sample; that it follows changes is a scenario of its own. */
async function changedProductsTrigger(context: Context): Promise<void> {
	const workflow = await load(context, 'changed-products-trigger.json');
	const execution = await context.n8n.api.runWorkflow(workflow);
	const sample = itemsOf(execution, 'Changed Product');
	assert.ok(sample.length > 0, 'The trigger gave no sample.');
	assert.equal(itemsOf(execution, 'Note Product').length, sample.length);
}

const checks: Record<string, (context: Context) => Promise<void>> = {
	'catalog-to-data-table.json': catalogToDataTable,
	'change-orders-to-tasks.json': changeOrdersToTasks,
	'changed-products-trigger.json': changedProductsTrigger,
	'clients-from-data-table.json': clientsFromDataTable,
	'demo.json': demo,
	'purchase-order-lines-to-postgresql.json': purchaseOrderLines,
	'time-sheet-approval.json': timeSheetApproval,
};

export async function run(context: Context): Promise<void> {
	const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
	assert.deepEqual(files.sort(), Object.keys(checks), 'Every example needs a check.');
	const failures: string[] = [];
	for (const [name, check] of Object.entries(checks)) {
		try {
			await check(context);
		} catch (error) {
			failures.push(`${name}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
		}
	}
	assert.equal(failures.length, 0, failures.join('\n'));
}
