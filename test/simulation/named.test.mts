// What n8n's way with static data once lost or deleted, one story each. What nobody thought of is in seeds.test.mts.
import { simulate, type Process, type Simulation, type Step } from './host.mjs';
import { failOnce, isInSync, newCopy, setForeign, triggerNode, wait } from './workflows.mjs';

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

const LOSS = /does not have the newest state/;

describe('a change feed', () => {
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

	test.each(['startCopy', 'nothing'] as const)(
		'a commit after a wait and a restart commits nothing, and forgets nothing that was given: %s',
		async (afterWait) => {
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
			expect(copy.committed).toEqual({ committed: false, changes: 0 });
			expect(waiting.hints.join()).toContain('come again');
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

	test('that starts over says so if another polling trigger undoes it', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		const steps = [copy.get, copy.apply, copy.commit];
		await run(simulation.process, steps);
		const trigger = simulation.process.activate({ id: 'other', parameters: {} });
		await run(simulation.process, [copy.startOver, copy.apply, copy.commit]);
		expect(copy.committed).toEqual({ committed: true, changes: 3 });
		expect(simulation.said.join('\n')).not.toMatch(LOSS);
		trigger.emit();
		simulation.restart();
		expect((await run(simulation.process, steps)).hints.join()).toMatch(LOSS);
	});

	test('of a node that was deleted and pasted starts over, and says so once', async () => {
		const simulation = withRows(3);
		const copy = newCopy(simulation);
		const steps = [copy.get, copy.apply, copy.commit];
		await run(simulation.process, steps);
		copy.nodeId = ' pasted';
		const hints = [];
		for (let round = 0; round < 3; round++)
			hints.push((await run(simulation.process, steps)).hints);
		expect(hints[0]?.join()).toContain('another Get Changes node');
		expect(hints.slice(1)).toEqual([[], []]);
	});

	// JSON has null for a number that is infinite.
	test.each(['5.8e17', 'null'])(
		'of which the number is out of range begins again, and other nodes go on: %s',
		async (number) => {
			const simulation = withRows(3);
			const [one, two] = [newCopy(simulation, 'one'), newCopy(simulation, 'two')];
			const steps = (copy: typeof one) => [copy.get, copy.apply, copy.commit];
			for (const copy of [one, two]) await run(simulation.process, steps(copy));
			const { processed, staticData } = simulation.stored();
			const id = 'getChanges one';
			processed.set(id, 5.8e17 * 2 ** 18);
			simulation.stored().staticData = staticData.replace(
				new RegExp(`("${id}":)\\d+`),
				(_, name: string) => `${name}${number}`,
			);
			simulation.restart();
			expect((await run(simulation.process, steps(one))).hints.join()).toMatch(LOSS);
			expect((await run(simulation.process, steps(two))).hints).toEqual([]);
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

describe('the trigger', () => {
	test('goes on after it was renamed', async () => {
		const simulation = withRows(2);
		const trigger = simulation.process.activate(triggerNode());
		expect(await trigger.poll()).toBeNull();
		simulation.service.set('P-new');
		expect(await trigger.poll()).toHaveLength(1);
		trigger.deactivate();
		simulation.service.set('P-late');
		const renamed = simulation.process.activate(triggerNode({ name: 'Renamed' }));
		expect(await renamed.poll()).toMatchObject([{ Id: 'P-late' }]);
	});

	test('emits a change once, though an execution saves older static data afterwards', async () => {
		const simulation = withRows(2);
		const trigger = simulation.process.activate(triggerNode());
		await trigger.poll();
		simulation.service.set('P-1');
		expect(await trigger.poll()).toHaveLength(1);
		const publishing = simulation.process.begin([wait, setForeign], [{}]);
		await publishing.paused;
		simulation.service.set('P-0');
		expect(await trigger.poll()).toHaveLength(1);
		simulation.process.resume(publishing);
		await publishing.paused;
		simulation.restart();
		const again = simulation.process.activate(triggerNode());
		expect(await again.poll()).toBeNull();
	});
});
