// Change Limit: a run that would change too many of the records that the service has accepted sends nothing.
import type { INodeParameters } from 'n8n-workflow';

import type { RunResult } from '../../../engine.mjs';
import { reply } from '../../../service.mjs';
import { arrived, automatic, publish, type Publish, service, write } from './writing.mjs';

/** Clients with these names; the place of a name is the ID. */
function clients(names: string) {
	const id = (index: number) => `6f9619ff-8b86-d011-b42d-${String(index).padStart(12, '0')}`;
	return names.split(' ').map((Name, index) => ({ Id: id(index), Name }));
}

const NAMES = 'a b c d e f g h i j k l m n o p q r s t';

/** The names, of which the first ones changed. */
function changed(count: number): string {
	const names = NAMES.split(' ');
	return names.map((name, index) => (index < count ? name.toUpperCase() : name)).join(' ');
}

let workflows = 0;

/** Executions of one workflow, each with the static data that the one before left. */
function workflow() {
	const workflowId = `limit-${workflows++}`;
	let staticData: object | undefined;
	return async ({ options, ...settings }: Publish): Promise<RunResult> => {
		service.reset();
		const result = await publish({
			options: { onlyChanged: true, recordsPerRequest: 100, ...options },
			...{ workflowId, mode: 'trigger', staticData },
			...settings,
		});
		staticData = result.staticData ?? staticData;
		return result;
	};
}

test.each<[changes: number, changeLimit: number | undefined, isSent: boolean]>([
	[6, 30, true],
	[7, 30, false],
	[5, 0, true],
	[6, 0, false],
	[20, 99, false],
	[20, 100, true],
	[20, undefined, true],
])('%i of 20 known records with the limit %s: sent is %s', async (count, changeLimit, isSent) => {
	const run = workflow();
	await run({ items: clients(NAMES) });
	// New records are no changes.
	const items = clients(`${changed(count)} u v w x y z`);
	const { error } = await run({ items, options: { changeLimit } });
	expect(arrived()).toHaveLength(isSent ? count + 6 : 0);
	expect(error?.message).toBe(
		isSent
			? undefined
			: `${count} of 20 known records would be changed or deleted, but 'Change Limit' allows ${changeLimit} %`,
	);
	if (isSent) return;
	expect(error?.description).toContain('Nothing was sent.');
	// The memory stays as it was.
	await run({ items: clients(changed(1)), options: { changeLimit } });
	expect(arrived()).toEqual(['A']);
});

test('with the error output, every item fails', async () => {
	const run = workflow();
	await run({ items: clients(NAMES) });
	const options = { changeLimit: 10 };
	const items = clients(changed(9));
	const { outputs } = await run({ items, options, onError: 'continueErrorOutput' });
	expect(outputs[0]).toEqual([]);
	expect(outputs[1]).toHaveLength(20);
	expect(arrived()).toEqual([]);
});

test('without a memory, no limit applies, and a hint says so', async () => {
	const run = workflow();
	const { hints } = await run({ items: clients(NAMES), options: { changeLimit: 0 } });
	expect(arrived()).toHaveLength(20);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^'Change Limit' did not apply/),
	]);
	const forgotten = { changeLimit: 0, forgetAccepted: true };
	await run({ items: clients(changed(20)), options: forgotten });
	expect(arrived()).toHaveLength(20);
});

test('Compare with Service says what the limit would do', async () => {
	const run = workflow();
	await run({ items: clients(NAMES) });
	const options = { changeLimit: 10, dryRun: true, compareWithService: true };
	const limited = await run({ items: clients(changed(9)), options });
	expect(limited.hints.map(({ message }) => message)).toContainEqual(
		expect.stringMatching(
			/Compared with the service: .*\. The real run would send nothing: 9 of 20 known records/,
		),
	);
	const allowed = await run({ items: clients(changed(2)), options });
	expect(allowed.hints.map(({ message }) => message).join()).not.toContain('would send nothing');
});

test('a run by hand is limited as well, and a dry run says so', async () => {
	const run = workflow();
	await run({ items: clients(NAMES) });
	const items = clients(changed(9));
	const options = { changeLimit: 10 };
	const byHand = await run({ items, options, mode: 'manual' });
	expect(byHand.error?.message).toContain('9 of 20 known records');
	const { hints, error } = await run({ items, options: { ...options, dryRun: true } });
	expect(error).toBeUndefined();
	expect(hints.map(({ message }) => message)).toContainEqual(
		expect.stringMatching(
			/nothing was sent\. The real run would send nothing: 9 of 20 known records/,
		),
	);
});

test('a later try makes the requests of the first one, whatever it has changed', async () => {
	const run = workflow();
	await run({ items: clients(NAMES) });
	const options = { changeLimit: 30, recordsPerRequest: 2 };
	service.replies.clear();
	const once = async () => {
		const running = run({ items: clients(changed(6)), options, tries: 2 });
		service.replies.set(1, reply(400));
		return await running;
	};
	const { json } = await once();
	expect(arrived()).toEqual(['A', 'B', 'C', 'D', 'C', 'D', 'E', 'F']);
	expect(json).toMatchObject([{}, {}, {}, { recordCount: 0, unchangedCount: 14 }]);
});

test('deleted IDs count, each list with its own records', async () => {
	const catalog = (deleted: readonly string[], ids: readonly string[]) => ({
		parameters: {
			resource: 'productCatalog',
			operation: 'publish',
			catalogId: '={{ $json.list }}',
			catalogName: 'N',
			record: automatic,
			dataMode: 'json',
			body: {
				Name: 'N',
				Id: 'C',
				Products: ids.map((Id) => ({ Id })),
				DeletedProductIds: deleted,
			},
		} as unknown as INodeParameters,
	});
	const ids = Array.from({ length: 10 }, (_, index) => clients(NAMES)[index]?.Id ?? '');
	const run = workflow();
	await run({ ...catalog([], ids), items: [{}] });
	const options = { changeLimit: 50 };
	const { error } = await run({ ...catalog(ids.slice(0, 6), []), items: [{}], options });
	expect(error?.message).toContain('6 of 10 known records would be changed or deleted');
	expect(service.received).toEqual([]);
});

test('the option belongs to publishes alone', async () => {
	const { error } = await write({
		...{ resource: 'task', operation: 'update', taskId: 'T', contact: { Name: 'A' } },
		options: { changeLimit: 5 },
	});
	expect(error).toBeUndefined();
});

test('the known records of all lists count, and the lists themselves do not', async () => {
	const run = workflow();
	const lists = (changes: number) =>
		clients(NAMES).map((client, index) => ({
			...client,
			Name: index < changes ? 'changed' : client.Name,
			list: index < 10 ? 'big' : `L${index}`,
		}));
	const parameters = { listId: '={{ $json.list }}' };
	const options = { ignoreUnknownFields: true };
	await run({ items: lists(0), options, parameters });
	const limited = { ...options, changeLimit: 34 };
	const { error } = await run({ items: lists(7).slice(0, 10), options: limited, parameters });
	expect(error?.message).toContain('7 of 20 known records');
	expect(arrived()).toEqual([]);
});

test.each<[string, number, boolean]>([
	['a publish that was certainly not applied', 404, true],
	['a refused publish that may have been applied in part', 400, false],
	['a publish that may have been applied', 500, false],
])('after %s, its records count as known: %s', async (_, status, isKnown) => {
	const run = workflow();
	await run({ items: clients(NAMES) });
	const refused = run({ items: clients(changed(5)) });
	service.replies.set(0, reply(status));
	await refused;
	const { error } = await run({ items: clients(changed(7)), options: { changeLimit: 30 } });
	expect(error?.message.slice(0, 7)).toBe(isKnown ? '7 of 20' : undefined);
});
