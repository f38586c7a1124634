// What n8n's way with static data once lost or deleted, one story each. What nobody thought of is in seeds.test.mts.
import { simulate, type Simulation, type Step } from './host.mjs';
import {
	type Copy,
	failOnce,
	isInSync,
	newCopy,
	setForeign,
	triggerNode,
	wait,
} from './workflows.mjs';

/** An execution that brings a copy up to date. */
async function run({ process }: Simulation, { get, apply, commit }: Copy, first: Step = get) {
	const execution = process.begin([first, apply, commit]);
	await execution.paused;
	if (execution.error) throw execution.error;
	return execution;
}

/** An execution that waits in one of its steps. */
async function waitIn({ process }: Simulation, ...steps: readonly Step[]) {
	const waiting = process.begin(steps);
	await waiting.paused;
	return waiting;
}

async function resume({ process }: Simulation, waiting: Awaited<ReturnType<typeof waitIn>>) {
	process.resume(waiting);
	await waiting.paused;
	expect(waiting.error).toBeUndefined();
}

function withRows(count: number): Simulation {
	const simulation = simulate();
	for (let index = 0; index < count; index++) simulation.service.set(`P-${index}`);
	return simulation;
}

const LOSS = /does not have the newest state/;

describe('a change feed', () => {
	test.each([0, 2])(
		'commits after a wait, in the first run and in later ones: %i',
		async (before) => {
			const simulation = withRows(3);
			const copy = newCopy(simulation);
			for (let round = 0; round < before; round++) await run(simulation, copy);
			simulation.service.set('P-1');
			const waiting = await waitIn(simulation, copy.get, copy.apply, wait, copy.commit);
			await resume(simulation, waiting);
			expect(copy.committed).toEqual({ committed: true, changes: before === 0 ? 3 : 1 });
			const next = await run(simulation, copy);
			expect(copy.committed).toEqual({ committed: true, changes: 0 });
			expect(next.hints).toEqual([]);
		},
	);

	test.each(['startCopy', 'nothing'] as const)(
		'a commit after a wait and a restart commits nothing, and forgets nothing that was given: %s',
		async (afterWait) => {
			const simulation = withRows(3);
			simulation.afterWait = afterWait;
			const copy = newCopy(simulation);
			await waitIn(simulation, copy.get, copy.apply, failOnce(), copy.commit);
			simulation.service.remove('P-0');
			const waiting = await waitIn(simulation, copy.get, copy.apply, wait, copy.commit);
			simulation.restart();
			await resume(simulation, waiting);
			expect(copy.committed).toEqual({ committed: false, changes: 0 });
			expect(waiting.hints.join()).toContain('the next execution gives them again');
			for (let round = 0; round < 2; round++) await run(simulation, copy);
			expect(isInSync(simulation, copy)).toBe(true);
		},
	);

	test('an execution that waited and was overtaken says so, and what it wrote comes again', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		await run(simulation, copy);
		simulation.service.set('P-1');
		const waiting = await waitIn(simulation, copy.get, wait, copy.apply, copy.commit);
		simulation.restart();
		simulation.service.set('P-1');
		await run(simulation, copy);
		await resume(simulation, waiting);
		expect(copy.committed).toEqual({ committed: false, changes: 0 });
		expect(waiting.hints.join()).toContain('the next execution gives them again');
		expect(isInSync(simulation, copy)).toBe(false);
		await run(simulation, copy);
		expect(isInSync(simulation, copy)).toBe(true);
	});

	test('that starts over says so if another polling trigger undoes it', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		await run(simulation, copy);
		const trigger = simulation.process.activate({ id: 'other', parameters: {} });
		await run(simulation, copy, copy.startOver);
		expect(copy.committed).toEqual({ committed: true, changes: 3 });
		expect(simulation.said.join('\n')).not.toMatch(LOSS);
		trigger.emit();
		simulation.restart();
		expect((await run(simulation, copy)).hints.join()).toMatch(LOSS);
	});

	test('of a node that was deleted and pasted starts over, and says so once', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		await run(simulation, copy);
		copy.nodeId = ' pasted';
		expect((await run(simulation, copy)).hints.join()).toContain('another Get Changes node');
		for (let round = 0; round < 2; round++) expect((await run(simulation, copy)).hints).toEqual([]);
	});

	// JSON has null for a number that is infinite.
	test.each(['5.8e17', 'null'])(
		'of which the number is out of range begins again, and other nodes go on: %s',
		async (number) => {
			const simulation = withRows(3);
			const [one, two] = [newCopy(simulation, 'one'), newCopy(simulation, 'two')];
			for (const copy of [one, two]) await run(simulation, copy);
			const { processed, staticData } = simulation.stored();
			const id = 'getChanges one';
			processed.set(id, 5.8e17 * 2 ** 18);
			const written = new RegExp(`("${id}":)\\d+`);
			simulation.stored().staticData = staticData.replace(written, `$1${number}`);
			simulation.restart();
			expect((await run(simulation, one)).hints.join()).toMatch(LOSS);
			expect((await run(simulation, two)).hints).toEqual([]);
		},
	);

	test('keeps at most 50 cursors, and says which one went', async () => {
		const simulation = withRows(1);
		for (let index = 0; index < 52; index++) {
			const copy = newCopy(simulation, `c${index}`);
			await run(simulation, copy);
			// It stays in use.
			if (index > 0 && index % 10 === 0) await run(simulation, newCopy(simulation, 'c0'));
		}
		expect(simulation.stored().staticData.match(/"c\d+ /g)).toHaveLength(50);
		const said = simulation.said.flatMap(
			(text) => /unused longest.*"(c\d+)"/.exec(text)?.[1] ?? [],
		);
		expect([...new Set(said)]).toEqual(['c1', 'c2']);
	});
});

test('in a copied workflow, a feed and a trigger start over', async () => {
	const simulation = withRows(3);
	const first = simulation.process.activate(triggerNode());
	await first.poll();
	first.deactivate();
	await run(simulation, newCopy(simulation));
	simulation.copyWorkflow();
	simulation.service.set('P-1');
	const trigger = simulation.process.activate(triggerNode());
	expect(await trigger.poll()).toBeNull();
	expect(simulation.said.at(-1)).toMatch(/starts over, because its workflow is a copy/);
	const other = newCopy(simulation);
	await run(simulation, other);
	expect(other.committed).toEqual({ committed: true, changes: 3 });
	simulation.service.set('P-2');
	expect(await trigger.poll()).toMatchObject([{ Id: 'P-2' }]);
});

describe('the trigger', () => {
	const polled = async () => {
		const simulation = withRows(3);
		const activate = (name?: string) => simulation.process.activate(triggerNode({ name }));
		const trigger = activate();
		expect(await trigger.poll()).toBeNull();
		return { simulation, trigger, activate };
	};

	test('goes on after it was renamed', async () => {
		const { simulation, trigger, activate } = await polled();
		trigger.deactivate();
		simulation.service.set('P-late');
		expect(await activate('Renamed').poll()).toMatchObject([{ Id: 'P-late' }]);
	});

	test('emits a change once, though an execution saves older static data afterwards', async () => {
		const { simulation, trigger, activate } = await polled();
		simulation.service.set('P-1');
		expect(await trigger.poll()).toHaveLength(1);
		const publishing = await waitIn(simulation, wait, setForeign);
		simulation.service.set('P-0');
		expect(await trigger.poll()).toHaveLength(1);
		await resume(simulation, publishing);
		simulation.restart();
		expect(await activate().poll()).toBeNull();
	});

	test.each([false, true])(
		'emits in its next poll, once, what n8n dropped since the workflow was published meanwhile; restarted: %s',
		async (restarts) => {
			const { simulation, trigger, activate } = await polled();
			simulation.service.set('P-1');
			const polling = trigger.poll();
			trigger.deactivate();
			const next = activate();
			expect(await polling).toBeNull();
			if (restarts) simulation.restart();
			const last = restarts ? activate() : next;
			expect(await last.poll()).toMatchObject([{ Id: 'P-1' }]);
			expect(await last.poll()).toBeNull();
			simulation.restart();
			expect(await activate().poll()).toBeNull();
		},
	);

	test('is activated while the service is down where it has a state, and says so', async () => {
		const { simulation, activate } = await polled();
		for (let round = 0; round < 2; round++) {
			simulation.restart();
			simulation.service.status = 503;
			const trigger = activate();
			expect(await trigger.poll()).toBeNull();
			expect(simulation.said.at(-1)).toMatch(/the first poll since the workflow was published/);
			await expect(trigger.poll()).rejects.toThrow('503');
			simulation.service.status = 200;
			simulation.service.set('P-1');
			expect(await trigger.poll()).toMatchObject([{ Id: 'P-1' }]);
		}
		simulation.restart();
		simulation.service.status = 401;
		await expect(activate().poll()).rejects.toThrow('401');
	});

	test('is not activated while the service is down where it has no state', async () => {
		const simulation = withRows(3);
		simulation.service.status = 503;
		const trigger = simulation.process.activate(triggerNode());
		await expect(trigger.poll()).rejects.toThrow('503');
	});
});
