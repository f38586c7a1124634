// Changes of single records that are watched by their IDs.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { ReadEndpoint } from '../../../api/endpoint';
import { canonicalJson, shortHash } from '../../../client/hashes';
import { momentKey } from '../../../client/timestamps';
import { type Change, changesSince, fingerprint, hashed } from './recordFingerprints';

const savedRecord = z.object({
	id: z.string(),
	/** When it changed, as `momentKey` gives it; empty where the record has none. */
	moment: z.string(),
	/** The hash of the whole content. */
	content: z.string(),
	/** The fingerprint of its fields; missing where there is no room. */
	fields: z.string().optional(),
});
export type SavedRecord = z.infer<typeof savedRecord>;

export const savedRecords = z.object({
	records: z.array(savedRecord),
	/** How much the fingerprints hold: less when there are many records, and never more by itself. */
	detail: z.enum(['values', 'hashes', 'none']),
	/** The ID to begin the next poll with, because this one had no time for it. */
	next: z.string().optional(),
});
export type SavedRecords = z.infer<typeof savedRecords>;

/** A record that changed, and in which fields, if its fields were kept. */
export interface Changed {
	readonly record: IDataObject;
	/** A string that sorts in time. */
	readonly changedOn: string;
	readonly changes?: readonly Change[] | undefined;
}

const maxCharacters = 190_000;

// 66 bits of a hash: no two versions of a record are expected to share them.
const hashLength = 11;

function summarize(id: string, record: IDataObject, changedOn = ''): SavedRecord {
	return {
		id,
		moment: momentKey(record[changedOn]) ?? '',
		content: shortHash(canonicalJson(record), hashLength),
	};
}

function isChanged(before: SavedRecord, now: SavedRecord): boolean {
	if (before.moment !== '' && now.moment !== '') return before.moment !== now.moment;
	return before.moment !== now.moment || before.content !== now.content;
}

export interface Compared {
	/** What to save from now on; the same as before where nothing changed. */
	readonly saved: SavedRecord;
	readonly changed?: Changed | undefined;
}

/** Compares a record with what was saved of it; a record that is seen for the first time has no changes. */
export function compareRecord(
	id: string,
	record: IDataObject,
	before: SavedRecord | undefined,
	{ response: schema, changedOn }: Pick<ReadEndpoint, 'response' | 'changedOn'>,
	detail: SavedRecords['detail'],
): Compared {
	const now = summarize(id, record, changedOn);
	if (before && !isChanged(before, now)) return { saved: before };
	const fields = detail === 'none' ? undefined : fingerprint(record, schema, detail);
	const changes = before ? before.fields && changesSince(before.fields, record, schema) : [];
	return {
		saved: fields === undefined ? now : { ...now, fields },
		changed: { record, changedOn: now.moment, changes: changes || undefined },
	};
}

function sizeOf(records: readonly SavedRecord[]): number {
	return JSON.stringify(records).length;
}

/** The state to save: with less detail, of all records alike, where it would be too large. */
export function saveRecords(
	records: readonly SavedRecord[],
	detail: SavedRecords['detail'],
): SavedRecords {
	if (detail === 'none' || sizeOf(records) <= maxCharacters) {
		return { records: [...records], detail };
	}
	const less = detail === 'values' ? 'hashes' : 'none';
	const smaller = records.map(({ fields, ...saved }) =>
		less === 'none' || fields === undefined ? saved : { ...saved, fields: hashed(fields) },
	);
	return saveRecords(smaller, less);
}
