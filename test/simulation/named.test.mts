// What n8n's way with static data once lost or deleted, one story each. What nobody thought of is in seeds.test.mts.
import { randomFor } from '../sandbox/data/random';
import { type Execution, simulate, type Process, type Simulation, type Step } from './host.mjs';
import {
	checkedPublish,
	clientId,
	clients,
	failOnce,
	isInSync,
	newCopy,
	publish,
	setForeign,
	slowStep,
	triggerNode,
	wait,
} from './workflows.mjs';

async function run(process: Process, steps: readonly Step[], data?: object[]) {
	const execution = process.begin(steps, data as never);
	await execution.paused;
	if (execution.error) throw execution.error;
	return execution;
}

function withRows(count: number): Simulation {
	const simulation = simulate();
	for (let index = 0; index < count; index++) simulation.service.set(`P-${index}`);
	return simulation;
}

/** The service refuses the request with this number, counted from 1. */
function refuseRequest({ service }: Simulation, number: number): void {
	let requests = 0;
	const { handle } = service;
	Object.assign(service, {
		handle: (request: Parameters<typeof handle>[0]) => {
			if (++requests === number) service.fault = 'refused';
			return handle(request);
		},
	});
}

const LOSS = /\blost\b/;

/** All that follows without waiting for anything happens before this resolves. */
const settled = async () => await new Promise<void>((resolve) => setImmediate(resolve));

describe('a change feed', () => {
	test('beside another polling trigger goes on in every execution, also after a restart', async () => {
		const simulation = withRows(5);
		const copy = newCopy(simulation);
		const steps = [copy.get, copy.apply, copy.commit];
		const trigger = simulation.process.activate({ id: 'other', parameters: {} });
		trigger.emit();
		await run(simulation.process, steps);
		simulation.service.remove('P-1');
		for (let round = 0; round < 3; round++) {
			trigger.emit();
			await run(simulation.process, steps);
		}
		expect(isInSync(simulation, copy)).toBe(true);
		simulation.restart();
		simulation.service.remove('P-2');
		for (let round = 0; round < 2; round++) await run(simulation.process, steps);
		expect(isInSync(simulation, copy)).toBe(true);
		expect(simulation.said.join('\n')).not.toMatch(LOSS);
	});

	test('stores what it repaired, though nothing changed: a row that came and went is deleted after a restart', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		const steps = [copy.get, copy.apply, copy.commit];
		await run(simulation.process, steps);
		const trigger = simulation.process.activate({ id: 'other', parameters: {} });
		simulation.service.set('P-new');
		await run(simulation.process, steps);
		trigger.emit();
		await run(simulation.process, steps);
		simulation.restart();
		simulation.service.remove('P-new');
		for (let round = 0; round < 3; round++) await run(simulation.process, steps);
		expect(isInSync(simulation, copy)).toBe(true);
	});

	test('that overlaps with another one of its workflow is not undone by it', async () => {
		const simulation = withRows(3);
		const [one, two] = [newCopy(simulation, 'one'), newCopy(simulation, 'two')];
		const slow = simulation.process.begin([wait, two.get, two.apply, two.commit]);
		await slow.paused;
		const short = simulation.process.begin([wait, one.get, one.apply, one.commit]);
		await short.paused;
		simulation.process.resume(short);
		await short.paused;
		simulation.process.resume(slow);
		await slow.paused;
		simulation.restart();
		simulation.service.remove('P-1');
		for (let round = 0; round < 2; round++)
			for (const copy of [one, two])
				await run(simulation.process, [copy.get, copy.apply, copy.commit]);
		expect([isInSync(simulation, one), isInSync(simulation, two)]).toEqual([true, true]);
	});

	test('a retried execution that writes old rows makes them come again', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		await run(simulation.process, [copy.get, copy.apply, copy.commit]);
		simulation.service.set('P-1');
		const failed = simulation.process.begin([copy.get, failOnce(), copy.apply, copy.commit]);
		await failed.paused;
		simulation.service.set('P-1');
		await run(simulation.process, [copy.get, copy.apply, copy.commit]);
		const retried = simulation.process.retry(failed);
		await retried.paused;
		expect(retried.error).toBeUndefined();
		expect(copy.committed).toMatchObject({ committed: false });
		expect(isInSync(simulation, copy)).toBe(false);
		await run(simulation.process, [copy.get, copy.apply, copy.commit]);
		expect(isInSync(simulation, copy)).toBe(true);
	});

	test.each([0, 2])(
		'commits after a wait, in the first run and in later ones: %i',
		async (before) => {
			const simulation = withRows(3);
			const copy = newCopy(simulation);
			for (let round = 0; round < before; round++)
				await run(simulation.process, [copy.get, copy.apply, copy.commit]);
			simulation.service.set('P-1');
			const waiting = simulation.process.begin([copy.get, copy.apply, wait, copy.commit]);
			await waiting.paused;
			simulation.process.resume(waiting);
			await waiting.paused;
			expect(waiting.error).toBeUndefined();
			expect(copy.committed).toEqual({ committed: true, changes: before === 0 ? 3 : 1 });
			const next = await run(simulation.process, [copy.get, copy.apply, copy.commit]);
			expect(copy.committed).toEqual({ committed: true, changes: 0 });
			expect(next.hints).toEqual([]);
		},
	);

	test.each([0, 2])('in n8n 1, commits after a wait with a restart in it: %i', async (before) => {
		const simulation = withRows(3);
		simulation.afterWait = 'startCopy';
		const copy = newCopy(simulation);
		for (let round = 0; round < before; round++)
			await run(simulation.process, [copy.get, copy.apply, copy.commit]);
		simulation.service.set('P-1');
		const waiting = simulation.process.begin([copy.get, copy.apply, wait, copy.commit]);
		await waiting.paused;
		simulation.restart();
		simulation.process.resume(waiting);
		await waiting.paused;
		expect(waiting.error).toBeUndefined();
		expect(copy.committed).toEqual({ committed: true, changes: before === 0 ? 3 : 1 });
		await run(simulation.process, [copy.get, copy.apply, copy.commit]);
		expect(copy.committed).toEqual({ committed: true, changes: 0 });
	});

	test.each([
		['startCopy', true],
		['nothing', false],
	] as const)(
		'a commit after a wait and a restart forgets nothing that an earlier execution was given: %s',
		async (afterWait, committed) => {
			const simulation = withRows(3);
			simulation.afterWait = afterWait;
			const copy = newCopy(simulation);
			await simulation.process.begin([copy.get, copy.apply, failOnce(), copy.commit]).paused;
			simulation.service.remove('P-0');
			const waiting = simulation.process.begin([copy.get, copy.apply, wait, copy.commit]);
			await waiting.paused;
			simulation.restart();
			simulation.process.resume(waiting);
			await waiting.paused;
			expect(copy.committed).toMatchObject({ committed });
			for (let round = 0; round < 2; round++)
				await run(simulation.process, [copy.get, copy.apply, copy.commit]);
			expect(isInSync(simulation, copy)).toBe(true);
		},
	);

	test('an execution that waited and was overtaken says so, and what it wrote comes again', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		await run(simulation.process, [copy.get, copy.apply, copy.commit]);
		simulation.service.set('P-1');
		const waiting = simulation.process.begin([copy.get, wait, copy.apply, copy.commit]);
		await waiting.paused;
		simulation.restart();
		simulation.service.set('P-1');
		await run(simulation.process, [copy.get, copy.apply, copy.commit]);
		simulation.process.resume(waiting);
		await waiting.paused;
		expect(copy.committed).toEqual({ committed: false, changes: 0 });
		expect(waiting.hints.join()).toContain('come again');
		expect(isInSync(simulation, copy)).toBe(false);
		await run(simulation.process, [copy.get, copy.apply, copy.commit]);
		expect(isInSync(simulation, copy)).toBe(true);
	});

	test('an execution that another process overtook while it waited says so, and what it wrote comes again', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		const [first, second] = [simulation.process, simulation.anotherProcess()];
		const steps = [copy.get, copy.apply, copy.commit];
		await run(first, steps);
		simulation.service.set('P-1');
		const waiting = first.begin([copy.get, wait, copy.apply, copy.commit]);
		await waiting.paused;
		simulation.service.set('P-1');
		await run(second, steps);
		first.resume(waiting);
		await waiting.paused;
		expect(copy.committed).toEqual({ committed: false, changes: 0 });
		expect(isInSync(simulation, copy)).toBe(false);
		await run(second, steps);
		expect(isInSync(simulation, copy)).toBe(true);
	});

	test('that starts over says so if another polling trigger undoes it', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		const steps = [copy.get, copy.apply, copy.commit];
		await run(simulation.process, steps);
		const trigger = simulation.process.activate({ id: 'other', parameters: {} });
		const { hints } = await run(simulation.process, [copy.startOver, copy.apply, copy.commit]);
		expect(copy.committed).toEqual({ committed: true, changes: 3 });
		expect(hints).toEqual([]);
		trigger.emit();
		simulation.restart();
		expect((await run(simulation.process, steps)).hints.join()).toMatch(LOSS);
	});

	test('a node that was deleted and pasted does not believe what the old one stored', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		const steps = [copy.get, copy.apply, copy.commit];
		await run(simulation.process, steps);
		const trigger = simulation.process.activate({ id: 'other', parameters: {} });
		simulation.service.set('P-new');
		await run(simulation.process, steps);
		trigger.emit();
		simulation.restart();
		simulation.service.remove('P-new');
		copy.nodeId = ' pasted';
		const hints = [];
		for (let round = 0; round < 3; round++)
			hints.push((await run(simulation.process, steps)).hints);
		expect(hints[0]?.join()).toMatch(LOSS);
		expect(hints.slice(1)).toEqual([[], []]);
	});

	test.each([14, 60])(
		'whose list cannot be read after each of %i restarts is not forgotten',
		async (restarts) => {
			const simulation = withRows(3);
			const copy = newCopy(simulation);
			const steps = [copy.get, copy.apply, copy.commit];
			await run(simulation.process, steps);
			const { service } = simulation;
			const { handle } = service;
			Object.assign(service, { handle: () => ({ statusCode: 500, body: '' }) });
			for (let round = 0; round < restarts; round++) {
				const failing = simulation.restart().begin(steps);
				await failing.paused;
				expect(failing.status).toBe('error');
			}
			Object.assign(service, { handle });
			expect((await run(simulation.process, steps)).hints).toEqual([]);
		},
	);

	test('of a copied workflow starts anew', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		await run(simulation.process, [copy.get, copy.apply, copy.commit]);
		simulation.copyWorkflow();
		const other = newCopy(simulation);
		await run(simulation.process, [other.get, other.apply, other.commit]);
		expect(isInSync(simulation, other)).toBe(true);
	});

	test('keeps at most 50 cursors, and says which one went', async () => {
		const simulation = withRows(1);
		for (let index = 0; index < 52; index++) {
			const copy = newCopy(simulation, `c${index}`);
			await run(simulation.process, [copy.get, copy.commit]);
		}
		expect(simulation.stored().staticData.match(/"c\d+ /g)).toHaveLength(50);
		expect(simulation.said.join('\n')).toContain('c0');
	});
});

describe('Only Changed Records', () => {
	const names = (simulation: Simulation, count: number) =>
		Array.from({ length: count }, (_, index) =>
			simulation.service.clients.get(clientId(index)),
		).join(' ');

	// What else the execution saves decides how it was lost.
	test.each([
		[0, false],
		[0, true],
		[1, false],
		[1, true],
	])(
		'two executions overlap after %i others, and the first one ends last; with a restart: %s',
		async (before, restarts) => {
			const simulation = simulate();
			for (let round = 0; round < before; round++)
				await run(simulation.process, [publish()], clients('v0'));
			const slow = slowStep();
			const first = simulation.process.begin([publish(), setForeign, slow.step], clients('v1'));
			await settled();
			await run(simulation.process, [publish()], clients('v2'));
			slow.end();
			await first.paused;
			if (restarts) simulation.restart();
			await run(simulation.process, [publish()], clients('v1'));
			expect(names(simulation, 1)).toBe('v1');
		},
	);

	test('an accepted request of an earlier try says nothing of what the service holds now', async () => {
		const simulation = simulate();
		refuseRequest(simulation, 3);
		const options = { recordsPerRequest: 1 };
		await run(simulation.process, [publish(options)], clients('v0'));
		const failed = simulation.process.begin([publish(options)], clients('v1 w1'));
		await failed.paused;
		expect(failed.error).toBeDefined();
		await run(simulation.process, [publish(options)], clients('v2'));
		const retried = simulation.process.retry(failed);
		await retried.paused;
		expect(retried.error).toBeUndefined();
		await run(simulation.process, [publish(options)], clients('v1'));
		expect(names(simulation, 1)).toBe('v1');
	});

	test.each(['stopped', 'crashed'])(
		'an execution is %s after the publish, then a restart',
		async (how) => {
			const simulation = simulate();
			await run(simulation.process, [publish()], clients('v1'));
			const execution = simulation.process.begin([publish(), slowStep().step], clients('v2'));
			await settled();
			if (how === 'stopped') execution.stop();
			simulation.restart();
			await run(simulation.process, [publish()], clients('v1'));
			expect(names(simulation, 1)).toBe('v1');
		},
	);

	test('a trigger saves its old copy, nothing is published, then a restart', async () => {
		const simulation = simulate();
		await run(simulation.process, [publish()], clients('v1'));
		const trigger = simulation.process.activate({ id: 'other', parameters: {} });
		await run(simulation.process, [publish()], clients('v2'));
		trigger.emit();
		simulation.restart();
		await run(simulation.process, [publish()], clients('v1'));
		expect(names(simulation, 1)).toBe('v1');
	});

	test('a run by hand, and one without the option, are not forgotten', async () => {
		for (const restarts of [false, true]) {
			const simulation = simulate();
			await run(simulation.process, [publish()], clients('v1'));
			await simulation.process.begin([publish()], clients('v2'), 'manual').paused;
			if (restarts) simulation.restart();
			await run(simulation.process, [publish()], clients('v1'));
			expect(names(simulation, 1)).toBe('v1');
			await run(simulation.process, [publish({ onlyChanged: false })], clients('v3'));
			if (restarts) simulation.restart();
			await run(simulation.process, [publish()], clients('v1'));
			expect(names(simulation, 1)).toBe('v1');
		}
	});

	test('another process publishes while executions of this one share a memory', async () => {
		const simulation = simulate();
		await run(simulation.process, [publish()], clients('v1'));
		// The service answers the first execution late.
		const { delay } = simulation;
		delay.process = simulation.process;
		const first = simulation.process.begin([publish()], clients('v1 x'));
		await settled();
		delay.process = undefined;
		await run(simulation.anotherProcess(), [publish()], clients('v2'));
		await run(simulation.process, [publish()], clients('v1'));
		expect(names(simulation, 1)).toBe('v1');
		delay.end();
		await first.paused;
	});

	test('a process is killed, and its request arrives after another process has published', async () => {
		const simulation = simulate();
		const { delay } = simulation;
		const other = simulation.anotherProcess();
		await run(simulation.process, [publish()], clients('v0'));
		delay.process = simulation.process;
		void simulation.process.begin([publish()], clients('v1'));
		await settled();
		delay.process = undefined;
		simulation.restart();
		await run(other, [publish()], clients('v2'));
		delay.end();
		await settled();
		expect(names(simulation, 1)).toBe('v1');
		await run(other, [publish()], clients('v2'));
		expect(names(simulation, 1)).toBe('v2');
	});

	test('an execution is stopped while it stores, and one without the option runs meanwhile', async () => {
		const simulation = simulate();
		const { service } = simulation;
		let goOn: () => void = () => undefined;
		const gate = new Promise<void>((resolve) => (goOn = resolve));
		simulation.beforeAsking = async () => await (service.sent.length === 1 ? gate : undefined);
		const stopped = simulation.process.begin([publish()], clients('v1'));
		await settled();
		expect(service.sent).toHaveLength(1);
		stopped.stop();
		const sending = simulation.process.begin([publish({ onlyChanged: false })], clients('v2'));
		await settled();
		goOn();
		await sending.paused;
		await run(simulation.process, [publish()], clients('v1'));
		expect(names(simulation, 1)).toBe('v1');
	});

	test('two processes publish one record at the same moment, with a slow database', async () => {
		for (let seed = 1; seed <= 60; seed++) {
			const simulation = simulate(randomFor(seed, 'two processes'));
			const { turns } = simulation;
			const writers = [
				{ process: simulation.process, name: 'v1' },
				{ process: simulation.anotherProcess(), name: 'v2' },
			];
			const finish = async (...executions: readonly Execution[]) => {
				while (executions.some(({ status }) => status === 'running')) await turns.next();
			};
			await finish(simulation.process.begin([publish()], clients('v0')));
			await finish(
				...writers.map(({ process, name }) => process.begin([publish()], clients(name))),
			);
			await turns.open();
			if (seed % 2 === 0) writers.reverse();
			for (const { process, name } of writers) {
				await run(process, [publish()], clients(name));
				expect([seed, names(simulation, 1)]).toEqual([seed, name]);
			}
		}
	});

	test('a state that n8n has never stored here is not believed', async () => {
		const simulation = simulate();
		await run(simulation.process, [publish()], clients('v1'));
		// The workflow was deleted, and imported again from a backup.
		simulation.stored().processed.clear();
		simulation.restart();
		simulation.service.clients.set(clientId(0), 'v9');
		await run(simulation.process, [publish()], clients('v1'));
		expect(names(simulation, 1)).toBe('v1');
	});

	test('in quiet times, a record is sent once', async () => {
		const simulation = simulate();
		for (let round = 0; round < 3; round++) {
			await run(simulation.process, [publish()], clients('a b c'));
			simulation.restart();
		}
		expect(simulation.service.sent.flat()).toHaveLength(3);
	});

	test('a retry with other data than the try before is refused', async () => {
		const simulation = simulate();
		refuseRequest(simulation, 2);
		let now = 0;
		const step: Step = async (execution, data) => {
			now++;
			const items = data.map(({ Id, Name }) => ({ Id, Name: `${String(Name)} at ${now}` }));
			return await publish({ onlyChanged: false, recordsPerRequest: 1 })(execution, items);
		};
		const failed = simulation.process.begin([step], clients('a b'));
		await failed.paused;
		const retried = simulation.process.retry(failed);
		await retried.paused;
		expect(retried.error?.message).toContain('differ');
		expect(simulation.service.sent).toHaveLength(1);
	});
});

describe('refused requests that are divided', () => {
	const options = { recordsPerRequest: 8 };
	const continuing = { onError: 'continueErrorOutput' } as const;
	const eight = clients('a b c d e f g h');
	const sentAlone = ({ service }: Simulation, number: number) =>
		service.sent.filter((ids) => ids.length === 1 && ids[0] === clientId(number)).length;

	test('Retry On Fail goes on with the records that were refused, once they are accepted', async () => {
		const simulation = simulate();
		const { service } = simulation;
		const wrong: string[] = [];
		for (const number of [0, 5]) service.guilty.set(clientId(number), [400, 'No']);
		const { handle } = service;
		Object.assign(service, {
			handle: (...request: Parameters<typeof handle>) => {
				// The first try sends 1 + 2 + 4 + 4 requests.
				if ((service.requestsOf.get('1') ?? 0) === 11) service.guilty.clear();
				return handle(...request);
			},
		});
		const step = checkedPublish(simulation, options, { ...continuing, tries: 3 }, wrong);
		await run(simulation.process, [step], eight);
		expect(wrong).toEqual([]);
		expect(service.requestsOf.get('1')).toBe(13);
		expect(service.clients.size).toBe(8);
		expect([sentAlone(simulation, 0), sentAlone(simulation, 5)]).toEqual([1, 1]);
	});

	test.each([false, true])(
		'a retry after a request that was too large sends what is left; with a restart: %s',
		async (restarts) => {
			const simulation = simulate();
			const { service } = simulation;
			const wrong: string[] = [];
			service.maxClients = 2;
			service.guilty.set(clientId(5), [422, 'No']);
			const failed = simulation.process.begin(
				[checkedPublish(simulation, options, {}, wrong)],
				eight,
			);
			await failed.paused;
			expect(failed.error?.message).toContain('after 4 records in 2 requests');
			if (restarts) simulation.restart();
			service.guilty.clear();
			const retried = simulation.process.retry(failed);
			await retried.paused;
			expect(retried.error).toBeUndefined();
			expect(wrong).toEqual([]);
			expect(service.requestsOf.get(retried.id)).toBe(2);
			expect(service.sent.flat().sort()).toEqual(eight.map(({ Id }) => Id));
		},
	);

	test('with Only Changed Records, the next execution sends the refused ones, and no other', async () => {
		const simulation = simulate();
		const { service } = simulation;
		const wrong: string[] = [];
		const step = checkedPublish(simulation, options, continuing, wrong);
		service.guilty.set(clientId(3), [400, 'No']);
		await run(simulation.process, [step], eight);
		service.sent.length = 0;
		simulation.restart();
		await run(simulation.process, [step], eight);
		expect(service.sent).toEqual([]);
		service.guilty.clear();
		await run(simulation.process, [step], eight);
		expect(service.sent).toEqual([[clientId(3)]]);
		expect(wrong).toEqual([]);
	});

	test('of an execution that is stopped between the halves, the next one sends everything', async () => {
		const simulation = simulate();
		const { service } = simulation;
		service.guilty.set(clientId(0), [400, 'No']);
		const { handle } = service;
		const step = publish(options, 'publish', continuing);
		const stopped = simulation.process.begin([step], eight as never);
		Object.assign(service, {
			handle: (...request: Parameters<typeof handle>) => {
				const answer = handle(...request);
				if (service.requestsOf.get(stopped.id) === 3) stopped.stop();
				return answer;
			},
		});
		await settled();
		expect(service.requestsOf.get(stopped.id)).toBe(3);
		service.guilty.clear();
		simulation.restart();
		await run(simulation.process, [step], eight);
		expect(service.clients.size).toBe(8);
	});

	test('a list that is refused whatever it carries is divided within the bound, once for all tries', async () => {
		const simulation = simulate();
		const { service } = simulation;
		const wrong: string[] = [];
		service.refusesList = true;
		const step = checkedPublish(simulation, options, { ...continuing, tries: 2 }, wrong);
		await run(simulation.process, [step], eight);
		expect(wrong).toEqual([]);
		// The second try sends each record again.
		expect(service.requestsOf.get('1')).toBe(15 + 8);
	});
});

describe('the trigger', () => {
	test('goes on after it was renamed', async () => {
		const simulation = withRows(2);
		const trigger = simulation.process.activate(triggerNode('productChanged'));
		expect(await trigger.poll()).toBeNull();
		simulation.service.set('P-new');
		expect(await trigger.poll()).toHaveLength(1);
		trigger.deactivate();
		simulation.service.set('P-late');
		const renamed = simulation.process.activate(triggerNode('productChanged', { name: 'Renamed' }));
		expect(await renamed.poll()).toMatchObject([{ Id: 'P-late' }]);
	});

	test('emits a change once, though an execution saves older static data afterwards', async () => {
		const simulation = withRows(2);
		const trigger = simulation.process.activate(triggerNode('productChanged'));
		await trigger.poll();
		simulation.service.set('P-1');
		expect(await trigger.poll()).toHaveLength(1);
		const publishing = simulation.process.begin([wait, publish()], clients('a'));
		await publishing.paused;
		simulation.service.set('P-0');
		expect(await trigger.poll()).toHaveLength(1);
		simulation.process.resume(publishing);
		await publishing.paused;
		simulation.restart();
		const again = simulation.process.activate(triggerNode('productChanged'));
		expect(await again.poll()).toBeNull();
	});

	test.each(['productChanged', 'productRemoved'] as const)(
		'starts over with another credential: %s',
		async (event) => {
			const simulation = withRows(15);
			const trigger = simulation.process.activate(triggerNode(event));
			await trigger.poll();
			await trigger.poll();
			trigger.deactivate();
			// Another tenant on the same address.
			for (const id of [...simulation.service.rows.keys()]) simulation.service.remove(id);
			for (let index = 0; index < 12; index++) simulation.service.set(`Q-${index}`);
			const other = simulation.process.activate(triggerNode(event, { credential: '2' }));
			expect([await other.poll(), await other.poll(), await other.poll()]).toEqual([
				null,
				null,
				null,
			]);
			expect(simulation.said.join('\n')).toContain('starts over');
		},
	);

	test('with a durable cursor, what n8n discards with its poll is emitted again', async () => {
		const simulation = withRows(2);
		const trigger = simulation.process.activate(triggerNode('productChanged'));
		await trigger.poll();
		trigger.makeDurable();
		simulation.service.set('P-1');
		expect(await trigger.poll('discards')).toHaveLength(1);
		expect(await trigger.poll()).toHaveLength(1);
		expect(await trigger.poll()).toBeNull();
	});

	test('of a copied workflow starts over', async () => {
		const simulation = withRows(2);
		const trigger = simulation.process.activate(triggerNode('productChanged'));
		await trigger.poll();
		simulation.service.set('P-1');
		await trigger.poll();
		simulation.copyWorkflow();
		simulation.service.set('P-0');
		const other = simulation.process.activate(triggerNode('productChanged'));
		expect(await other.poll()).toBeNull();
	});
});
