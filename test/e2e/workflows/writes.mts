// Writes in a real n8n: what was mapped arrives, and a write that fails is not applied twice when n8n tries again.
import assert from 'node:assert/strict';

import type { Workflow, WorkflowNode } from '../../host/rest/apiTypes.mjs';
import {
	acceptingExcept,
	arrived,
	baseNode,
	behind,
	chain,
	credentialType,
	dataOf,
	given,
	importFor,
	itemsNodes,
	link,
	publishNode,
	retryOnFail,
	withService,
	type Context,
} from '../context.mjs';

export const title =
	'What is published arrives, and Retry On Fail and Retry execution write nothing twice, also in loops';
export const short = true;

// Characters that a careless writer of XML or JSON would break.
const clients = {
	json: { Id: '0f0e0d0c-0b0a-4908-8706-0504030201aa', Name: 'Müller & "Söhne" <Nord>' },
	xml: { Id: '0f0e0d0c-0b0a-4908-8706-0504030201bb', Name: '  Lüfter > 2 & 日本  ' },
};

async function arrives({ n8n, sandbox }: Context): Promise<void> {
	for (const [requestFormat, client] of Object.entries(clients)) {
		const workflow = chain(`Publish as ${requestFormat}`, given('Client', client), publishNode());
		const settings = { baseUrl: sandbox.url, serviceSettings: true, requestFormat };
		const credential = await n8n.api.createCredential(credentialType, settings, requestFormat);
		const saved = await n8n.api.importWorkflow(workflow, [credential]);
		const [receipt] = dataOf(await n8n.api.runWorkflow(saved), 'Publish');
		assert.equal(receipt?.recordCount, 1);
		assert.equal(sandbox.find('client', client.Id)?.Name, client.Name);
	}
}

/** With IDs, since clients without one that were refused together are uncertain. */
function list(...names: string[]): WorkflowNode[] {
	return itemsNodes(
		names.map((Name) => ({ Id: `0f0e0d0c-0b0a-4908-8706-0504030201a${Name}`, Name })),
	);
}

function publishing(settings: object): Workflow {
	return chain('Ledger', ...list('A', 'B', 'C', 'D', 'E', 'F'), publishNode(settings));
}

/** Two iterations with the same two records. */
function loop(): Workflow {
	const batches = baseNode('Loop', 'splitInBatches', 3, { batchSize: 2, options: {} });
	const nodes = [...list('A', 'B', 'A', 'B'), batches, publishNode()];
	const { connections, ...workflow } = chain('Loop', ...nodes);
	const Loop = { main: [[], link('Publish')] };
	return { ...workflow, connections: { ...connections, Loop, Publish: { main: [link('Loop')] } } };
}

/** Calls a sub-workflow once for each of two equal records. */
async function calling({ n8n }: Context, baseUrl: string, settings: object): Promise<Workflow> {
	const trigger = { inputSource: 'passthrough' };
	const called = baseNode('Called', 'executeWorkflowTrigger', 1.1, trigger);
	const workflow = behind(called, 'Sub-workflow', publishNode(settings));
	const sub = await importFor(n8n, baseUrl, workflow);
	await n8n.api.activate(sub);
	const call = baseNode('Call', 'executeWorkflow', 1.1, {
		workflowId: { __rl: true, mode: 'id', value: sub.id },
		mode: 'each',
		options: { waitForSubWorkflow: true },
	});
	return chain('Calls a sub-workflow', ...list('A', 'A'), call);
}

interface Retried {
	readonly workflow: Workflow | ((baseUrl: string) => Promise<Workflow>);
	readonly recordsPerRequest?: number;
	/** The number of the request that fails, and its status. */
	readonly fails: readonly [number: number, status: number];
	/** How the execution ends, and the retry of one that failed. */
	readonly ends: readonly string[];
	/** The names that the service gets, of all tries. */
	readonly sent: string;
	/** The items of the last node, in the last of its runs: an "e" for what an earlier try sent. */
	readonly items?: string;
}

async function check({ n8n }: Context, { workflow, fails, ends, sent, items, ...more }: Retried) {
	await withService(acceptingExcept(...fails), async (service) => {
		const made = typeof workflow === 'function' ? await workflow(service.url) : workflow;
		const saved = await importFor(n8n, service.url, made, more);
		let execution = await n8n.api.runWorkflow(saved);
		const ended = [execution.status];
		if (execution.status === 'error') {
			execution = await n8n.api.retryExecution(saved.id, execution.id);
			ended.push(execution.status);
		}
		assert.deepEqual(ended, ends);
		assert.equal(arrived(service).join(''), sent);
		if (items === undefined) {
			assert.match(execution.error?.description ?? '', /may or may not have been applied/);
			return;
		}
		const last = dataOf(execution, saved.nodes.at(-1)?.name ?? '');
		assert.equal(last.map(({ fromEarlierTry }) => (fromEarlierTry ? 'e' : '-')).join(''), items);
	});
}

export async function run(context: Context): Promise<void> {
	await arrives(context);
	const call = (settings: object) => async (url: string) => await calling(context, url, settings);
	const repeated = ['error', 'success'];
	const cases: Retried[] = [
		// Certainly not applied: only that request is sent again.
		{
			workflow: publishing(retryOnFail),
			fails: [2, 400],
			ends: ['success'],
			sent: 'ABCDCDEF',
			items: 'e--',
		},
		{ workflow: publishing({}), fails: [2, 400], ends: repeated, sent: 'ABCDCDEF', items: 'e--' },
		{
			workflow: loop(),
			recordsPerRequest: 1,
			fails: [4, 400],
			ends: repeated,
			sent: 'ABABB',
			items: 'e-',
		},
		{ workflow: call(retryOnFail), fails: [2, 400], ends: ['success'], sent: 'AAA', items: '--' },
		// As the documents say: a retry of the caller calls again, and each call is an execution of its own.
		{ workflow: call({}), fails: [2, 400], ends: repeated, sent: 'AAAA', items: '--' },
		// May have been applied: nothing is sent again.
		{
			workflow: publishing(retryOnFail),
			fails: [2, 500],
			ends: ['error', 'error'],
			sent: 'ABCD',
		},
		{
			workflow: loop(),
			recordsPerRequest: 1,
			fails: [4, 500],
			ends: ['error', 'error'],
			sent: 'ABAB',
		},
	];
	for (const each of cases) await check(context, each);
}
