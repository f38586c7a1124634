// n8n's durable scheduler and poll cursors, with two mains: one crashes in the middle of a poll, and the other
// gives the change, once.
import assert from 'node:assert/strict';

import { startQueueMode, type QueueMode } from '../../host/servers/queueMode.mjs';
import type { RunningN8n } from '../../host/servers/n8n.mjs';
import { waitUntil } from '../../host/servers/server.mjs';
import { importFor, type Context } from '../context.mjs';
import { assertQuiet, idsOf, onlyNext, watching } from '../workflows/trigger.mjs';

export const title = 'With durable polling, a change comes once although a main crashes in a poll';
export const defaultHostOnly = true;
export const ownN8n = true;
export const seconds = 600;

/** Durable polling in n8n 2.41, with short intervals for the test. */
const durable = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_REAPER_INTERVAL: '2',
	N8N_SCHEDULER_LEASE_DURATION: '10',
	N8N_SCHEDULER_POLL_TIMEOUT: '8',
};
const slowMs = 3_000;
const pollSeconds = 30;

function signal(main: RunningN8n, name: NodeJS.Signals): void {
	process.kill(-main.pid(), name);
}

/** Kills `crashing` while it waits for the service's response to a poll; `other` cannot poll meanwhile. */
async function crashInPoll(
	sandbox: Context['sandbox'],
	crashing: RunningN8n,
	other: RunningN8n,
): Promise<void> {
	signal(other, 'SIGSTOP');
	try {
		sandbox.setOptions({ latencyMs: slowMs });
		const slowSince = Date.now();
		await waitUntil('A poll', pollSeconds, async () =>
			sandbox.requests.find(({ arrivedAt }) => arrivedAt > slowSince),
		);
		signal(crashing, 'SIGKILL');
	} finally {
		sandbox.setOptions({ latencyMs: 0 });
		signal(other, 'SIGCONT');
	}
}

/** Without these rows, n8n would poll as it does by default, and this test would show nothing. */
async function assertDurable({ query }: QueueMode, workflowId: string): Promise<void> {
	const count = async (sql: string) => Number((await query(sql))[0]?.[0]);
	assert.ok((await count(`SELECT count(*) FROM scheduled_task`)) > 0);
	const cursors = `SELECT count(*) FROM poller_state WHERE "workflowId" = '${workflowId}'`;
	assert.equal(await count(cursors), 1);
}

export async function run({ packed, sandbox, n8n }: Context): Promise<void> {
	const queue = await startQueueMode({ host: n8n.host, packages: [packed], env: durable });
	try {
		const first = queue.main;
		const second = await queue.addMain();
		const workflow = await importFor(first, sandbox.url, watching('Watching durably'));
		await first.api.activate(workflow);
		await assertQuiet(first, workflow, 0);
		await assertDurable(queue, workflow.id);

		for (const [known, id] of ['CO-1005', 'CO-1006', 'CO-1007'].entries()) {
			sandbox.change('changeOrderProject', id, { Progress: 'Completed' });
			if (known === 1) await crashInPoll(sandbox, first, second);
			assert.deepEqual(idsOf(await onlyNext(second, workflow, known)), [id]);
		}
		await second.api.deactivate(workflow);
	} finally {
		await queue.stop();
	}
}
