// Only Changed Records in n8n's engine, with static data as n8n saves it.
import type { RunResult } from '../../../engine.mjs';
import { arrived, pairsOf, publish, type Publish, service } from './writing.mjs';

function clients(...names: string[]) {
	const id = (index: number) => `6f9619ff-8b86-d011-b42d-${String(index).padStart(12, '0')}`;
	return names.map((Name, index) => ({ Id: id(index), Name }));
}

let workflows = 0;

/** A workflow that n8n keeps: its static data is that of the last execution that changed it. */
class Workflow {
	staticData: object = {};
	private readonly id = `w-${workflows++}`;

	/** Runs the node, from then on with a service that received nothing. */
	async publish(settings: Publish): Promise<RunResult> {
		service.reset();
		return await this.run(settings);
	}

	async run({ options, ...settings }: Publish): Promise<RunResult> {
		const result = await publish({
			options: { onlyChanged: true, ...options },
			workflowId: this.id,
			mode: 'trigger',
			staticData: this.staticData,
			...settings,
		});
		this.staticData = result.staticData ?? this.staticData;
		return result;
	}
}

test('sends what is new or different, and counts the rest', async () => {
	const workflow = new Workflow();
	const first = await workflow.publish({ items: clients('a', 'b', 'c') });
	expect(arrived()).toEqual(['a', 'b', 'c']);
	expect(first.json).toMatchObject([
		{ recordCount: 2, unchangedCount: 0 },
		{ recordCount: 1, unchangedCount: 0 },
	]);
	const second = await workflow.publish({ items: clients('a', 'B', 'c', 'd') });
	expect(arrived()).toEqual(['B', 'd']);
	expect(second.json).toMatchObject([{ recordCount: 2, unchangedCount: 2 }]);
	expect(second.outputs[0]?.map((item) => pairsOf([item]))).toEqual([[0, 1, 2, 3]]);
	const third = await workflow.publish({ items: clients('a', 'B', 'c') });
	expect(arrived()).toEqual([]);
	expect(third.json).toEqual([{ success: true, recordCount: 0, unchangedCount: 3 }]);
	expect(third.outputs[0]?.map((item) => pairsOf([item]))).toEqual([[0, 1, 2]]);
});

test('a request that failed is sent by the next execution; one that was accepted is not', async () => {
	const workflow = new Workflow();
	service.reset();
	service.replies.set(1, { status: 500 });
	const failed = await workflow.run({ items: clients('a', 'b', 'c', 'd') });
	expect(failed.error?.message).toContain('The service failed');
	await workflow.publish({ items: clients('a', 'b', 'c', 'd') });
	expect(arrived()).toEqual(['c', 'd']);
});

test("with n8n's retry, nothing is sent twice and every receipt comes out", async () => {
	const workflow = new Workflow();
	await workflow.publish({ items: clients('a', 'b', 'c', 'd', 'e', 'f') });
	service.reset();
	service.replies.set(1, { status: 400 });
	const { error, json } = await workflow.run({
		items: clients('A', 'b', 'C', 'D', 'E', 'F'),
		tries: 3,
	});
	expect(error).toBeUndefined();
	expect(arrived()).toEqual(['A', 'C', 'D', 'E', 'D', 'E', 'F']);
	expect(json).toMatchObject([
		{ recordCount: 2, unchangedCount: 1, fromEarlierTry: true },
		{ recordCount: 2, unchangedCount: 0 },
		{ recordCount: 1, unchangedCount: 0 },
	]);
});

test('the retry of an execution does not bring back what n8n knew at its start', async () => {
	const workflow = new Workflow();
	await workflow.publish({ items: clients('a', 'b') });
	const staticData = workflow.staticData;
	service.reset();
	service.replies.set(0, { status: 400 });
	const failed = await workflow.run({ items: clients('A', 'b') });
	await workflow.publish({ items: clients('a', 'B') });
	const items = clients('A', 'b');
	await workflow.publish({ items, retryOf: failed.data, mode: 'retry', staticData });
	expect(arrived()).toEqual(['A']);
	await workflow.publish({ items: clients('A', 'b') });
	expect(arrived()).toEqual(['b']);
});

test('an execution that overlaps with another one does not undo its memory', async () => {
	const workflow = new Workflow();
	await workflow.publish({ items: clients('a', 'b') });
	const staticData = workflow.staticData;
	await workflow.publish({ items: clients('a', 'B') });
	await workflow.publish({ items: clients('A', 'B'), staticData });
	expect(arrived()).toEqual(['A']);
	await workflow.publish({ items: clients('A', 'b') });
	expect(arrived()).toEqual(['b']);
});

test('with the error output, every item comes out once', async () => {
	const workflow = new Workflow();
	await workflow.publish({ items: clients('a', 'b') });
	service.reset();
	service.replies.set(0, { status: 400 });
	const result = await workflow.run({
		items: clients('a', 'B', 'c', 'd'),
		onError: 'continueErrorOutput',
	});
	expect(pairsOf(result.outputs.flat()).sort()).toEqual([0, 1, 2, 3]);
});

test.each([
	['sends everything once more', {}, ['a']],
	['forgets nothing in a dry run', { dryRun: true }, []],
])('Forget Accepted Records %s', async (_, options, sent) => {
	const workflow = new Workflow();
	await workflow.publish({ items: clients('a') });
	const forgets = { forgetAccepted: true, ...options };
	const { json } = await workflow.publish({ items: clients('a'), options: forgets });
	expect(json).toMatchObject([{ recordCount: 1 }]);
	expect(arrived()).toEqual(sent);
	await workflow.publish({ items: clients('a') });
	expect(arrived()).toEqual([]);
});

test('a run by hand sends everything, and remembers nothing', async () => {
	const workflow = new Workflow();
	await workflow.publish({ items: clients('a') });
	const before = workflow.staticData;
	const { hints } = await workflow.publish({ items: clients('a', 'b'), mode: 'manual' });
	expect(arrived()).toEqual(['a', 'b']);
	expect(workflow.staticData).toEqual(before);
	expect(hints.map(({ message }) => message).join()).toContain('applies to production executions');
});

test('without the option, nothing is remembered', async () => {
	const workflow = new Workflow();
	const { json } = await workflow.publish({
		items: clients('a'),
		options: { onlyChanged: false },
	});
	expect(workflow.staticData).toEqual({});
	expect(json[0]).not.toHaveProperty('unchangedCount');
});

test('items whose deleted IDs were refused come out as failed, though their records are unchanged', async () => {
	const workflow = new Workflow();
	const catalog = { resource: 'productCatalog', catalogId: 'CAT', catalogName: 'C' };
	const items = [{ Id: '1', Model: 'M' }];
	await workflow.publish({ items, parameters: catalog });
	service.reset();
	service.replies.set(0, { status: 400 });
	const { outputs } = await workflow.run({
		items,
		parameters: { ...catalog, catalogFields: { DeletedProductIds: clients('a')[0]?.Id } },
		onError: 'continueErrorOutput',
	});
	expect(outputs.map(({ length }) => length)).toEqual([0, 1]);
});

test('another credential with the same base URL is another memory', async () => {
	const workflow = new Workflow();
	await workflow.publish({ items: clients('a') });
	await workflow.publish({ items: clients('a'), credentialId: '2' });
	expect(arrived()).toEqual(['a']);
});

test('an uncertain request is not repeated by Retry On Fail, whatever another execution had accepted', async () => {
	const workflow = new Workflow();
	await workflow.publish({ items: clients('a', 'b') });
	service.reset();
	service.replies.set(0, { breaks: true });
	const failed = await workflow.run({ items: clients('A', 'B') });
	expect(failed.error?.description).toContain('may or may not');
	await workflow.publish({ items: clients('A', 'b') });
	const retried = await workflow.publish({
		items: clients('A', 'B'),
		retryOf: failed.data,
		mode: 'retry',
	});
	expect(arrived()).toEqual([]);
	expect(retried.error?.description).toContain('may or may not');
});

test('executions that overlap before anything was stored share one memory', async () => {
	const workflow = new Workflow();
	service.reset();
	service.replies.set(0, { delayMs: 300 });
	const slow = workflow.run({ items: clients('a'), staticData: {} });
	await new Promise((resolve) => setTimeout(resolve, 100));
	await workflow.run({ items: clients('A'), staticData: {} });
	await slow;
	const last = arrived().at(-1);
	await workflow.publish({ items: clients(last === 'A' ? 'a' : 'A') });
	expect(arrived()).toHaveLength(1);
});
