// One random life of a workflow: executions that overlap, wait, fail, are stopped and retried, processes that end,
// triggers that save their own copy; and at its end, what must be true whatever happened.
import { type Random, randomFor } from '../sandbox/data/random';
import { type Activation, type Execution, type Process, simulate, type Step } from './host.mjs';
import {
	type Copy,
	failOnce,
	isInSync,
	newCopy,
	setForeign,
	triggerNode,
	wait,
} from './workflows.mjs';

/** What a node says when it cannot know whether a copy is in sync. */
const LOSS = /does not have the newest state/;

const ROWS = 6;
const STEPS = 50;

export interface Life {
	/** What is wrong; empty if nothing is. */
	readonly wrong: readonly string[];
	readonly events: readonly string[];
}

interface Features {
	readonly cursors: number;
	readonly ownTrigger: boolean;
	readonly otherTrigger: boolean;
	/** Whether nodes of others save static data. */
	readonly foreign: boolean;
	readonly processes: 1 | 2;
	/** Whether processes are workers of queue mode, which get no static data. */
	readonly workers: boolean;
	/** Whether a person starts over: empties a copy and forgets its cursor. */
	readonly startsOver: boolean;
	/** Whether the workflow is published again, also during a poll. */
	readonly republishes: boolean;
	/** Whether an execution finds its static data of the start after a wait, as in n8n 1. */
	readonly keepsStartCopy: boolean;
	readonly restarts: boolean;
	readonly waits: boolean;
	readonly stops: boolean;
	readonly failures: boolean;
}

function featuresOf(random: Random): Features {
	return {
		cursors: random.integer(0, 2),
		ownTrigger: random.chance(0.5),
		otherTrigger: random.chance(0.4),
		foreign: random.chance(0.3),
		processes: random.chance(0.25) ? 2 : 1,
		workers: random.chance(0.3),
		startsOver: random.chance(0.2),
		republishes: random.chance(0.3),
		keepsStartCopy: random.chance(0.5),
		restarts: random.chance(0.6),
		waits: random.chance(0.5),
		stops: random.chance(0.4),
		failures: random.chance(0.5),
	};
}

/** Lives a random life of a workflow. */
export async function live(seed: number): Promise<Life> {
	const random = randomFor(seed, 'life');
	const features = featuresOf(random);
	const simulation = simulate(random);
	simulation.afterWait = features.keepsStartCopy ? 'startCopy' : 'nothing';
	const { service, turns } = simulation;
	const events: string[] = [JSON.stringify(features)];
	const wrong: string[] = [];
	const executions: Execution[] = [];
	/** Executions that wrote rows after another one had read the list. */
	const late = new Set<Execution>();
	let lastReader: Execution | undefined;
	const emitted = new Map<string, number>();
	let baseline: Map<string, string> | undefined;
	let polling: Promise<void> | undefined;
	let activation: Activation | undefined;

	for (let index = 0; index < ROWS / 2; index++) service.set(`P-${index}`);
	const copies = Array.from({ length: features.cursors }, (_, index) =>
		newCopy(simulation, `c${index}`),
	);
	const processes: Process[] = [simulation.process];
	const kind = features.workers ? 'worker' : 'main';
	const isQueue = features.processes === 2 && features.workers;
	if (features.processes === 2) processes.push(simulation.anotherProcess(kind));
	// In queue mode, the main process has only the triggers.
	if (isQueue) processes[0] = simulation.anotherProcess(kind);
	let otherTrigger: Activation | undefined;

	const failing = () => (features.failures && random.chance(0.3) ? [failOnce()] : []);
	const between = (): Step[] => [
		...(features.waits && random.chance(0.3) ? [wait] : []),
		...failing(),
		...(features.foreign && random.chance(0.5) ? [setForeign] : []),
	];
	const startingOver = new Set<Execution>();
	const tracked = (copy: Copy, startsOver = false): Step[] => [
		async (execution, data) => {
			if (startsOver) startingOver.add(execution);
			const rows = await (startsOver ? copy.startOver : copy.get)(execution, data);
			lastReader = execution;
			return rows;
		},
		...between(),
		async (execution, data) => {
			if (lastReader !== execution) late.add(execution);
			return await copy.apply(execution, data);
		},
		...between(),
		copy.commit,
		...between(),
	];
	const begin = (what: string, program: readonly Step[]) => {
		const execution = random.pick(processes).begin(program);
		executions.push(execution);
		events.push(`${what} ${execution.id}`);
	};
	const activateAll = () => {
		polling = undefined;
		if (features.otherTrigger)
			otherTrigger = simulation.process.activate({ id: 'other', parameters: {} });
		if (features.ownTrigger) activation = simulation.process.activate(triggerNode());
	};
	const poll = async (trigger: Activation): Promise<void> => {
		const isFirst = baseline === undefined;
		const items = await trigger.poll();
		if (trigger.isOver) return;
		if (isFirst) baseline ??= new Map([...service.rows].map(([id, { Model }]) => [id, Model]));
		for (const { Model, change } of items ?? [])
			if (change !== 'deleted') emitted.set(String(Model), (emitted.get(String(Model)) ?? 0) + 1);
		if (items) events.push(`emitted ${items.map(({ Model }) => Model).join(' ')}`);
	};
	activateAll();
	// Nothing changes while the trigger looks for the first time, so that what it must emit is known.
	if (activation) {
		const first = poll(activation);
		for (let turn = 0; turn < 20; turn++) await turns.next();
		await first;
	}

	const of = (status: string) => executions.filter((one) => one.status === status);
	const actions: Array<readonly [weight: number, act: () => void | Promise<void>]> = [];
	const may = (weight: number, act: () => void | Promise<void>) => void actions.push([weight, act]);
	may(30, async () => await turns.next());
	may(6, () => {
		const id = `P-${random.integer(0, ROWS - 1)}`;
		if (random.chance(0.3)) service.remove(id);
		else service.set(id);
		events.push(`changed ${id}`);
	});
	may(copies.length > 0 ? 4 : 0, () =>
		begin('feed', [...between(), ...tracked(random.pick(copies))]),
	);
	may(copies.length > 0 && features.startsOver ? 1 : 0, () =>
		begin('start over', tracked(random.pick(copies), true)),
	);
	may(features.stops ? 1 : 0, () => {
		const running = of('running');
		if (running.length > 0) random.pick(running).stop();
	});
	may(features.restarts ? 1 : 0, () => {
		const index = random.integer(0, processes.length - 1);
		const killed = processes[index] as Process;
		const isMain = killed === simulation.process;
		killed.isOver = true;
		processes[index] = isMain ? simulation.restart() : simulation.anotherProcess(kind);
		for (const one of of('running')) if (one.process === killed) one.status = 'stopped';
		if (isMain) activateAll();
		events.push('restart');
	});
	may(features.republishes ? 1 : 0, () => {
		activation?.deactivate();
		otherTrigger?.deactivate();
		activateAll();
		events.push('published again');
	});
	may(features.waits ? 4 : 0, () => {
		const waiting = of('waiting');
		if (waiting.length > 0) {
			const chosen = random.pick(waiting);
			events.push(`resume ${chosen.id}`);
			random.pick(processes).resume(chosen);
		}
	});
	may(features.failures ? 2 : 0, () => {
		const failed = of('error');
		if (failed.length === 0) return;
		const chosen = random.pick(failed);
		const retried = random.pick(processes).retry(chosen);
		executions.push(retried);
		events.push(`retry ${chosen.id} as ${retried.id}`);
	});
	may(features.otherTrigger ? 2 : 0, () => {
		otherTrigger?.emit();
		events.push('other trigger emits');
	});
	may(features.ownTrigger ? 4 : 0, () => {
		if (!activation || polling) return;
		const current = poll(activation).finally(() => {
			if (polling === current) polling = undefined;
		});
		polling = current;
	});
	const total = actions.reduce((sum, [weight]) => sum + weight, 0);
	for (let step = 0; step < STEPS; step++) {
		let at = random.integer(1, total);
		const [, act] = actions.find(([weight]) => (at -= weight) <= 0) as (typeof actions)[number];
		await act();
	}

	// Everything that runs or waits comes to its end.
	await turns.open();
	for (let round = 0; round < 5 && of('waiting').length > 0; round++) {
		for (const waiting of of('waiting')) random.pick(processes).resume(waiting);
		await Promise.all(of('running').map(async ({ paused }) => await paused));
	}
	await Promise.all(of('running').map(async ({ paused }) => await paused));
	await polling;
	const survivor = random.pick(processes);
	const quiet = async (program: readonly Step[]) => {
		const execution = survivor.begin(program);
		await execution.paused;
		if (execution.error) wrong.push(`a quiet execution fails: ${execution.error.message}`);
	};

	for (const { wrongDeletions } of copies)
		if (wrongDeletions.length > 0) wrong.push(`deleted, but there: ${wrongDeletions.join(' ')}`);
	const spoiled =
		[...late].some(({ status, mode }) => status !== 'success' || mode === 'retry') ||
		[...startingOver].some(({ status }) => status !== 'success');
	const isLossSaid = simulation.said.some((text) => LOSS.test(text));
	for (const copy of copies) {
		const rounds = [copy.get, copy.apply, copy.commit];
		if (isLossSaid || spoiled) {
			// What the hint advises.
			await quiet([copy.startOver, copy.apply, copy.commit]);
		}
		for (let round = 0; round < 3; round++) await quiet(rounds);
		if (!simulation.said.slice(-6).some((text) => LOSS.test(text)) && !isInSync(simulation, copy))
			wrong.push(
				`the copy has ${JSON.stringify([...copy.rows])}, the service ${JSON.stringify([...service.rows.values()])}`,
			);
	}
	if (activation) {
		for (let round = 0; round < 3; round++) await poll(activation);
		for (const { Id, Model } of service.rows.values())
			if (baseline?.get(Id) !== Model && !emitted.has(Model))
				wrong.push(`${Model} was never emitted`);
		const mayRepeat =
			(features.restarts || features.republishes) &&
			(features.foreign || features.otherTrigger || features.processes === 2);
		const twice = [...emitted].filter(([, times]) => times > 1).map(([Model]) => Model);
		if (twice.length > 0 && !mayRepeat) wrong.push(`emitted twice: ${twice.join(' ')}`);
	}
	return { wrong, events };
}
