// What goes wrong while a poll is under way: errors, no time, polls on top of each other.
import type { INodeParameters } from 'n8n-workflow';

import { startBareService } from '../service.mjs';
import { sampleIds, type FaultRule } from '../../sandbox/server.mjs';
import { failureOf, idsOf, newPollHost, usePolls } from './pollHost.mjs';

const products = {
	event: 'productChanged',
	catalogId: sampleIds.catalog,
	options: { pageSize: 20 },
};
const tasks = { event: 'recordChanged', recordType: 'task', recordIds: 'T-1001, T-1002' };

/** The first of the seeded tasks. */
function idsUpTo(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `T-${1001 + index}`);
}

const polls = usePolls({ products: 60 });
const { idAt, hostOf } = polls;

function onPage(page: number, fault: FaultRule['fault'], times: number | 'always' = 1): FaultRule {
	return { address: 'productCatalog/get', query: { pageNumber: String(page) }, times, fault };
}

describe('an error', () => {
	it('leaves the state, or none in the first poll of all, so that nothing is skipped', async () => {
		const host = hostOf(products);
		polls.sandbox.setFault(onPage(2, { kind: 'html' }));
		await failureOf(host.poll());
		expect(host.saved()).toEqual({});
		await host.poll();
		polls.sandbox.change('product', idAt(2), {});
		const before = host.saved();
		polls.sandbox.setFault(onPage(2, { kind: 'cut' }));
		await failureOf(host.poll());
		expect(host.saved()).toEqual(before);
		expect(idsOf(await host.poll())).toEqual([idAt(2)]);
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

	it.each<[INodeParameters, string, number]>([
		[{ ...products, catalogId: 'CAT-9' }, 'the product catalog with the ID "CAT-9"', 1],
		[{ ...tasks, recordIds: 'T-9' }, 'the task with the ID "T-9"', 1],
		[{ event: 'productChanged', catalogId: ' ' }, "'Catalog ID' is empty", 0],
		[{ ...tasks, recordIds: ' ,\n' }, "'Record IDs' is empty", 0],
		[{ ...tasks, recordIds: idsUpTo(1001).join() }, "'Record IDs' has 1001 IDs", 0],
		[{ ...products, catalogId: '={{ 12345678901234567890 }}' }, "'Catalog ID' is 123456789012", 0],
		[{ ...products, catalogId: '={{ ({}) }}' }, "'Catalog ID' is an object, expected text or", 0],
		[{ ...tasks, recordIds: '={{ [2 ** 60] }}' }, "A number under 'Record IDs' is 11529215", 0],
		[{ ...tasks, recordIds: '={{ [{}] }}' }, "'Record IDs' contains a value that is not text", 0],
		[{ ...products, options: { pageSize: 0 } }, "'Page Size' must be", 0],
		[{ event: 'other' }, "'Event' is", 0],
	])('in the parameters is named, with %#', async (parameters, message, requests) => {
		polls.sandbox.forgetRequests();
		expect((await failureOf(hostOf(parameters).poll())).message).toContain(message);
		expect(polls.sandbox.requests).toHaveLength(requests);
	});
});

describe('a record that cannot be read', () => {
	const broken: FaultRule = {
		address: 'task/get',
		query: { id: 'T-1001' },
		times: 'always',
		fault: { kind: 'html' },
	};

	it('does not keep the others from being watched, and fails the polls without a change', async () => {
		const host = hostOf(tasks);
		await host.poll();
		polls.sandbox.setFault(broken);
		polls.sandbox.change('task', 'T-1001', { Progress: 'Done' });
		polls.sandbox.change('task', 'T-1002', { Progress: 'Done' });
		expect(idsOf(await host.poll())).toEqual(['T-1002']);
		expect(host.log.at(-1)?.message).toContain('tries again');
		const logged = host.log.length;
		await failureOf(host.poll());
		expect(host.log[logged]?.message).toContain('"T-1001" was not read');
		polls.sandbox.clearFaults();
		expect(idsOf(await host.poll())).toEqual(['T-1001']);
	});

	it.each([
		[5, 'keeps'],
		[9, 'drops'],
		[17, 'keeps'],
		[17, 'drops'],
	])(
		'%i of them do not keep others from being watched, in an n8n that %s the state of polls that fail',
		async (count, drops) => {
			const recordIds = idsUpTo(20);
			const host = hostOf({ ...tasks, recordIds: recordIds.slice(0, 19) });
			await host.poll();
			const fault: FaultRule['fault'] = { kind: 'status', status: 403 };
			for (const id of recordIds.slice(0, count))
				polls.sandbox.setFault({ ...broken, query: { id }, fault });
			host.setParameters({ ...tasks, recordIds });
			const found: unknown[] = [];
			const messages: string[] = [];
			for (let poll = 0; poll < 8; poll++) {
				if (poll === 4)
					for (const id of recordIds.slice(18))
						polls.sandbox.change('task', id, { Progress: 'Done' });
				const before = host.saved();
				const items = await host.poll().catch((error: Error) => {
					messages.push(error.message);
					if (drops === 'drops') host.drop(before);
				});
				found.push(...idsOf(items ?? null));
			}
			expect(found.sort()).toEqual(recordIds.slice(18));
			const said = [...messages, ...host.log.map(({ message }) => message)].join();
			expect(said).toContain('task "T-1001" was not read: ');
		},
	);

	it('that is gone does not either, and is emitted when it is back', async () => {
		const host = hostOf(tasks);
		await host.poll();
		const task = polls.sandbox.find('task', 'T-1001');
		polls.sandbox.remove('task', 'T-1001');
		polls.sandbox.change('task', 'T-1002', { Progress: 'Done' });
		expect(idsOf(await host.poll())).toEqual(['T-1002']);
		expect(host.log.at(-1)?.message).toContain('no longer finds the task "T-1001"');
		const UpdatedOn = '2025-12-24T00:00:00.0000000+00:00';
		polls.sandbox.change('task', 'T-1001', { ...task, UpdatedOn });
		expect(idsOf(await host.poll())).toEqual(['T-1001']);
	});

	it('ends the poll after five failures', async () => {
		const recordIds = idsUpTo(30);
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
		const recordIds = idsUpTo(10);
		const host = hostOf({ ...tasks, recordIds });
		await host.poll();
		for (const id of recordIds) polls.sandbox.change('task', id, { Progress: 'Done' });
		host.budget = 1;
		const counts = [];
		for (let poll = 0; poll < 4; poll++) counts.push((await host.poll())?.length ?? 0);
		expect(counts).toEqual([4, 4, 2, 0]);
	});
});

it('a poll on top of another one steps back: a change is emitted once', async () => {
	const host = hostOf(products);
	await host.poll();
	polls.sandbox.change('product', idAt(4), {});
	polls.sandbox.setFault(onPage(1, { kind: 'slow', milliseconds: 100 }));
	const [first, second] = await Promise.all([host.poll(), host.poll()]);
	expect(idsOf(first)).toEqual([idAt(4)]);
	expect(second).toBeNull();
	expect(host.log.at(-1)?.message).toContain('still running');
	expect(await host.poll()).toBeNull();
});

it.each([
	{ event: 'productChanged', catalogId: 'C' },
	{ ...tasks, recordIds: 'T-1' },
])(
	'a response that trickles does not keep the poll from ending within its budget: $event',
	async (parameters) => {
		const timers: NodeJS.Timeout[] = [];
		const service = await startBareService((response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.write('{"Name":"C"');
			timers.push(setInterval(() => response.write(' '), 200));
		});
		try {
			const host = newPollHost(parameters, { baseUrl: service.url, authentication: 'none' });
			host.budget = 1000;
			await expect(host.poll()).rejects.toThrow('did not respond within 2 seconds');
			expect(host.saved()).toEqual({});
		} finally {
			timers.forEach(clearInterval);
			await service.stop();
		}
	},
	20_000,
);
