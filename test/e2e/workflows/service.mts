// Check, the status of what was published, and a publish that waits until it is applied, against the sandbox.
import assert from 'node:assert/strict';

import { REFUSAL, STATUS_PATH } from '../../sandbox/queue';
import { startSandbox } from '../../sandbox/server.mjs';
import { sampleIds } from '../../sandbox/state';
import {
	chain,
	type Context,
	dataOf,
	importFor,
	itemsNodes,
	projectServices,
	publishNode,
} from '../context.mjs';

export const title = 'A service is checked, and what it received is followed until it is final';
export const seconds = 240;

const service = { resource: 'service' };

/** A check in its panel. */
async function checks({ n8n, credential, editor }: Context): Promise<void> {
	const asked = { ...service, operation: 'check', catalogId: sampleIds.catalog };
	const node = projectServices('Check', asked);
	const saved = await n8n.api.importWorkflow(chain('Check', node), [credential]);
	const rows = dataOf(await n8n.api.runWorkflow(saved), 'Check');
	assert.deepEqual(
		rows.map(({ id, answer }) => `${String(id)}: ${String(answer)}`),
		[
			...['reachable: yes', 'authentication: notRequired', 'format: both'],
			...['firstPage: 1', 'dates.offset: offset'],
		],
	);
	const { page, openNode, openWorkflow, takeConsoleErrors } = await editor();
	await openWorkflow(saved.id);
	await openNode(node.name);
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('ndv-items-count').first().waitFor();
	assert.deepEqual(takeConsoleErrors(), []);
}

const clients = ['Harbour Hotel', 'No price list', 'Old Mill'].map((Name, number) => ({
	Id: `6f9619ff-8b86-d011-b42d-${String(number).padStart(12, '0')}`,
	Name,
}));
const statuses = {
	...{ statusPath: STATUS_PATH, statusField: 'Result.State' },
	...{ appliedValues: 'Imported', refusedValues: 'Rejected', messageField: 'Result.Text' },
	refusedAppliesNothing: true,
};

/** A queue that is asked for by an operation of its own, and by the publish itself. */
async function follows({ n8n }: Context): Promise<void> {
	const sandbox = await startSandbox({ queue: { asks: 1, refuses: 'No price list' } });
	const run = async (name: string, ...nodes: ReturnType<typeof publishNode>[]) => {
		const workflow = chain(name, ...itemsNodes(clients), ...nodes);
		const settings = { ...statuses, recordsPerRequest: name === 'Followed' ? 1 : 500 };
		return await n8n.api.runWorkflow(await importFor(n8n, sandbox.url, workflow, settings));
	};
	try {
		const status = projectServices('Status', {
			...{ ...service, operation: 'getTransactionStatus', messageId: '={{ $json.MessageId }}' },
			options: { waitMinutes: 1 },
		});
		assert.deepEqual(
			dataOf(await run('Followed', publishNode(), status), 'Status').map((row) => [
				row.status,
				row.said,
			]),
			[
				['applied', null],
				['refused', REFUSAL],
				['applied', null],
			],
		);
		sandbox.reset();
		const options = { confirm: 'wait', confirmMinutes: 2 };
		const execution = await run(
			'Confirmed',
			publishNode({ onError: 'continueErrorOutput' }, options),
		);
		const [regular = [], errors = []] = execution.nodes.Publish?.at(-1)?.outputs ?? [];
		assert.ok(regular.length > 0 && regular.every(({ json }) => json.status === 'applied'));
		assert.deepEqual(
			errors.map(({ json }) => [json.Name, json.error]),
			[['No price list', REFUSAL]],
		);
		const isThere = ({ Id }: { Id: string }) => sandbox.find('client', Id) !== undefined;
		assert.deepEqual(clients.map(isThere), [true, false, true]);
	} finally {
		await sandbox.stop();
	}
}

export async function run(context: Context): Promise<void> {
	await checks(context);
	await follows(context);
}
