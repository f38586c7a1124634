// Changes of single records that are watched by their ids.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Schema } from '../../api/kinds';
import { momentKey } from '../ProjectServices/updates';
import { contentOf, hashOf } from './hashes';
import { type Change, changesSince, fingerprint, hashed } from './recordFingerprints';

const savedRecord = z.object({
	id: z.string(),
	/** UpdatedOn as `momentKey` gives it; empty where the record has none. */
	moment: z.string(),
	/** The hash of the whole content. */
	content: z.string(),
	/** A token for every field; missing where there is no room. */
	fields: z.string().optional(),
});
export type SavedRecord = z.infer<typeof savedRecord>;

export const savedRecords = z.object({
	records: z.array(savedRecord),
	/** How much the fields hold: it falls when there are many records, and never rises by itself. */
	detail: z.enum(['values', 'hashes', 'none']),
	/** The record to begin the next poll with, because this one had no time for it. */
	next: z.string().optional(),
});
export type SavedRecords = z.infer<typeof savedRecords>;

/** A record that changed, and in what. Without `changes`, its fields were not remembered. */
export interface Changed {
	readonly record: IDataObject;
	readonly moment: string;
	readonly changes?: readonly Change[];
}

const mostCharacters = 190_000;

function remember(id: string, record: IDataObject): SavedRecord {
	return { id, moment: momentKey(record.UpdatedOn) ?? '', content: hashOf(contentOf(record)) };
}

function isChanged(before: SavedRecord, now: SavedRecord): boolean {
	if (before.moment !== '' && now.moment !== '') return before.moment !== now.moment;
	return before.moment !== now.moment || before.content !== now.content;
}

export interface Look {
	/** What to remember from now on; the same as before where nothing changed. */
	readonly now: SavedRecord;
	readonly changed?: Changed;
}

/** Holds a record against what was remembered of it; a record seen for the first time has no changes. */
export function lookAt(
	id: string,
	record: IDataObject,
	before: SavedRecord | undefined,
	schema: Schema,
	detail: SavedRecords['detail'],
): Look {
	const seen = remember(id, record);
	if (before && !isChanged(before, seen)) return { now: before };
	const fields = detail === 'none' ? undefined : fingerprint(record, schema, detail);
	const now = fields === undefined ? seen : { ...seen, fields };
	const changes =
		before === undefined
			? []
			: before.fields === undefined
				? undefined
				: changesSince(before.fields, record, schema);
	return { now, changed: { record, moment: seen.moment, ...(changes ? { changes } : {}) } };
}

function sizeOf(records: readonly SavedRecord[]): number {
	return JSON.stringify(records).length;
}

/** The state to save: with less detail, for all records alike, once it would grow too large. */
export function saveRecords(
	records: readonly SavedRecord[],
	detail: SavedRecords['detail'],
): SavedRecords {
	if (detail === 'none' || sizeOf(records) <= mostCharacters) {
		return { records: [...records], detail };
	}
	const less = detail === 'values' ? 'hashes' : 'none';
	const smaller = records.map(({ fields, ...saved }) =>
		less === 'none' || fields === undefined ? saved : { ...saved, fields: hashed(fields) },
	);
	return saveRecords(smaller, less);
}
