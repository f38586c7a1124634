// What goes wrong while a poll is under way: errors, no time, polls on top of each other, lists that misbehave.
import type { INodeParameters } from 'n8n-workflow';

import { sampleIds, type FaultRule } from '../../sandbox/server.mjs';
import { failureOf, idsOf, usePolls } from './pollHost.mjs';

const products = {
	event: 'productChanged',
	catalogId: sampleIds.catalog,
	options: { pageSize: 20 },
};
const tasks = { event: 'recordChanged', recordType: 'task', recordIds: 'T-1001, T-1002' };

const polls = usePolls({ products: 60 });
const { idAt, hostOf } = polls;

function onPage(page: number, fault: FaultRule['fault'], times: number | 'always' = 1): FaultRule {
	return { address: 'productCatalog/get', query: { pageNumber: String(page) }, times, fault };
}

describe('an error', () => {
	it.each([1, 2, 3])(
		'on page %i leaves the state, and the change is emitted later',
		async (page) => {
			const host = hostOf(products);
			await host.poll();
			polls.sandbox.change('product', idAt(2), {});
			const before = host.saved();
			polls.sandbox.setFault(onPage(page, { kind: 'cut' }));
			await failureOf(host.poll());
			expect(host.saved()).toEqual(before);
			expect(idsOf(await host.poll())).toEqual([idAt(2)]);
		},
	);

	it('in the first poll of all leaves no state, so that nothing is skipped', async () => {
		const host = hostOf(products);
		polls.sandbox.setFault(onPage(2, { kind: 'html' }));
		await failureOf(host.poll());
		expect(host.saved()).toEqual({});
	});

	it('tells the host its cause, and how long the service asks to wait', async () => {
		const host = hostOf(tasks);
		await host.poll();
		const headers = { 'retry-after': '120' };
		polls.sandbox.setFault({ times: 'always', fault: { kind: 'status', status: 429, headers } });
		const error = await failureOf(host.poll());
		expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 120_000 });
		polls.sandbox.clearFaults();
		polls.sandbox.setFault({ times: 'always', fault: { kind: 'status', status: 401 } });
		expect((await failureOf(host.poll())).failure).toEqual({ cause: 'credential-invalid' });
	});

	it('names an unknown catalog, and a record that was never there', async () => {
		const catalog = await failureOf(hostOf({ ...products, catalogId: 'CAT-9' }).poll());
		expect(catalog.message).toContain('the product catalog with the ID "CAT-9"');
		const record = await failureOf(hostOf({ ...tasks, recordIds: 'T-9' }).poll());
		expect(record.message).toContain('the task with the ID "T-9"');
	});

	it.each([
		["'Catalog ID' is empty", { event: 'productChanged', catalogId: ' ' }],
		["'Record IDs' is empty", { ...tasks, recordIds: ' ,\n' }],
		[
			"'Record IDs' holds 1001 IDs",
			{ ...tasks, recordIds: Array.from({ length: 1001 }, (_, index) => `T-${index}`) },
		],
		["'Page Size' must be", { ...products, options: { pageSize: 0 } }],
		["'Event' is", { event: 'other' }],
	])('in the parameters says so: %s', async (message, parameters) => {
		expect((await failureOf(hostOf(parameters as INodeParameters).poll())).message).toContain(
			message,
		);
		expect(polls.sandbox.requests).toHaveLength(0);
	});
});

describe('a record that is gone', () => {
	it('does not keep the others from being watched', async () => {
		const host = hostOf(tasks);
		await host.poll();
		const task = polls.sandbox.find('task', 'T-1001');
		polls.sandbox.remove('task', 'T-1001');
		polls.sandbox.change('task', 'T-1002', { Progress: 'Done' });
		expect(idsOf(await host.poll())).toEqual(['T-1002']);
		expect(host.log.at(-1)?.message).toContain('"T-1001" any more');
		polls.sandbox.change('task', 'T-1001', {
			...task,
			UpdatedOn: '2025-12-24T00:00:00.0000000+00:00',
		});
		expect(idsOf(await host.poll())).toEqual(['T-1001']);
	});
});

describe('a record that cannot be read', () => {
	const broken: FaultRule = {
		address: 'task/get',
		query: { id: 'T-1001' },
		times: 'always',
		fault: { kind: 'otherResource' },
	};

	it('does not keep the others from being watched, and fails the polls without a change', async () => {
		const host = hostOf(tasks);
		await host.poll();
		polls.sandbox.setFault(broken);
		polls.sandbox.change('task', 'T-1001', { Progress: 'Done' });
		polls.sandbox.change('task', 'T-1002', { Progress: 'Done' });
		expect(idsOf(await host.poll())).toEqual(['T-1002']);
		expect(host.log.at(-1)?.message).toContain('tries again');
		await failureOf(host.poll());
		polls.sandbox.clearFaults();
		expect(idsOf(await host.poll())).toEqual(['T-1001']);
	});

	it.each([5, 8, 9, 17])(
		'%i of them do not keep those behind them from being watched, and new ones from being known',
		async (count) => {
			const recordIds = Array.from({ length: 20 }, (_, index) => `T-${1001 + index}`);
			const host = hostOf({ ...tasks, recordIds: recordIds.slice(0, 19) });
			await host.poll();
			for (const id of recordIds.slice(0, count))
				polls.sandbox.setFault({
					...broken,
					query: { id },
					fault: { kind: 'status', status: 403 },
				});
			host.setParameters({ ...tasks, recordIds });
			const found: unknown[] = [];
			const messages: string[] = [];
			for (let poll = 0; poll < 8; poll++) {
				if (poll === 4) {
					for (const id of recordIds.slice(18))
						polls.sandbox.change('task', id, { Progress: 'Done' });
				}
				const items = await host.poll().catch((error: Error) => void messages.push(error.message));
				found.push(...idsOf(items ?? null));
			}
			expect(found.sort()).toEqual(recordIds.slice(18));
			const said = [...messages, ...host.log.map(({ message }) => message)].join();
			expect(said).toContain('task "T-1001" was not read: ');
		},
	);

	it('ends the poll after five failures', async () => {
		const recordIds = Array.from({ length: 30 }, (_, index) => `T-${1001 + index}`);
		const host = hostOf({ ...tasks, recordIds });
		await host.poll();
		polls.sandbox.setFault({ times: 'always', fault: { kind: 'cut' } });
		polls.sandbox.forgetRequests();
		await failureOf(host.poll());
		expect(polls.sandbox.requests.length).toBeLessThan(10);
	});
});

describe('a poll without time for the whole list', () => {
	it('emits what it has, and the next ones go on from there', async () => {
		const host = hostOf(products);
		await host.poll();
		for (const index of [1, 30, 59]) polls.sandbox.change('product', idAt(index), {});
		host.budget = 1;
		const found = [];
		for (let poll = 0; poll < 4; poll++) {
			found.push(idsOf(await host.poll()));
			host.restart();
		}
		expect(found).toEqual([[idAt(1)], [idAt(30)], [idAt(59)], []]);
		const pages = polls.sandbox.requests.slice(4).map(({ query }) => query.pageNumber);
		expect(pages).toEqual(['1', '2', '3', '4']);
	});

	it('goes on with the records that it had no time for', async () => {
		const recordIds = Array.from({ length: 10 }, (_, index) => `T-${1001 + index}`);
		const host = hostOf({ ...tasks, recordIds });
		await host.poll();
		for (const id of recordIds) polls.sandbox.change('task', id, { Progress: 'Done' });
		host.budget = 1;
		const counts = [];
		for (let poll = 0; poll < 4; poll++) counts.push((await host.poll())?.length ?? 0);
		expect(counts).toEqual([4, 4, 2, 0]);
	});

	it('takes note of removed products over several polls', async () => {
		polls.sandbox.setOptions({ deletedProductIds: false });
		const options = { pageSize: 20, detectRemovedByComparing: true };
		const host = hostOf({ event: 'productRemoved', catalogId: sampleIds.catalog, options });
		await host.poll();
		polls.sandbox.remove('product', idAt(33));
		host.budget = 1;
		const found = [];
		for (let poll = 0; poll < 7; poll++) {
			found.push(...idsOf(await host.poll()));
			host.restart();
		}
		expect(found).toEqual([idAt(33)]);
		polls.sandbox.setOptions({ deletedProductIds: true });
	});

	it('emits all that exists over several polls, each product once', async () => {
		const host = hostOf({ ...products, options: { pageSize: 20, emitExisting: true } });
		host.budget = 1;
		const found: unknown[] = [];
		for (let poll = 0; poll < 5; poll++) found.push(...idsOf(await host.poll()));
		expect([...found].sort()).toEqual([...polls.ids].sort());
	});
});

describe('polls on top of each other', () => {
	it('emit a change once: the later one steps back', async () => {
		const host = hostOf(products);
		await host.poll();
		polls.sandbox.change('product', idAt(4), {});
		polls.sandbox.setFault(onPage(1, { kind: 'slow', milliseconds: 100 }));
		const [first, second] = await Promise.all([host.poll(), host.poll()]);
		expect(idsOf(first)).toEqual([idAt(4)]);
		expect(second).toBeNull();
		expect(host.log.at(-1)?.message).toContain('still runs');
		expect(await host.poll()).toBeNull();
	});
});

describe('a list that misbehaves', () => {
	it('with the same page again is an error, and nothing is marked', async () => {
		const host = hostOf(products);
		await host.poll();
		polls.sandbox.setFault(onPage(2, { kind: 'repeatedPage' }, 'always'));
		const error = await failureOf(host.poll());
		expect(error.message).toContain('the rows of an earlier page again as page 2');
	});

	it.each([
		['an empty page once', onPage(2, { kind: 'emptyPage' })],
		['a total that is too small', onPage(1, { kind: 'total', value: 20 })],
		['a total that is too large', { times: 'always', fault: { kind: 'total', add: 7 } } as const],
		['a short page', onPage(1, { kind: 'shortPage', missing: 1 })],
	])('with %s is read to its end', async (_what, rule) => {
		const host = hostOf(products);
		await host.poll();
		polls.sandbox.change('product', idAt(55), {});
		polls.sandbox.setFault(rule);
		const found = [...idsOf(await host.poll()), ...idsOf(await host.poll())];
		expect(found).toEqual([idAt(55)]);
	});

	it('with a row that slips to the page before is caught in the next reading', async () => {
		const host = hostOf(products);
		await host.poll();
		// The row on top of page 2 slips to page 1 while page 2 is asked for; a later change moves the mark beyond it.
		polls.sandbox.change('product', idAt(20), { UpdatedOn: '2025-10-01T08:00:00.0000000+00:00' });
		polls.sandbox.change('product', idAt(50), { UpdatedOn: '2025-12-01T08:00:00.0000000+00:00' });
		polls.sandbox.setFault(onPage(2, { kind: 'shrink', remove: 1 }));
		expect(idsOf(await host.poll())).toEqual([idAt(50)]);
		expect(idsOf(await host.poll())).toEqual([idAt(20)]);
		expect(await host.poll()).toBeNull();
	});

	it('with a date far ahead does not lose the changes after it', async () => {
		const host = hostOf(products);
		await host.poll();
		polls.sandbox.change('product', idAt(9), { UpdatedOn: '2099-01-01T00:00:00.0000000+00:00' });
		expect(idsOf(await host.poll())).toEqual([idAt(9)]);
		expect(await host.poll()).toBeNull();
		polls.sandbox.change('product', idAt(10), { UpdatedOn: '2025-12-01T08:00:00.0000000+00:00' });
		expect(idsOf(await host.poll())).toEqual([idAt(10)]);
		expect(await host.poll()).toBeNull();
	});

	it('with dates at the same tick, and one that was set back an hour, is told apart', async () => {
		const host = hostOf(products);
		await host.poll();
		const UpdatedOn = '2025-12-01T08:00:00.1234567+00:00';
		polls.sandbox.change('product', idAt(1), { UpdatedOn, UpdatedOnTicks: undefined });
		expect(idsOf(await host.poll())).toEqual([idAt(1)]);
		polls.sandbox.change('product', idAt(2), { UpdatedOn, UpdatedOnTicks: undefined });
		expect(idsOf(await host.poll())).toEqual([idAt(2)]);
		polls.sandbox.change('product', idAt(3), { UpdatedOn: '2025-12-01T07:00:00.1234567+00:00' });
		expect(idsOf(await host.poll())).toEqual([idAt(3)]);
		expect(await host.poll()).toBeNull();
	});

	it('with ticks instead of dates is followed by those, and by content without both', async () => {
		const bare = { UpdatedOn: undefined, UpdatedOnTicks: undefined };
		polls.sandbox.change('product', idAt(1), bare);
		const host = hostOf(products);
		await host.poll();
		polls.sandbox.change('product', idAt(1), { ...bare, Description: 'Other' });
		expect(idsOf(await host.poll())).toEqual([idAt(1)]);
		polls.sandbox.change('product', idAt(2), {
			UpdatedOn: undefined,
			UpdatedOnTicks: '638989632000000000',
		});
		expect(idsOf(await host.poll())).toEqual([idAt(2)]);
		expect(await host.poll()).toBeNull();
	});
});
