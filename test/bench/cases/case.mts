// What a case of the bench is: the ways to do the same work that are compared, and the goals.
import type { Bench } from '../n8n.mjs';
import { sleep } from '../../host/servers/server.mjs';
import type { Measurement } from '../processes.mjs';
import { median } from '../statistics.mjs';

/** One way to do the work of a case. */
export interface Way {
	readonly name: string;
	readonly title: string;
	/** What the service sends, where the cost is stated by byte. */
	readonly bytes?: number | undefined;
	/** What its last item holds, where it is not what the case says. */
	readonly last?: Readonly<Record<string, unknown>> | undefined;
	run(): Promise<Measurement>;
}

/** Times are those of the first run in a process, or of later ones. */
export type Quantity = 'milliseconds' | 'laterMilliseconds' | 'megabytes';

/** What one way may cost at most, as a ratio to another way or to a fixed amount. */
export interface Goal {
	readonly of: string;
	readonly to: string | number;
	readonly what: Quantity;
	readonly most: number;
	/** Whether both are divided by the bytes that the service sent. */
	readonly perByte?: boolean | undefined;
}

export interface Case {
	readonly id: string;
	readonly title: string;
	readonly ways: readonly Way[];
	readonly goals: readonly Goal[];
	/** What the last item holds, unless a way says otherwise; the figures of a wrong result count for nothing. */
	readonly last?: Readonly<Record<string, unknown>> | undefined;
	/** The ways whose last items must be equal. */
	readonly equal?: readonly string[] | undefined;
	/** Checks after all rounds that the service received what it should have. */
	assertReceived?(rounds: number): Promise<void>;
	/** Restarts what the ways run in, before each run, where the figures differ from start to start. */
	restart?(): Promise<void>;
	/** Rounds before the measured ones, after each start. */
	readonly warmUps: number;
	/** How many rounds are one run. */
	readonly rounds: number;
	close(): Promise<void>;
}

export const generic = 'n8n’s own nodes';
export const node = 'this package';
export const limit = 'the limit: a script that knows the record';

/** A way that is a workflow in an n8n that has just started. */
export function inFreshN8n(bench: Bench, name: string, title: string, bytes?: number): Way {
	return {
		name,
		title,
		bytes,
		async run() {
			await bench.restart();
			return await bench.call(name);
		},
	};
}

/** A read is done so many times again in the same process: a sync that runs every hour finds the code compiled. */
export const again = 2;
/** Until n8n is done with the run before. */
const restMs = 2_000;

/** The same, and then the time of later runs in the same n8n. */
export function inFreshN8nAndAgain(bench: Bench, name: string, title: string, bytes?: number): Way {
	const way = inFreshN8n(bench, name, title, bytes);
	return {
		...way,
		async run() {
			const first = await way.run();
			const later: number[] = [];
			for (let time = 0; time < again; time++) {
				await sleep(restMs);
				later.push((await bench.call(name)).milliseconds);
			}
			return { ...first, laterMilliseconds: median(later) };
		},
	};
}

/** A goal for time. */
export function time(of: string, to: string | number, most: number): Goal {
	return { of, to, what: 'milliseconds', most };
}

/** The same goal for time, for the first run and for later ones. */
export function timeEach(of: string, to: string, most: number): Goal[] {
	return [time(of, to, most), { ...time(of, to, most), what: 'laterMilliseconds' }];
}

/** A goal for memory. */
export function memory(of: string, to: string | number, most: number): Goal {
	return { of, to, what: 'megabytes', most };
}
