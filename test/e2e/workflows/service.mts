// Check, and the status of what was published, in a real n8n against the sandbox.
import assert from 'node:assert/strict';

import { REFUSAL } from '../../sandbox/queue';
import { sampleIds } from '../../sandbox/state';
import {
	chain,
	type Context,
	dataOf,
	itemsNodes,
	itemsOf,
	projectServices,
	publishNode,
} from '../context.mjs';

export const title = 'A service is checked, and what it accepted is followed until it is final';
export const seconds = 240;

const service = { resource: 'service' };

async function checks({ n8n, sandbox, credential }: Context): Promise<void> {
	const check = (returnAs: string) =>
		projectServices('Check', {
			...{ ...service, operation: 'check', returnAs },
			idsToTry: { productCatalogId: sampleIds.catalog, taskId: sampleIds.task },
		});
	sandbox.forgetRequests();
	const answers = chain('Answers', check('items'));
	const saved = await n8n.api.importWorkflow(answers, [credential]);
	const rows = dataOf(await n8n.api.runWorkflow(saved), 'Check');
	const answerOf = (id: string) => rows.find((row) => row.id === id)?.answer;
	assert.equal(rows.length, 17);
	assert.deepEqual(
		['reachable', 'authentication', 'productCatalog.firstPage', 'lists.withoutId'].map(answerOf),
		['yes', 'notRequired', '1', 'none'],
	);
	assert.ok(sandbox.requests.length <= 20);
	assert.ok(sandbox.requests.every(({ applied }) => applied !== true));
	const asFile = await n8n.api.importWorkflow(chain('File', check('file')), [credential]);
	const [item] = itemsOf(await n8n.api.runWorkflow(asFile), 'Check');
	assert.equal(item?.json.fileName, 'service-check.json');
	const { binary }: { readonly binary?: { readonly data?: unknown } } = Object(item);
	assert.ok(binary?.data);
	const settings = chain('Settings', check('settings'));
	const asked = await n8n.api.importWorkflow(settings, [credential]);
	assert.deepEqual(dataOf(await n8n.api.runWorkflow(asked), 'Check'), [
		{ responseFormat: 'json', firstPage: 1 },
	]);
}

/** The panel of a check, with what it says before it is run. */
async function shows({ n8n, credential, editor }: Context): Promise<void> {
	const check = projectServices('Check', { ...service, operation: 'check' });
	const saved = await n8n.api.importWorkflow(chain('Panel of a check', check), [credential]);
	const { page, openNode, openWorkflow, takeConsoleErrors } = await editor();
	await openWorkflow(saved.id);
	await openNode(check.name);
	await page.getByText('Check only reads:').waitFor();
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('ndv-items-count').first().waitFor();
	assert.deepEqual(takeConsoleErrors(), []);
}

async function follows({ n8n, sandbox, credential }: Context): Promise<void> {
	const status = projectServices('Status', {
		...{ ...service, operation: 'getTransactionStatus', messageId: '={{ $json.MessageId }}' },
		...{ statusPath: '/SI/Status/{MessageId}', statusField: 'Result.State' },
		...{ appliedValues: 'Imported', refusedValues: 'Rejected', messageField: 'Result.Text' },
		options: { waitMinutes: 1 },
	});
	const clients = ['Harbour Hotel', 'Museum of Light', 'Old Mill'].map((Name) => ({ Name }));
	const publish = publishNode({}, { recordsPerRequest: 1 });
	const workflow = chain('Followed', ...itemsNodes(clients), publish, status);
	const saved = await n8n.api.importWorkflow(workflow, [credential]);
	sandbox.setOptions({ queue: { asks: 1, refuses: 'Museum' } });
	const execution = await n8n.api.runWorkflow(saved);
	sandbox.setOptions({ queue: undefined });
	assert.deepEqual(
		dataOf(execution, 'Status').map((row) => [row.status, row.said]),
		[
			['applied', null],
			['refused', REFUSAL],
			['applied', null],
		],
	);
}

export async function run(context: Context): Promise<void> {
	await checks(context);
	await follows(context);
	await shows(context);
}
