// What identifies a row, and what tells that it changed: its key, its signature and its date.
import type { ReadEndpoint } from '../../api/endpoint';
import { momentKey } from '../timestamps';
import { canonicalJson, digest } from '../hashes';
import { comparableId, type KeyFacts, type Row, rowKey, textOf } from '../reads/keys';

export interface RowVersion {
	/** Identifies the row: its ID, or what `rowKey` makes of a row without one. */
	readonly key: string;
	/** Equal for two versions of a row that did not change: eight bytes, each a character. */
	readonly signature: string;
	/** When the row changed, as a string that sorts in time; empty where the row does not say. */
	readonly changedOn: string;
}

/** The bytes of a signature: of 100,000 rows that all change every hour for a year, one change in 10^10 is missed. */
export const signatureBytes = 8;

/** How rows are compared: by the facts of their endpoint. */
export interface RowFacts
	extends KeyFacts, Pick<ReadEndpoint, 'changedOn' | 'changedOnTicks' | 'stateFields'> {
	/** Whether only the date and the state fields count; otherwise a row with state fields is compared whole. */
	readonly stateOnly?: boolean | undefined;
}

// .NET counts ticks of 100 nanoseconds from the year 1; `momentKey` counts seconds from 100 billion before 1970.
const ticksPattern = /^\d{15,19}$/;
const ticksPerSecond = 10_000_000n;
const secondsFromYearOne = 62_135_596_800n;
const momentStart = 100_000_000_000n;

function momentOfTicks(ticks: unknown): string | undefined {
	const digits = textOf(ticks);
	if (!ticksPattern.test(digits)) return undefined;
	const seconds = BigInt(digits) / ticksPerSecond - secondsFromYearOne + momentStart;
	return `${String(seconds).padStart(13, '0')}.${digits.slice(-7)}00`;
}

/** What has to differ for a row to count as changed. */
function comparedText(row: Row, facts: RowFacts, moment: string | undefined): string {
	const { changedOn = '', changedOnTicks = '', stateFields, stateOnly } = facts;
	// The case of a GUID is no difference.
	const whole = () => canonicalJson({ ...row, [facts.key]: comparableId(textOf(row[facts.key])) });
	if (stateFields !== undefined) {
		if (!stateOnly) return whole();
		return canonicalJson([moment ?? row[changedOn], ...stateFields.map((name) => row[name])]);
	}
	// A date is compared as a moment, however it is written.
	return moment === undefined ? whole() : `${moment} ${textOf(row[changedOnTicks])}`;
}

/** The version of a row that a reading found. */
export function versionOf(row: Row, facts: RowFacts): RowVersion {
	const { changedOn = '', changedOnTicks = '' } = facts;
	const moment = momentKey(row[changedOn]) ?? momentOfTicks(row[changedOnTicks]);
	return {
		key: rowKey(row, facts),
		signature: digest(comparedText(row, facts, moment), signatureBytes),
		changedOn: moment ?? '',
	};
}

/** Sorts changes as they happened; those without a date come first. */
export function inOrderOfChange<T extends { readonly changedOn: string }>(
	changes: readonly T[],
): T[] {
	return [...changes].sort((one, other) =>
		one.changedOn < other.changedOn ? -1 : Number(one.changedOn > other.changedOn),
	);
}
