// What a case of the bench is: the ways to do the same work that are compared, and the goals.
import type { Bench } from '../n8n.mjs';
import type { Measurement, Service } from '../processes.mjs';
import { median } from '../results.mjs';

/** One way to do the work of a case. */
export interface Way {
	readonly name: string;
	readonly title: string;
	/** What the service sends, where the cost is stated by byte. */
	readonly bytes?: number;
	/** What its last item holds, where it is not what the case says. */
	readonly last?: Readonly<Record<string, unknown>>;
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
	readonly perByte?: boolean;
}

export interface Case {
	readonly id: string;
	readonly title: string;
	readonly service: Service;
	readonly ways: readonly Way[];
	readonly goals: readonly Goal[];
	/** What the last item holds, unless a way says otherwise. */
	readonly last?: Readonly<Record<string, unknown>>;
	/** The ways whose last items must be equal. */
	readonly equal?: readonly string[];
	/** What the service must have received after all rounds. */
	received?(rounds: number): Readonly<Record<string, number>>;
	/** Restarts what the ways run in, before each run, where the figures differ from start to start. */
	restart?(): Promise<void>;
	/** Rounds before the measured ones, after each start; none by default. */
	readonly warmUps?: number;
	/** How many rounds are one run; 1 by default. */
	readonly rounds?: number;
}

export const generic = 'n8n’s own nodes';
export const node = 'this package';
export const limit = 'the limit: a plain reader without checks';

/** A way that is a workflow in an n8n that has just started, and then the time of later runs in the same n8n. */
export function inFreshN8n(bench: Bench, name: string, title: string, later = 2): Way {
	return {
		name,
		title,
		async run() {
			await bench.restart();
			const first = await bench.call(name);
			const times: number[] = [];
			while (times.length < later) {
				await bench.rest();
				times.push((await bench.call(name)).milliseconds);
			}
			return later > 0 ? { ...first, laterMilliseconds: median(times) } : first;
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
