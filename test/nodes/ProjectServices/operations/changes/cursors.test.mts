// Cursors in n8n's engine: their names, their saved states, and who may move them.
import type { IExecuteFunctions } from 'n8n-workflow';

import { endReading, lock } from '../../../../../nodes/ProjectServices/operations/changes/lock';
import { sampleIds, startSandbox } from '../../../../sandbox/server.mjs';
import { catalog, changesIn, type Json, textsOf, useFeeds } from './feedWorkflow.mjs';

/** The static data of a workflow with a change feed. */
interface SavedState {
	readonly global: {
		readonly projectServices: { readonly cursors: Record<string, { value: unknown }> };
	};
}

const feeds = useFeeds();
const slow = { kind: 'slow', milliseconds: 200 } as const;

describe('cursors', () => {
	it('of other names and other lists are independent', async () => {
		const workflow = await feeds.committed();
		expect(await workflow.get({ cursorName: 'other' })).toHaveLength(30);
		await workflow.commit({ cursorName: 'other' });
		expect(await workflow.get()).toEqual([]);
		expect(await workflow.get({ id: sampleIds.emptyCatalog })).toEqual([]);
		expect(await workflow.get({ cursorName: 'other' })).toEqual([]);
	});

	it('of the same list of another service are independent, however the address is written', async () => {
		const other = await startSandbox({ products: 3, seed: 2 });
		try {
			const workflow = await feeds.committed();
			const at = (baseUrl: string) => ({ credential: { baseUrl, authentication: 'none' } });
			expect(await workflow.get({}, at(other.url))).toHaveLength(3);
			await workflow.commit({}, at(other.url));
			expect(await workflow.get({}, at(`${feeds.sandbox.url}/`))).toEqual([]);
			expect(await workflow.get({}, at(other.url))).toEqual([]);
		} finally {
			await other.stop();
		}
	});

	it('of the same list with another credential are independent', async () => {
		const workflow = await feeds.committed();
		const other = { credentialId: 'another' };
		expect(await workflow.get({}, other)).toHaveLength(30);
		await workflow.commit({}, other);
		feeds.sandbox.change('product', feeds.idAt(1), { Model: 'A' });
		expect(await workflow.get({}, other)).toHaveLength(1);
		expect(await workflow.get()).toHaveLength(1);
	});

	it('a custom field cannot take the place of the change', async () => {
		const service = { customFieldNames: 'CustomField1 = change' };
		await expect(feeds.workflow().get({}, { service })).rejects.toMatchObject({
			message: expect.stringMatching(/^"change" .* another field/) as unknown,
		});
	});

	it('of which the second does not exist: the error says that the first was committed', async () => {
		const workflow = await feeds.committed();
		await workflow.get();
		const cursorName = '={{ $json.cursor }}';
		const items = [{ cursor: 'default' }, { cursor: 'absent' }];
		const committing = workflow.run('commitChanges', { cursorName }, { items });
		await expect(committing).rejects.toMatchObject({
			message: expect.stringMatching(
				/no cursor "absent" .* Committed before: "default"/,
			) as unknown,
		});
	});

	it('do not depend on the order of the filters', async () => {
		const resource = 'changeOrderProject';
		const workflow = feeds.workflow({ resource });
		const by = (clients: string) => ({ filters: { clients, includeImported: true } });
		await workflow.get(by('Acme,Beta'));
		expect(await workflow.commit(by('Beta, Acme,Acme'))).toMatchObject({ committed: true });
	});

	it('that start over do so with or without changes that were not committed, and no others', async () => {
		const workflow = await feeds.committed();
		await workflow.get({ cursorName: 'other' });
		await workflow.commit({ cursorName: 'other' });
		feeds.sandbox.change('product', feeds.idAt(1), { Model: 'A' });
		await workflow.get();
		expect(await workflow.get({ options: { startOver: true } })).toHaveLength(30);
		expect(await workflow.commit()).toEqual({ committed: true, changes: 30 });
		expect(await workflow.get()).toEqual([]);
		expect(await workflow.get({ cursorName: 'other' })).toHaveLength(1);
	});

	it.each([{ known: 7 }, { known: { committed: '/AAA', seen: '', uncertain: '', missing: '' } }])(
		'that are damaged start over, and say so: %j',
		async (damaged) => {
			const workflow = await feeds.committed();
			// In another workflow, of which this process knows nothing.
			const other = feeds.workflow();
			const text = JSON.stringify(workflow.staticData).replace(workflow.id, other.id);
			const saved = JSON.parse(text) as SavedState;
			for (const entry of Object.values(saved.global.projectServices.cursors))
				entry.value = damaged;
			other.staticData = saved;
			other.begin();
			const result = await other.run('getChanges');
			expect(result.json).toHaveLength(30);
			expect(textsOf(result)).toContain('cannot be read');
		},
	);

	it('that n8n gives back in an older state go on from the newer one', async () => {
		const workflow = await feeds.committed();
		const older = workflow.staticData;
		feeds.sandbox.change('product', feeds.idAt(1), { Model: 'A' });
		await workflow.get();
		await workflow.commit();
		workflow.staticData = older;
		workflow.begin();
		const result = await workflow.run('getChanges');
		expect(result.json).toEqual([]);
		expect(result.hints).toMatchObject([
			{ type: 'info', message: expect.stringContaining('older state') as unknown },
		]);
	});
});

it.each([
	['manual', [1], 'does not move the cursor'],
	['evaluation', [1], 'does not move the cursor'],
	['retry', [], 'retried'],
] as const)('an execution in the mode %s never moves the cursor', async (mode, changed, text) => {
	const workflow = await feeds.committed();
	feeds.sandbox.change('product', feeds.idAt(1), { Model: 'A' });
	const before = workflow.staticData;
	const result = await workflow.run('getChanges', {}, { mode });
	expect(changesIn(result.json as Json[])).toEqual(
		changed.map((index) => `updated ${feeds.idAt(index)}`),
	);
	expect(textsOf(result)).toContain(text);
	expect(await workflow.commit({}, { mode })).toEqual({ committed: false, changes: 0 });
	const startingOver = { options: { startOver: true } };
	const all = await workflow.run('getChanges', startingOver, { mode });
	expect(all.json).toHaveLength(mode === 'retry' ? 0 : 30);
	expect(workflow.staticData).toEqual(before);
	expect(await workflow.get()).toHaveLength(1);
});

describe('two executions at once', () => {
	const running = { resultData: { runData: {} }, executionData: { nodeExecutionStack: [{}] } };
	const ended = { resultData: { runData: {} }, executionData: { nodeExecutionStack: [] } };
	const failed = { resultData: { error: {} }, executionData: { nodeExecutionStack: [{}] } };
	const waiting = { ...ended, waitTill: new Date() };

	it('the second gives nothing while the first reads, and says so', async () => {
		const workflow = feeds.workflow();
		feeds.sandbox.setFault({ times: 1, fault: slow });
		const results = await Promise.all(
			['1', '2'].map(async (executionId) => await workflow.run('getChanges', {}, { executionId })),
		);
		expect(results.map(({ json }) => json.length).sort()).toEqual([0, 30]);
		expect(results.map(textsOf).join()).toContain('This execution gets none');
	});

	it.each([
		['runs on', running, 0],
		['waits', waiting, 0],
		['has ended', ended, 30],
		['has failed', failed, 30],
		['is gone', undefined, 30],
	])(
		'the second gives nothing or not, where the first %s without a commit',
		async (_what, first, count) => {
			const workflow = feeds.workflow({ ...catalog, cursorName: _what });
			await workflow.get({}, { executionId: '1' });
			const executions: Record<string, object> = first ? { '1': first } : {};
			expect(await workflow.get({}, { executionId: '2', executions })).toHaveLength(count);
		},
	);

	it('the second fails where n8n cannot tell whether the first has ended', async () => {
		const workflow = feeds.workflow({ ...catalog, cursorName: 'unknown' });
		await workflow.get({}, { executionId: '1' });
		const executions = {
			get '1'(): object {
				throw new Error('The database is locked');
			},
		};
		await expect(workflow.get({}, { executionId: '2', executions })).rejects.toMatchObject({
			message: expect.stringMatching(/execution 1,.*The database is locked/),
		});
	});

	it('the second gets the changes once the first has committed, or where the first got none', async () => {
		const workflow = feeds.workflow({ ...catalog, cursorName: 'freed' });
		const executions = { '1': running, '2': running };
		await workflow.get({}, { executionId: '1' });
		await workflow.commit({}, { executionId: '1' });
		feeds.sandbox.change('product', feeds.idAt(1), { Model: 'A' });
		expect(await workflow.get({}, { executionId: '2', executions })).toHaveLength(1);
		await workflow.commit({}, { executionId: '2' });
		expect(await workflow.get({}, { executionId: '2', executions })).toHaveLength(0);
		expect(await workflow.run('getChanges', {}, { executionId: '3', executions })).toMatchObject({
			hints: [],
		});
	});
});

it('holds the latest thousand cursors for executions that have read them', async () => {
	const contextOf = (execution: string) => {
		const functions = {
			getExecutionCancelSignal: () => undefined,
			getExecutionDataById: async () => await Promise.resolve({ resultData: {}, waitTill: 1 }),
			getExecutionId: () => execution,
			getWorkflow: () => ({ id: 'memory' }),
		};
		return functions as unknown as IExecuteFunctions;
	};
	const take = async (execution: string, name: string) => {
		const context = contextOf(execution);
		const holder = await lock(context, name);
		if (holder === undefined) endReading(context, name, true);
		return holder;
	};
	await take('1', 'first');
	expect(await take('2', 'first')).toBe('1');
	for (let count = 0; count < 1000; count++) await take('1', `other ${count}`);
	expect(await take('2', 'other 999')).toBe('1');
	expect(await take('2', 'first')).toBeUndefined();
});
