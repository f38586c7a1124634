// Reads records by many ids at once: each id once, in requests of several ids, matched to the IDs that were given.
import type { ReadEndpoint } from '../../api/endpoint';
import { encodeBody, type Format } from '../../wire';
import type { Projection } from '../../wire/projection';
import type { Client } from '../client';
import { fanOut } from '../concurrency';
import { byComparableId, comparableId } from './keys';
import { readResponse, type Row } from './read';

export interface IdsSettings {
	readonly accept: 'json' | 'xml';
	readonly format: Format;
	readonly concurrency: number;
	readonly projection?: Projection | undefined;
	/** Called after each request. */
	readonly onBatch?: ((batch: number, batches: number) => void) | undefined;
	/** Called when the request for some ids failed; left out, the first failure is thrown. */
	readonly onFailure?: ((ids: readonly string[], error: unknown) => void) | undefined;
}

export interface FoundRecord {
	readonly record: Row;
	/** The ids that it was read for: one, or all of its request where its own id is none of them. */
	readonly ids: readonly string[];
}

export interface FoundRecords {
	readonly found: readonly FoundRecord[];
	/** Ids that were read without failure and gave nothing. */
	readonly missing: readonly string[];
}

/** The ID of a record, as it is compared. */
export function recordKey(record: Row, { key }: Pick<ReadEndpoint, 'key'>): string {
	return comparableId(String(record[key] ?? ''));
}

function batchesOf<T>(values: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
		values.slice(index * size, (index + 1) * size),
	);
}

async function readBatch(
	client: Client,
	endpoint: ReadEndpoint,
	ids: readonly string[],
	{ accept, format, projection }: IdsSettings,
): Promise<FoundRecord[]> {
	const body = encodeBody(endpoint.body ?? endpoint.response, ids, format);
	if (!body.ok) throw new Error(body.problem);
	const { method, path } = endpoint;
	const request = { method, path, body: body.value, accept, write: false };
	const records = (await readResponse(client, endpoint, request, projection)) as Row[];
	const byKey = byComparableId(ids);
	return records.map((record) => {
		const id = byKey.get(recordKey(record, endpoint));
		return { record, ids: id === undefined ? ids : [id] };
	});
}

/**
 * Reads records by their ids; duplicates are read once.
 *
 * @throws ServiceError of the first request that failed, unless `onFailure` takes it
 */
export async function readByIds(
	client: Client,
	endpoint: ReadEndpoint,
	ids: Iterable<string>,
	settings: IdsSettings,
): Promise<FoundRecords> {
	const distinct = byComparableId(ids);
	const batches = batchesOf([...distinct.values()], endpoint.idsPerRequest ?? distinct.size);
	const open = new Set(distinct.keys());
	const close = (keys: readonly string[]) => {
		for (const key of keys) open.delete(key);
	};
	const found = await fanOut(client, batches.length, settings.concurrency, async (index) => {
		const batch = batches[index] ?? [];
		const { onBatch, onFailure } = settings;
		const records = await readBatch(client, endpoint, batch, settings).catch((error: unknown) => {
			if (!onFailure) return Promise.reject(error);
			close(batch.map(comparableId));
			onFailure(batch, error);
			return [];
		});
		close(records.map(({ record }) => recordKey(record, endpoint)));
		onBatch?.(index + 1, batches.length);
		return records;
	});
	return { found: found.flat(), missing: [...open].map((key) => distinct.get(key) ?? key) };
}
