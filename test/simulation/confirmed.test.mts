// Random lives of a node that publishes to a queue and confirms: stops, restarts and retries between accepted and
// applied, in one process or in several.
import { randomFor } from '../sandbox/data/random';
import { type Execution, simulate, type Step } from './host.mjs';
import { clientId, publish } from './workflows.mjs';

const RUNS = 100;
const STEPS = 60;
const CLIENTS = 6;

interface Life {
	readonly wrong: readonly string[];
	readonly pending: number;
	readonly refused: number;
	readonly applied: number;
	/** How many executions began while another one ran in another process. */
	readonly overlapping: number;
}

/** @param atOnce How many executions run at once, with more than one in several processes */
async function live(seed: number, atOnce: number): Promise<Life> {
	const random = randomFor(seed, 'confirmed');
	const simulation = simulate(random);
	const { service, turns } = simulation;
	const wrong: string[] = [];
	const executions: Execution[] = [];
	let [pending, refused, applied, overlapping] = [0, 0, 0, 0];
	service.queue = () => ({
		unknownFor: random.chance(0.15) ? random.integer(1, 2) : 0,
		pendingFor: random.integer(0, 3),
		isForgotten: random.chance(0.05),
	});
	const records = (share: number) =>
		Array.from({ length: CLIENTS }, (_, index) => index)
			.filter(() => random.chance(share))
			.map((index) => ({ Id: clientId(index), Name: random.pick(['a', 'b', 'c']) }));
	const options = { confirm: 'wait', confirmMinutes: 0, recordsPerRequest: 2 };
	const confirmed: Step = async (execution, items) => {
		const settings = {
			tries: random.integer(1, 2),
			...(random.chance(0.7) && { onError: 'continueErrorOutput' as const }),
		};
		const result = await publish(options, 'publish', settings)(execution, items);
		for (const { status, MessageId, pendingCount } of result) {
			pending += Number(pendingCount ?? 0) + Number(status === 'pending');
			if (status !== 'applied') continue;
			applied++;
			const { isRefused = true } = service.transactions.get(String(MessageId)) ?? {};
			if (isRefused) wrong.push(`${String(MessageId)} is taken for applied`);
		}
		refused += result.filter(({ details }) => Object(details).kind === 'refused').length;
		const leaves = execution.returned.flatMap(({ pairedItem }) => [pairedItem].flat());
		if (leaves.length !== items.length) wrong.push(`${leaves.length} of ${items.length} leave`);
		return result;
	};
	const running = () => executions.filter(({ status }) => status === 'running');
	const others = (['main', 'worker'] as const).map((kind) => simulation.anotherProcess(kind));
	const begin = () => {
		const { process: own } = simulation;
		const place = atOnce > 1 ? random.pick([own, ...others]) : own;
		overlapping += Number(running().some(({ process }) => process !== place));
		executions.push(place.begin([confirmed], records(0.7) as never));
	};
	for (let step = 0; step < STEPS; step++) {
		const action = random.integer(1, 20);
		if (action <= 12) await turns.next();
		else if (action <= 15 && running().length < atOnce) begin();
		else if (action === 16 && running().length > 0) random.pick(running()).stop();
		else if (action === 17) {
			const before = simulation.process;
			simulation.restart();
			for (const each of running()) if (each.process === before) each.status = 'stopped';
		} else if (action === 18) {
			const failed = executions.filter(({ status }) => status === 'error');
			if (failed.length > 0 && running().length < atOnce)
				executions.push(simulation.process.retry(random.pick(failed)));
		} else if (action === 19) {
			const id = clientId(random.integer(0, CLIENTS - 1));
			if (random.chance(0.5)) service.guilty.delete(id);
			else service.guilty.set(id, [400, 'No']);
		} else if (action === 20) service.fault = random.pick(['refused', 'broken']);
	}
	await turns.open();
	await Promise.all(running().map(async ({ paused }) => await paused));
	service.guilty.clear();
	service.fault = undefined;
	service.queue = () => ({ unknownFor: 0, pendingFor: 1 });
	const all = Array.from({ length: CLIENTS }, (_, index) => ({
		Id: clientId(index),
		Name: random.pick(['a', 'b', 'c']),
	}));
	for (let night = 0; night < 8; night++) {
		service.sent.length = 0;
		const execution = simulation.process.begin([publish(options)], all as never);
		await execution.paused;
		if (execution.error) wrong.push(`a quiet night fails: ${execution.error.message}`);
	}
	for (const { Id, Name } of all)
		if (service.clients.get(Id) !== Name)
			wrong.push(`${Id} is ${String(service.clients.get(Id))} instead of ${Name}`);
	if (service.sent.length > 0) wrong.push('records that were applied are sent again');
	return { wrong, pending, refused, applied, overlapping };
}

jest.setTimeout(300_000);

test.each([
	['one after another', 1],
	['at once in several processes', 3],
])(
	'of executions %s, nothing is taken for applied that was not, sent again once it was, or forgotten',
	async (_, atOnce) => {
		const wrong: string[] = [];
		const totals = { pending: 0, refused: 0, applied: 0, overlapping: 0 };
		for (let seed = 1; seed <= RUNS; seed++) {
			const life = await live(seed, atOnce);
			if (life.wrong.length > 0) wrong.push(`Seed ${seed}: ${life.wrong.join('; ')}`);
			for (const name of ['pending', 'refused', 'applied', 'overlapping'] as const)
				totals[name] += life[name];
		}
		expect(wrong).toEqual([]);
		// Otherwise the test would show nothing.
		const { overlapping, ...counts } = totals;
		for (const count of Object.values(counts)) expect(count).toBeGreaterThan(RUNS / 10);
		expect(overlapping > RUNS / 10).toBe(atOnce > 1);
	},
);
