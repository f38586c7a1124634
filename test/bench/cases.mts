// What a case of the bench is: what is measured against what, and the goals.
import type { Measurement } from './processes.mjs';

/** One way to do the work of a case. */
export interface Contender {
	readonly name: string;
	readonly title: string;
	run(): Promise<Measurement>;
}

/** What one contender may take at most, as a part of what another takes, or of a fixed amount. */
export interface Goal {
	readonly of: string;
	readonly to: string | number;
	readonly what: 'milliseconds' | 'megabytes';
	readonly most: number;
}

export interface Case {
	readonly id: string;
	readonly title: string;
	readonly contenders: readonly Contender[];
	readonly goals: readonly Goal[];
	/** The Id of the last record that has to come out; undefined where none does. */
	readonly last?: string;
	/** Whether the service got what it should have got, asked after all rounds. */
	assertReceived?(rounds: number): Promise<void>;
	/** Starts anew what the contenders run in, before each run: what differs from start to start is measured, too. */
	renew?(): Promise<void>;
	/** Rounds before the measured ones, after each start. */
	readonly warmUps: number;
	/** How many rounds are one run. */
	readonly times: number;
	close(): Promise<void>;
}

/** All data come from it, so that every run has the same. */
export const seed = 1;

/** How the contenders are called. */
export const generic = 'n8n’s own nodes';
export const node = 'this package';
