// Reads records by many IDs, in as few requests as the service takes.
import type { ReadEndpoint } from '../../api/endpoint';
import { encodeBody, type Format } from '../../wire';
import type { Projection } from '../../wire/projection';
import type { ServiceClient } from '../transport/serviceClient';
import { fanOut } from '../transport/fanOut';
import { byComparableId, comparableId, comparableKey } from '../values/ids';
import { readResponse } from './readResponse';
import type { RecordValue } from '../../wire/result';

export interface IdsSettings {
	readonly accept: 'json' | 'xml';
	readonly format: Format;
	readonly concurrency: number;
	readonly projection?: Projection;
	readonly onBatch?: (batch: number, batches: number) => void;
	readonly onSuccess?: () => void;
	/** Called when the request for some IDs failed; left out, the first failure is thrown. */
	readonly onFailure?: (ids: readonly string[], error: unknown) => void;
}

export interface FoundRecord {
	readonly record: RecordValue;
	/** The IDs that it was read for: one, or all of its request where its own ID is none of them. */
	readonly ids: readonly string[];
}

/**
 * Reads records by many IDs: each ID once, in as few requests as the service takes.
 *
 * @returns the records, and the IDs that were read without failure and gave nothing
 * @throws ServiceError of the first request that failed, unless `onFailure` takes it
 */
export async function readByIds(
	client: ServiceClient,
	endpoint: ReadEndpoint,
	ids: Iterable<string>,
	settings: IdsSettings,
): Promise<{ readonly found: readonly FoundRecord[]; readonly missing: readonly string[] }> {
	const { accept, format, projection, onBatch, onFailure, onSuccess } = settings;
	const { method, path } = endpoint;
	const missing = byComparableId(ids);
	const distinct = [...missing.values()];
	const size = endpoint.idsPerRequest ?? distinct.length;
	const count = Math.ceil(distinct.length / size);
	const readBatch = async (batch: readonly string[]): Promise<FoundRecord[]> => {
		const body = encodeBody(endpoint.body ?? endpoint.response, batch, format);
		if (!body.ok) throw new Error(body.problem);
		const request = { method, path, body: body.value, accept, write: false };
		const { value } = await readResponse(client, endpoint, request, projection);
		onSuccess?.();
		const byKey = byComparableId(batch);
		return (value as RecordValue[]).map((record) => {
			const key = comparableKey(record, endpoint.key) ?? '';
			missing.delete(key);
			const id = byKey.get(key);
			return { record, ids: id === undefined ? batch : [id] };
		});
	};
	const found = await fanOut(client, count, settings.concurrency, async (index) => {
		const batch = distinct.slice(index * size, (index + 1) * size);
		const records = await readBatch(batch).catch((error: unknown) => {
			if (!onFailure) return Promise.reject(error);
			for (const id of batch) missing.delete(comparableId(id));
			onFailure(batch, error);
			return [];
		});
		onBatch?.(index + 1, count);
		return records;
	});
	return { found: found.flat(), missing: [...missing.values()] };
}
