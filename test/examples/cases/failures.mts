// What the example for failures must have done.
import assert from 'node:assert/strict';

import type { Example } from '../example.mjs';

const trigger = 'Workflow Failed';

export const failureDigest: Example = {
	setup: ({ mail }) => mail.reset(),
	beforeFirstRun: async (id, host) => {
		await host.fail(id, trigger);
		await host.fail(id, trigger);
	},
	effect: ({ world: { mail }, tables }) => {
		assert.equal(mail.mails.length, 1);
		const [sent] = mail.mails;
		assert.deepEqual([sent?.from, sent?.to], ['n8n@example.com', ['you@example.com']]);
		assert.equal(sent?.subject, 'n8n: 2 failed executions');
		assert.match(sent?.text ?? '', /Failing Workflow, node "Get Purchase Order"\n.*PO-0/);
		const rows = tables['Workflow Failures'] ?? [];
		assert.deepEqual(
			rows.map(({ Workflow, Reported }) => [Workflow, Reported]),
			[
				['Failing Workflow', true],
				['Failing Workflow', true],
			],
		);
	},
	later: async ({ world: { mail }, id, host, runAgain }) => {
		await host.fail(id, trigger);
		await runAgain();
		assert.deepEqual(
			mail.mails.map(({ subject }) => subject),
			['n8n: 2 failed executions', 'n8n: 1 failed execution'],
		);
	},
};
