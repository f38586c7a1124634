// What is known of the rows of a list between two readings, and what a consumer was given of them.
import { pack, packedRows } from './packedRows';

export interface KnownRow {
	/** As the service writes it. */
	readonly key: string;
	/** The signature of the version that the consumer has, or of the version that was read, if none was given yet. */
	readonly signature: string;
	/** Whether it was given and committed. */
	readonly isGiven: boolean;
	/** Whether it was given without a commit: the consumer may have applied that or not. */
	readonly isUncertain: boolean;
	/** Whether the last whole reading did not have it. */
	readonly isMissing: boolean;
	/** Whether it was given as deleted without a commit: then it is deleted until it is found again. */
	readonly isDeleted: boolean;
}

/** Rows by their comparable keys. */
export type KnownRows = ReadonlyMap<string, KnownRow>;

export const NOTHING_KNOWN: KnownRows = new Map([]);

/** What a consumer was given of a row; a key is replaced when its row gets an ID. */
const DELIVERIES = ['row', 'deleted', 'replaced'] as const;
export interface Delivery {
	readonly key: string;
	readonly signature: string;
	readonly what: (typeof DELIVERIES)[number];
}

/** What a consumer was given, by comparable keys. */
export type Delivered = ReadonlyMap<string, Delivery>;

function mapped<A, B>(
	rows: ReadonlyMap<string, A>,
	valueOf: (row: A) => B,
): ReadonlyMap<string, B> {
	return new Map([...rows].map(([key, row]) => [key, valueOf(row)]));
}

const FLAGS = { isGiven: 1, isUncertain: 2, isMissing: 4, isDeleted: 8 } as const;
const FLAG_NAMES = ['isGiven', 'isUncertain', 'isMissing', 'isDeleted'] as const;

/** A row that was read, but not given to the consumer yet. */
export function seenRow(key: string, signature: string): KnownRow {
	const flags = { isGiven: false, isUncertain: false, isMissing: false, isDeleted: false };
	return { key, signature, ...flags };
}

/** The saved form of known rows, with its reader. */
export function packKnown(rows: KnownRows): string {
	const flagsOf = (row: KnownRow) =>
		FLAG_NAMES.reduce((flags, name) => flags + (row[name] ? FLAGS[name] : 0), 0);
	return pack(
		mapped(rows, (row) => ({ key: row.key, signature: row.signature, flags: flagsOf(row) })),
	);
}
export const savedKnown = packedRows.transform((rows) =>
	mapped(rows, ({ key, signature, flags }): KnownRow => {
		const has = (name: (typeof FLAG_NAMES)[number]) => (flags & FLAGS[name]) !== 0;
		return {
			...{ key, signature, isGiven: has('isGiven'), isUncertain: has('isUncertain') },
			...{ isMissing: has('isMissing'), isDeleted: has('isDeleted') },
		};
	}),
);

/** The saved form of what a consumer was given, with its reader. */
export function packDelivered(delivered: Delivered): string {
	const flagsOf = ({ what }: Delivery) => DELIVERIES.indexOf(what);
	return pack(
		mapped(delivered, (row) => ({ key: row.key, signature: row.signature, flags: flagsOf(row) })),
	);
}
export const savedDelivered = packedRows.transform((rows) =>
	mapped(rows, ({ key, signature, flags }) => ({
		key,
		signature,
		what: DELIVERIES[flags] ?? 'row',
	})),
);

/** How many changes were given and wait for a commit. */
export function changeCount(delivered: Delivered): number {
	return [...delivered.values()].filter(({ what }) => what !== 'replaced').length;
}

/** What is known once these rows were given without a commit: they must be given again, also where they change back. */
export function markUncertain(known: KnownRows, delivered: Delivered): KnownRows {
	const rows = new Map(known);
	for (const [key, { key: written, signature, what }] of delivered) {
		const row = rows.get(key) ?? (what === 'row' ? seenRow(written, signature) : undefined);
		if (row) rows.set(key, { ...row, isUncertain: true, isDeleted: what === 'deleted' });
	}
	return rows;
}

/** What is known once the consumer has processed what was given. */
export function commit(known: KnownRows, delivered: Delivered): KnownRows {
	const rows = new Map(known);
	for (const [key, { key: written, signature, what }] of delivered) {
		if (what !== 'row') rows.delete(key);
		else rows.set(key, { ...seenRow(written, signature), isGiven: true });
	}
	return rows;
}
