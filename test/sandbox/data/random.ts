// Chance that can be repeated: the same seed and the same words give the same numbers.

export interface Random {
	/** From 0 up to, but not including, 1. */
	next(): number;
	/** A whole number, both ends included. */
	integer(minimum: number, maximum: number): number;
	pick<T>(choices: readonly T[]): T;
	chance(share: number): boolean;
}

function hash(text: string): number {
	let value = 2166136261;
	for (let index = 0; index < text.length; index++) {
		value = Math.imul(value ^ text.charCodeAt(index), 16777619);
	}
	// Without this, records with neighbouring numbers would hold the same values, one field apart.
	value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
	value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
	return (value ^ (value >>> 16)) >>> 0;
}

/** Chance for one record, independent of every other record. */
export function randomFor(seed: number, ...words: readonly (string | number)[]): Random {
	let state = hash(`${seed}:${words.join(':')}`);
	const next = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
	const integer = (minimum: number, maximum: number): number =>
		minimum + Math.floor(next() * (maximum - minimum + 1));
	return {
		next,
		integer,
		pick: (choices) => choices[integer(0, choices.length - 1)] as (typeof choices)[number],
		chance: (share) => next() < share,
	};
}

/** A GUID that tells its number in the last group. */
export function guidFor(seed: number, kind: string, index: number): string {
	const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');
	const part = hash(`${seed}:${kind}`);
	return `${hex(part, 8)}-${hex(hash(kind) & 0xffff, 4)}-4${hex(part & 0xfff, 3)}-a${hex((part >>> 12) & 0xfff, 3)}-${hex(index, 12)}`;
}

/** A point in time as the service writes it: to 100 nanoseconds, and as .NET's ticks, which pass 2^53. */
export interface Instant {
	readonly text: string;
	readonly ticks: string;
}

const SECONDS_FROM_YEAR_ONE = 62_135_596_800;

export function instantAt(milliseconds: number, hundredNanoseconds = 0): Instant {
	const seconds = Math.floor(milliseconds / 1000);
	const ticks = (milliseconds - seconds * 1000) * 10_000 + hundredNanoseconds;
	const fraction = String(ticks).padStart(7, '0');
	const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
	return {
		text: `${whole}.${fraction}+00:00`,
		ticks: `${seconds + SECONDS_FROM_YEAR_ONE}${fraction}`,
	};
}

const FIRST = Date.UTC(2024, 0, 2, 8);
const LAST = Date.UTC(2025, 5, 30, 18);

/** Some time in the eighteen months that the seeded records were written in. */
export function instant(random: Random): Instant {
	return instantAt(random.integer(FIRST, LAST), random.integer(1, 9999));
}
