// The trigger polls in an activated workflow: nothing for what was there, one execution for one change.
import assert from 'node:assert/strict';

import type { Execution, SavedWorkflow, Workflow } from '../../host/rest/apiTypes.mjs';
import type { RunningN8n } from '../../host/servers/n8n.mjs';
import { sleep, waitUntil } from '../../host/servers/server.mjs';
import type { Sandbox } from '../../sandbox/server.mjs';
import { behind, dataOf, projectServices, type Context } from '../context.mjs';

export const title =
	'The trigger stays quiet about what was there and tells a change once, also over a restart';

export const pollSeconds = 3;
const waitSeconds = 60;

/** Poll times every few seconds: n8n accepts no interval below a minute, but any number of times. */
export const pollTimes = Array.from({ length: 60 / pollSeconds }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * pollSeconds} * * * * *`,
}));

/** A workflow that watches change order projects, every few seconds. */
export function watching(name: string): Workflow {
	const parameters = { event: 'changeOrderProjectChanged', pollTimes: { item: pollTimes } };
	const node = projectServices('Watch', parameters);
	return behind({ ...node, type: `${node.type}Trigger` }, name);
}

/** The executions that the trigger started, the oldest first. */
async function started(n8n: RunningN8n, { id }: SavedWorkflow): Promise<string[]> {
	const listed = (await n8n.api.listExecutions(id)).filter(({ mode }) => mode === 'trigger');
	return listed.map((entry) => entry.id).reverse();
}

/** Waits for the execution after those that are known, and makes sure that no other follows it. */
export async function onlyNext(
	n8n: RunningN8n,
	sandbox: Sandbox,
	workflow: SavedWorkflow,
	known: number,
): Promise<Execution> {
	const id = await waitUntil('An execution by the trigger', waitSeconds, async () => {
		return (await started(n8n, workflow))[known];
	});
	const execution = await n8n.api.waitForExecution(workflow.id, id, waitSeconds);
	await assertQuiet(n8n, sandbox, workflow, known + 1);
	return execution;
}

/** Two polls reach the service without a new execution. */
export async function assertQuiet(
	n8n: RunningN8n,
	{ requests }: Sandbox,
	workflow: SavedWorkflow,
	known: number,
): Promise<void> {
	const before = requests.length;
	await waitUntil('Two polls', waitSeconds, async () => {
		const polls = requests.slice(before).map(({ arrivedAt }) => {
			return Math.floor(arrivedAt / 1000 / pollSeconds);
		});
		return new Set(polls).size > 1 ? true : undefined;
	});
	assert.equal((await started(n8n, workflow)).length, known);
}

/** What the trigger gave: the ids of its items. */
export function idsOf(execution: Execution): unknown[] {
	return dataOf(execution, 'Watch').map(({ Id }) => Id);
}

export async function run({ n8n, sandbox, credential }: Context): Promise<void> {
	const workflow = await n8n.api.importWorkflow(watching('Watching'), [credential]);
	await n8n.api.activate(workflow);
	await assertQuiet(n8n, sandbox, workflow, 0);
	sandbox.change('changeOrderProject', 'CO-1002', { Progress: 'Completed' });
	assert.deepEqual(idsOf(await onlyNext(n8n, sandbox, workflow, 0)), ['CO-1002']);
	// What changes while n8n is down is told when it is back; what was told before is not told again.
	const restarting = n8n.restart();
	await sleep(2_000);
	sandbox.change('changeOrderProject', 'CO-1003', { Progress: 'Completed' });
	await restarting;
	assert.deepEqual(idsOf(await onlyNext(n8n, sandbox, workflow, 1)), ['CO-1003']);
	await n8n.api.deactivate(workflow);
}
