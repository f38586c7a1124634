// Get Changes, Commit Changes and Reset Changes in n8n's engine, with static data as n8n saves it.
import { guidFor } from '../../../../sandbox/data/random';
import { sampleIds, startSandbox, type Sandbox } from '../../../../sandbox/server.mjs';
import { runNode, type RunResult, type RunSettings } from '../../../engine.mjs';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ products: 30, deletedProductIds: false });
});
afterAll(async () => await sandbox.stop());
beforeEach(() => sandbox.reset());

type Json = Record<string, unknown>;
type Options = Partial<Omit<RunSettings, 'parameters' | 'credential'>>;

const catalog = { resource: 'productCatalog', id: sampleIds.catalog };
const projects = { resource: 'changeOrderProject', filters: {} };

/** A workflow that n8n keeps: its static data is that of the last execution that changed it. */
class Workflow {
	staticData: object = {};
	private executions = 0;
	constructor(readonly list: Json = catalog) {}

	/** A new execution. */
	begin(): string {
		return `${++this.executions}`;
	}

	async run(operation: string, parameters: Json = {}, options: Options = {}): Promise<RunResult> {
		const result = await runNode({
			parameters: { options: {}, ...this.list, operation, ...parameters } as never,
			credential: { baseUrl: sandbox.url, authentication: 'none' },
			mode: 'trigger',
			executionId: String(this.executions),
			staticData: this.staticData,
			...options,
		});
		if (result.error) throw result.error;
		this.staticData = result.staticData ?? this.staticData;
		return result;
	}

	/** What a new execution gets. */
	async get(parameters: Json = {}, options: Options = {}): Promise<Json[]> {
		this.begin();
		return (await this.run('getChanges', parameters, options)).json as Json[];
	}

	async commit(parameters: Json = {}, options: Options = {}): Promise<unknown> {
		const { json } = await this.run('commitChanges', parameters, options);
		expect(json).toHaveLength(1);
		return json[0];
	}
}

async function committed(list?: Json): Promise<Workflow> {
	const workflow = new Workflow(list);
	await workflow.get();
	await workflow.commit();
	return workflow;
}

function changesIn(items: readonly Json[]): string[] {
	return items.map(({ Id, change }) => `${String(change)} ${String(Id)}`);
}

let ids: string[];
beforeAll(async () => {
	ids = (await new Workflow().get()).map(({ Id }) => String(Id));
});
const idAt = (index: number) => ids[index] ?? '';

function textsOf({ hints }: RunResult): string {
	return hints.map(({ message }) => message).join('\n');
}

describe('Get Changes', () => {
	it('gives everything as created the first time, in order of change, and nothing after the commit', async () => {
		const workflow = new Workflow();
		const items = await workflow.get();
		expect(items).toHaveLength(30);
		expect(new Set(items.map(({ change }) => change))).toEqual(new Set(['created']));
		const dates = items.map(({ UpdatedOn }) => String(UpdatedOn));
		expect(dates).toEqual([...dates].sort());
		expect(await workflow.commit()).toEqual({ committed: true, changes: 30 });
		expect(await workflow.get()).toEqual([]);
	});

	it('gives whole records, as they are read, with their change', async () => {
		const workflow = await committed();
		const record = sandbox.change('product', idAt(3), { Description: 'Rack shelf' });
		expect(await workflow.get()).toEqual([{ ...record, change: 'updated' }]);
	});

	it('finds a new product with an old date, one that changed without a date, and removals, deletions last', async () => {
		sandbox.change('product', idAt(1), { UpdatedOn: undefined, UpdatedOnTicks: undefined });
		const workflow = await committed();
		const newId = guidFor(9, 'product', 1);
		sandbox.change('product', newId, {
			UpdatedOn: '2001-01-01T00:00:00Z',
			UpdatedOnTicks: undefined,
		});
		sandbox.change('product', idAt(1), {
			UpdatedOn: undefined,
			UpdatedOnTicks: undefined,
			Model: 'X',
		});
		sandbox.remove('product', idAt(2));
		sandbox.remove('product', idAt(4));
		expect(changesIn(await workflow.get())).toEqual([`updated ${idAt(1)}`, `created ${newId}`]);
		await workflow.commit();
		const items = await workflow.get();
		expect(items.sort((one, other) => (String(one.Id) < String(other.Id) ? -1 : 1))).toEqual(
			[idAt(2), idAt(4)].sort().map((Id) => ({ Id, change: 'deleted' })),
		);
		expect(await workflow.commit()).toEqual({ committed: true, changes: 2 });
		expect(await workflow.get()).toEqual([]);
	});

	it('finds a removal by the second reading, also when the first gave nothing and nothing was committed', async () => {
		const workflow = await committed();
		sandbox.remove('product', idAt(2));
		expect(await workflow.get()).toEqual([]);
		expect(changesIn(await workflow.get())).toEqual([`deleted ${idAt(2)}`]);
		expect(changesIn(await workflow.get())).toEqual([`deleted ${idAt(2)}`]);
	});

	it('takes a product for deleted at once where the service names it', async () => {
		sandbox.setOptions({ deletedProductIds: true });
		const workflow = await committed();
		sandbox.remove('product', idAt(2));
		expect(changesIn(await workflow.get())).toEqual([`deleted ${idAt(2)}`]);
		sandbox.setOptions({ deletedProductIds: false });
	});

	it('does not take a row for deleted that a short page hides, however often', async () => {
		const workflow = await committed();
		sandbox.setFault({ times: 'always', fault: { kind: 'shortPage', missing: 1 } });
		for (let round = 0; round < 3; round++) {
			workflow.begin();
			const result = await workflow.run('getChanges');
			expect(result.json).toEqual([]);
			expect(textsOf(result)).toContain('announced 30 rows and gave 29');
		}
	});

	it('gives the same changes again until they are committed, and newer ones', async () => {
		const workflow = await committed();
		sandbox.change('product', idAt(1), { Model: 'A' });
		expect(changesIn(await workflow.get())).toEqual([`updated ${idAt(1)}`]);
		sandbox.change('product', idAt(2), { Model: 'B' });
		expect(changesIn(await workflow.get())).toEqual([`updated ${idAt(1)}`, `updated ${idAt(2)}`]);
		expect(await workflow.commit()).toEqual({ committed: true, changes: 2 });
		expect(await workflow.get()).toEqual([]);
	});

	it('leaves the cursor as it is when reading fails', async () => {
		const workflow = await committed();
		const before = workflow.staticData;
		sandbox.setFault({ times: 'always', fault: { kind: 'html' } });
		await expect(workflow.get({ options: { maxRetries: 0 } })).rejects.toMatchObject({
			message: expect.any(String),
		});
		expect(workflow.staticData).toEqual(before);
		sandbox.clearFaults();
		expect(await workflow.get()).toEqual([]);
	});

	it('gives only the types that are wanted', async () => {
		const workflow = new Workflow();
		expect(await workflow.get({ changeTypes: ['updated'] })).toEqual([]);
		sandbox.change('product', idAt(1), { Model: 'A' });
		const items = await workflow.get({ changeTypes: ['updated'] });
		expect(changesIn(items)).toEqual([`updated ${idAt(1)}`]);
		await workflow.commit();
		expect(await workflow.get({ changeTypes: 'updated, deleted' })).toEqual([]);
	});

	it('keeps the choice of fields and format out of what counts as a change', async () => {
		const workflow = await committed();
		const { Id, Model } = sandbox.change('product', idAt(1), { Model: 'A' });
		const options = { responseFormat: 'xml', pageSize: 7, onlyFilled: true };
		const selected = { output: 'selected', fields: ['Model'], options };
		expect(await workflow.get(selected)).toEqual([{ Id, Model, change: 'updated' }]);
		const [simplified] = await workflow.get({ output: 'simplified' });
		expect(simplified).toMatchObject({ Id, Model, change: 'updated' });
		expect(simplified).not.toHaveProperty('Tags');
		await workflow.commit();
		expect(await workflow.get({ options })).toEqual([]);
	});

	it('follows change order projects by all their fields, those that leave the list included', async () => {
		const workflow = await committed(projects);
		sandbox.change('changeOrderProject', 'CO-1002', { COName: 'Other' });
		sandbox.change('changeOrderProject', 'CO-1003', { ImportedOn: '2025-12-01T00:00:00Z' });
		expect(changesIn(await workflow.get())).toEqual(['updated CO-1002']);
		await workflow.commit();
		expect(await workflow.get()).toEqual([{ Id: 'CO-1003', change: 'deleted' }]);
	});

	it('reads a list once for several input items that mean it, and each of several lists', async () => {
		const workflow = new Workflow({ ...catalog, id: '={{ $json.id }}' });
		const items = [sampleIds.catalog, sampleIds.emptyCatalog, sampleIds.catalog];
		const input = { items: items.map((id) => ({ id })) };
		sandbox.forgetRequests();
		expect(await workflow.get({}, input)).toHaveLength(30);
		expect(sandbox.requests).toHaveLength(2);
		expect(await workflow.commit({}, input)).toEqual({ committed: true, changes: 30 });
	});

	it('says which catalog was not found, and which input item meant it', async () => {
		const workflow = new Workflow({ ...catalog, id: 'CAT-9' });
		await expect(workflow.get()).rejects.toMatchObject({
			message: expect.stringContaining('CAT-9'),
		});
		await expect(new Workflow({ ...catalog, id: '={{ "" }}' }).get()).rejects.toMatchObject({
			message: expect.stringContaining('is empty'),
		});
		await expect(workflow.get({ cursorName: ' ' })).rejects.toMatchObject({
			message: expect.stringContaining("'Cursor Name' is empty"),
		});
		await expect(workflow.get({ changeTypes: [] })).rejects.toMatchObject({
			message: expect.stringContaining("'Change Types' is empty"),
		});
		await expect(workflow.get({ changeTypes: ['moved'] })).rejects.toMatchObject({
			message: expect.stringContaining('holds "moved"'),
		});
	});
});

describe('cursors', () => {
	it('of other names and other lists are independent', async () => {
		const workflow = await committed();
		expect(await workflow.get({ cursorName: 'other' })).toHaveLength(30);
		await workflow.commit({ cursorName: 'other' });
		expect(await workflow.get()).toEqual([]);
		expect(await workflow.get({ id: sampleIds.emptyCatalog })).toEqual([]);
		expect(await workflow.get({ cursorName: 'other' })).toEqual([]);
	});

	it('that were reset start over', async () => {
		const workflow = await committed();
		expect((await workflow.run('resetChanges')).json).toEqual([{ reset: true }]);
		expect(await workflow.get()).toHaveLength(30);
	});

	it('that are damaged start over, and say so', async () => {
		const workflow = await committed();
		const text = JSON.stringify(workflow.staticData);
		for (const damaged of [
			text.replace(/"committed":"[^"]{20}/, '"committed":"/'),
			text.replace(/"cursor":\{/, '"cursor":{"committed":7,"other":{').replace('}}}}', '}}}}}'),
		]) {
			const other = new Workflow();
			other.staticData = JSON.parse(damaged) as object;
			other.begin();
			const result = await other.run('getChanges');
			expect(result.json).toHaveLength(30);
			expect(textsOf(result)).toContain('cannot be read');
		}
	});

	it('that n8n gives back in an older state go on from the newer one', async () => {
		const workflow = await committed();
		const older = workflow.staticData;
		sandbox.change('product', idAt(1), { Model: 'A' });
		await workflow.get();
		await workflow.commit();
		workflow.staticData = older;
		workflow.begin();
		const result = await workflow.run('getChanges');
		expect(result.json).toEqual([]);
		expect(textsOf(result)).toContain('older state');
	});

	it('that n8n did not keep say so', async () => {
		const workflow = await committed({ ...catalog, cursorName: 'lost' });
		const texts = [];
		for (let round = 0; round < 2; round++) {
			workflow.staticData = {};
			workflow.begin();
			const result = await workflow.run('getChanges');
			expect(result.json).toHaveLength(30);
			texts.push(textsOf(result));
			await workflow.commit();
		}
		// Once may be a workflow that was imported again.
		expect(texts).toEqual(['', expect.stringContaining('did not keep')]);
	});
});

describe('Commit Changes', () => {
	it('gives one item for any number of input items', async () => {
		const workflow = new Workflow();
		await workflow.get();
		const items = Array.from({ length: 500 }, () => ({}));
		expect(await workflow.commit({}, { items })).toEqual({ committed: true, changes: 30 });
		expect(await workflow.commit()).toEqual({ committed: true, changes: 0 });
	});

	it('commits only what its own execution got', async () => {
		const workflow = new Workflow();
		await workflow.get();
		workflow.begin();
		expect(await workflow.commit()).toEqual({ committed: true, changes: 0 });
		expect(await workflow.get()).toHaveLength(30);
	});

	it('says what is wrong where there is no such cursor', async () => {
		const workflow = new Workflow();
		workflow.begin();
		await expect(workflow.commit()).rejects.toMatchObject({
			message: expect.stringContaining('no cursor "default" for this list'),
		});
	});
});

describe('a manual execution', () => {
	it('shows the changes and never moves the cursor', async () => {
		const workflow = await committed();
		sandbox.change('product', idAt(1), { Model: 'A' });
		const before = workflow.staticData;
		const result = await workflow.run('getChanges', {}, { mode: 'manual' });
		expect(changesIn(result.json as Json[])).toEqual([`updated ${idAt(1)}`]);
		expect(textsOf(result)).toContain('does not move the cursor');
		expect(await workflow.commit({}, { mode: 'manual' })).toEqual({ committed: false, changes: 0 });
		const reset = await workflow.run('resetChanges', {}, { mode: 'manual' });
		expect(reset.json).toEqual([{ reset: false }]);
		expect(workflow.staticData).toEqual(before);
		expect(await workflow.get()).toHaveLength(1);
	});
});

describe('a retried execution', () => {
	it('neither gets nor commits anything', async () => {
		const workflow = await committed();
		sandbox.change('product', idAt(1), { Model: 'A' });
		const result = await workflow.run('getChanges', {}, { mode: 'retry' });
		expect(result.json).toEqual([]);
		expect(textsOf(result)).toContain('retried');
		expect(await workflow.commit({}, { mode: 'retry' })).toEqual({ committed: false, changes: 0 });
		expect(await workflow.get()).toHaveLength(1);
	});
});

describe('two executions at once', () => {
	const running = { resultData: { runData: {} }, executionData: { nodeExecutionStack: [{}] } };
	const ended = { resultData: { runData: {} }, executionData: { nodeExecutionStack: [] } };
	const failed = { resultData: { error: {} }, executionData: { nodeExecutionStack: [{}] } };
	const waiting = { ...ended, waitTill: new Date() };

	it('the second gives nothing while the first reads, and says so', async () => {
		const workflow = new Workflow();
		const slow = { kind: 'slow', milliseconds: 200 } as const;
		sandbox.setFault({ times: 1, fault: slow });
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
			const workflow = new Workflow({ ...catalog, cursorName: _what });
			await workflow.get({}, { executionId: '1' });
			const executions: Record<string, object> = first ? { '1': first } : {};
			expect(await workflow.get({}, { executionId: '2', executions })).toHaveLength(count);
		},
	);

	it('the second gets the changes once the first has committed, or where the first got none', async () => {
		const workflow = new Workflow({ ...catalog, cursorName: 'freed' });
		const executions = { '1': running, '2': running };
		await workflow.get({}, { executionId: '1' });
		await workflow.commit({}, { executionId: '1' });
		sandbox.change('product', idAt(1), { Model: 'A' });
		expect(await workflow.get({}, { executionId: '2', executions })).toHaveLength(1);
		await workflow.commit({}, { executionId: '2' });
		expect(await workflow.get({}, { executionId: '2', executions })).toHaveLength(0);
		expect(await workflow.run('getChanges', {}, { executionId: '3', executions })).toMatchObject({
			hints: [],
		});
	});
});
