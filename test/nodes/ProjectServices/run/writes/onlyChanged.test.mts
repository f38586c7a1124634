// Only Changed Records in n8n's engine, with static data as n8n saves it.
import type { INodeParameters } from 'n8n-workflow';

import { runNode, type RunResult, type RunSettings } from '../../../engine.mjs';
import { listenerForTests } from '../server.mjs';
import { clientPublish } from './writing.mjs';

const service = listenerForTests();

interface Client {
	readonly Id?: string;
	readonly Name: string;
}

function guid(number: number): string {
	return `6f9619ff-8b86-d011-b42d-${String(number).padStart(12, '0')}`;
}

function clients(...names: string[]): Client[] {
	return names.map((Name, index) => ({ Id: guid(index), Name }));
}

type Settings = Omit<Partial<RunSettings>, 'parameters'> & {
	readonly options?: object;
	readonly parameters?: INodeParameters;
};

let workflows = 0;

/** A workflow that n8n keeps: its static data is that of the last execution that changed it. */
class Workflow {
	staticData: object = {};
	private readonly id = `w-${workflows++}`;

	async publish({ options, parameters, ...settings }: Settings): Promise<RunResult> {
		service.reset();
		return await this.run({ options, parameters, ...settings });
	}

	async run({ options, parameters, ...settings }: Settings): Promise<RunResult> {
		const result = await runNode({
			parameters: {
				...clientPublish({ onlyChanged: true, ...options }),
				...parameters,
			} as INodeParameters,
			credential: { baseUrl: service.url, authentication: 'none' },
			workflowId: this.id,
			mode: 'trigger',
			staticData: this.staticData,
			...settings,
		});
		this.staticData = result.staticData ?? this.staticData;
		return result;
	}
}

/** The names that arrived, in order, whatever became of them. */
function arrived(): string[] {
	return (service.bodies() as Array<{ Clients: Client[] }>).flatMap(({ Clients }) =>
		Clients.map(({ Name }) => Name),
	);
}

function pairedWith({ outputs }: RunResult): unknown[] {
	return (outputs[0] ?? []).map(({ pairedItem }) =>
		[pairedItem].flat().map((pair) => (typeof pair === 'object' ? pair.item : pair)),
	);
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
	expect(pairedWith(second)).toEqual([[0, 1, 2, 3]]);
	const third = await workflow.publish({ items: clients('a', 'B', 'c') });
	expect(arrived()).toEqual([]);
	expect(third.json).toEqual([{ success: true, recordCount: 0, unchangedCount: 3 }]);
	expect(pairedWith(third)).toEqual([[0, 1, 2]]);
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
	const retry = {
		items: clients('A', 'b'),
		retryOf: failed.data,
		mode: 'retry',
		staticData,
	} as const;
	await workflow.publish(retry);
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
	const all = result.outputs.flat().flatMap(({ pairedItem }) => [pairedItem].flat());
	expect(all.map((pair) => (typeof pair === 'object' ? pair.item : pair)).sort()).toEqual([
		0, 1, 2, 3,
	]);
});

test('JSON bodies lose the records that did not change', async () => {
	const workflow = new Workflow();
	const body = (...names: string[]) => ({
		dataMode: 'json',
		body: JSON.stringify({ Id: 'L1', Name: 'List', Clients: clients(...names) }),
	});
	await workflow.publish({ items: [{}], parameters: body('a', 'b') });
	const changed = await workflow.publish({ items: [{}], parameters: body('a', 'B') });
	expect(arrived()).toEqual(['B']);
	expect(changed.json).toMatchObject([{ recordCount: 1, unchangedCount: 1 }]);
	const same = await workflow.publish({ items: [{}], parameters: body('a', 'B') });
	expect(arrived()).toEqual([]);
	expect(same.json).toEqual([{ success: true, recordCount: 0, unchangedCount: 2 }]);
});

test('Forget Accepted Records sends everything once more', async () => {
	const workflow = new Workflow();
	await workflow.publish({ items: clients('a') });
	await workflow.publish({ items: clients('a'), options: { forgetAccepted: true } });
	expect(arrived()).toEqual(['a']);
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

describe('a catalog', () => {
	const product = (Id: string, Model = 'M') => ({ Id, Model });
	const catalog = { resource: 'productCatalog', catalogId: 'CAT', catalogName: 'C' };
	const publish = async (workflow: Workflow, items: object[], fields: INodeParameters = {}) =>
		await workflow.publish({ items, parameters: { ...catalog, catalogFields: fields } });
	const sent = () =>
		(
			service.bodies() as Array<{ Products: Array<{ Id: string }>; DeletedProductIds?: string[] }>
		).map(({ Products, DeletedProductIds }) => [Products.map(({ Id }) => Id), DeletedProductIds]);
	const [one, two] = ['1', '2'].map((end) => guid(Number(end)));

	test('sends deleted IDs although no record changed, and then sends a deleted record again', async () => {
		const workflow = new Workflow();
		await publish(workflow, [product(one), product(two)]);
		const { json, error } = await publish(workflow, [product(two)], { DeletedProductIds: one });
		expect(error).toBeUndefined();
		expect(sent()).toEqual([[[], [one]]]);
		expect(json).toMatchObject([{ recordCount: 0, unchangedCount: 1 }]);
		await publish(workflow, [product(one), product(two)]);
		expect(sent()).toEqual([[[one], undefined]]);
	});

	test('items whose deleted IDs were refused come out as failed, though their records are unchanged', async () => {
		const workflow = new Workflow();
		await publish(workflow, [product(two)]);
		service.reset();
		service.replies.set(0, { status: 400 });
		const { outputs } = await workflow.run({
			items: [product(two)],
			parameters: { ...catalog, catalogFields: { DeletedProductIds: one } },
			onError: 'continueErrorOutput',
		});
		expect(outputs.map((items) => items.length)).toEqual([0, 1]);
	});
});

describe('what an earlier request of the same run does', () => {
	const product = { Id: guid(1), Model: 'M' };
	const catalog = {
		resource: 'productCatalog',
		catalogId: 'CAT',
		catalogName: '={{ $json.list }}',
	};
	const record = { mappingMode: 'defineBelow', value: { Id: '={{ $json.Id }}', Model: 'M' } };
	const parameters = { ...catalog, record } as INodeParameters;
	const bodies = () =>
		(service.bodies() as Array<{ Name: string; Products: object[] }>).map(({ Name, Products }) => [
			Name,
			Products.length,
		]);

	test('to the name of a list does not stay because a later one had been accepted', async () => {
		const workflow = new Workflow();
		const items = [
			{ list: 'X', Id: guid(1) },
			{ list: 'Y', Id: guid(2) },
		];
		await workflow.publish({ items, parameters });
		await workflow.publish({ items, parameters });
		expect(bodies()).toEqual([
			['X', 1],
			['Y', 1],
		]);
	});

	test('to a record, by deleting it, does not stay because a later one had been accepted', async () => {
		const workflow = new Workflow();
		const json = { ...catalog, dataMode: 'json', body: '={{ $json.body }}' } as INodeParameters;
		const head = { Id: 'CAT', Name: 'C' };
		const whole = { ...head, Products: [product] };
		const deletes = { ...head, Products: [], DeletedProductIds: [product.Id.toUpperCase()] };
		const run = async (...given: object[]) => {
			await workflow.publish({ items: given.map((body) => ({ body })), parameters: json });
			return bodies().map(([, count]) => count);
		};
		expect(await run(whole)).toEqual([1]);
		expect(await run(deletes, whole)).toEqual([0, 1]);
		expect(await run(whole)).toEqual([]);
		expect(await run({ ...whole, DeletedProductIds: [product.Id] })).toEqual([1]);
		expect(await run(whole)).toEqual([1]);
	});
});

test('lists without an ID are told apart by their names, and GUIDs of lists by more than their case', async () => {
	const workflow = new Workflow();
	const publish = async (Id: string | null, Name: string, others: object = {}) => {
		const body = { Id, Name, Products: [{ Id: guid(1), Model: 'M' }], ...others };
		const parameters = { resource: 'productCatalog', dataMode: 'json', body };
		await workflow.publish({ items: [{}], parameters: parameters as INodeParameters });
		return service.bodies().length;
	};
	expect(await publish(null, 'X')).toBe(1);
	expect(await publish(null, 'Y')).toBe(1);
	expect(await publish(null, 'X')).toBe(0);
	expect(await publish(null, 'Y')).toBe(0);
	const list = 'a0000000-0000-0000-0000-00000000000b';
	expect(await publish(list, 'Z')).toBe(1);
	const others = { Products: [], DeletedProductIds: [guid(1)] };
	expect(await publish(list.toUpperCase(), 'Z', others)).toBe(1);
	expect(await publish(list, 'Z')).toBe(1);
});

test('a dry run with Forget Accepted Records forgets nothing', async () => {
	const workflow = new Workflow();
	await workflow.publish({ items: clients('a') });
	const options = { forgetAccepted: true, dryRun: true };
	const { json } = await workflow.publish({ items: clients('a'), options });
	expect(json).toMatchObject([{ dryRun: true, recordCount: 1 }]);
	await workflow.publish({ items: clients('a') });
	expect(arrived()).toEqual([]);
});

test('another credential with the same base URL is another memory', async () => {
	const workflow = new Workflow();
	await workflow.publish({ items: clients('a') });
	await workflow.publish({ items: clients('a'), credentialId: '2' });
	expect(arrived()).toEqual(['a']);
});

test('the duplicate of a record whose request was refused is not reported as unchanged', async () => {
	const workflow = new Workflow();
	service.reset();
	service.replies.set(0, { status: 400 });
	const [a] = clients('a');
	const result = await workflow.run({
		items: [a ?? {}, a ?? {}],
		options: { recordsPerRequest: 1 },
		onError: 'continueErrorOutput',
	});
	expect(arrived()).toEqual(['a', 'a']);
	expect(result.outputs.map((items) => items.length)).toEqual([1, 1]);
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
