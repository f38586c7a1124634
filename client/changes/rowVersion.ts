// The version of a row: its key, a signature of what counts as updated, when it changed and why.
import { type ReadEndpoint, rowSchema } from '../../api/endpoint';
import { fieldsByName } from '../../api/schema/types';
import type { RecordValue } from '../../wire/result';
import { comparableText } from '../compare/comparableText';
import { momentKey, momentOfTicks } from '../values/dates';
import { digest } from '../values/hashes';
import { idText } from '../values/ids';
import { rowKey } from '../values/rowKeys';

/** How the rows of a list are compared. */
export interface RowFacts {
	readonly endpoint: ReadEndpoint;
	/** The time zone of dates without an offset. */
	readonly timeZone: string;
}

export interface RowVersion {
	readonly key: string;
	/** The same for two versions of a row that did not change: bytes, each a character. */
	readonly signature: string;
}

/** If 100,000 rows change every hour for a year, a change is missed with a probability of 5 in 10^11. */
const CONTENT_BYTES = 8;

/** How many bytes a signature has for each field that shows a reason, after those of the content. */
const REASON_BYTES = 4;

export function versionOf(row: RecordValue, { endpoint, timeZone }: RowFacts): RowVersion {
	const { reasons = {} } = endpoint;
	const schema = rowSchema(endpoint);
	const content = comparableText(row, schema, timeZone);
	const fields = Object.values(reasons).map((name) => {
		const text = comparableText(row[name], fieldsByName(schema).get(name)?.schema, timeZone);
		return digest(text, REASON_BYTES);
	});
	return {
		key: rowKey(row, endpoint, () => content),
		signature: `${digest(content, CONTENT_BYTES)}${fields.join('')}`,
	};
}

/** When a row changed, as a string that sorts in time; empty where the row does not say. */
export function changedOn(row: RecordValue, { endpoint, timeZone }: RowFacts): string {
	const moment = momentKey(row[endpoint.changedOn ?? ''], timeZone);
	return moment ?? momentOfTicks(idText(row[endpoint.changedOnTicks ?? ''])) ?? '';
}

/** The reasons of a new row, of a row with a change in any other field, and of a row that left the list. */
export const NEW = 'new';
export const OTHER = 'other';
export const REMOVED = 'removed';

/** All reasons that the rows of a list can have. */
export function reasonsOf({ reasons = {} }: Pick<ReadEndpoint, 'reasons'>): string[] {
	return [NEW, ...Object.keys(reasons), OTHER, REMOVED];
}

/** The reasons by which two signatures of a row differ. */
export function reasonsBetween(
	before: string,
	after: string,
	{ reasons = {} }: Pick<ReadEndpoint, 'reasons'>,
): string[] {
	const differing = Object.keys(reasons).filter((_reason, index) => {
		const start = CONTENT_BYTES + index * REASON_BYTES;
		const end = start + REASON_BYTES;
		return before.slice(start, end) !== after.slice(start, end);
	});
	return differing.length === 0 ? [OTHER] : differing;
}
