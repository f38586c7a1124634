// Reads what the service has of the records that would be sent, by IDs or in one pass of their list, and compares it.
import { type ReadEndpoint, recordSchema, rowSchema, type WriteEndpoint } from '../../api/endpoint';
import { fieldsByName, recordFields } from '../../api/schema/types';
import type { Format } from '../../wire';
import { neverArrived } from '../failures';
import { comparableId, comparableKey, idText } from '../ids';
import { gaveAllRows } from '../reads/position';
import { type FoundRecord, readByIds } from '../reads/readByIds';
import { scanList } from '../reads/listAttempts';
import { listSource } from '../reads/listSource';
import { readRequest, subjectOf } from '../reads/readRequest';
import { readResponse } from '../reads/readResponse';
import { ServiceError, statusOf } from '../serviceError';
import { fanOut } from '../transport/fanOut';
import type { ServiceClient } from '../transport/serviceClient';
import type { ReadOutcome, ServiceComparison } from './predictions';
import type { RecordValue } from '../../wire/result';

export interface CompareSettings {
	readonly client: ServiceClient;
	readonly write: WriteEndpoint;
	readonly read: ReadEndpoint;
	readonly format: Format;
	/** The resource's name in a sentence. */
	readonly noun: string;
	readonly pageSize: number;
	readonly onProgress: (text: string) => void;
}

/**
 * What is known of records whose read failed.
 *
 * @throws the error, if it concerns all records
 */
function unreadBecause(error: unknown, isAnyRead: boolean): ReadOutcome {
	if (!(error instanceof ServiceError)) throw error;
	const { failure, message, description } = error;
	const neverConnects =
		failure.kind === 'connection' && (failure.proxy || neverArrived(failure.code));
	if (failure.kind === 'cancelled' || statusOf(error) === 401) throw error;
	if (neverConnects && !isAnyRead) throw error;
	const said = [message, description].filter((text) => text !== '').join('\n');
	return { kind: 'unknown', message: `It could not be read. ${said}` };
}

/** Reads the records by many IDs at once; those that are left out do not exist. */
export async function compareByIds(
	comparison: ServiceComparison,
	reads: CompareSettings,
): Promise<void> {
	const { client, format, noun, onProgress, read } = reads;
	const { concurrency, responseFormat: accept } = client.settings;
	let isAnyRead = false;
	const { found, missing } = await readByIds(client, read, comparison.ids(), {
		accept,
		format,
		concurrency,
		onBatch: (batch, batches) => onProgress(`request ${batch} of ${batches} for ${noun}s`),
		onFailure: (ids, error) => {
			const unknown = unreadBecause(error, isAnyRead);
			for (const id of ids) comparison.resolve(id, unknown);
		},
		onSuccess: () => {
			isAnyRead = true;
		},
	});
	const isForeign = ({ record, ids }: FoundRecord) => {
		const key = comparableKey(record, read.key);
		return !ids.some((id) => comparableId(id) === key);
	};
	// A record that nobody asked for may be one of those that seem to be missing.
	const doubtful = new Set(found.filter(isForeign).flatMap(({ ids }) => ids.map(comparableId)));
	const message = 'The service returned a record with another ID, and none with this one.';
	for (const id of missing)
		comparison.resolve(
			id,
			doubtful.has(comparableId(id)) ? { kind: 'unknown', message } : { kind: 'absent' },
		);
	for (const each of found)
		if (!isForeign(each))
			comparison.resolve(idText(each.record[read.key]), { kind: 'record', row: each.record });
}

/** Reads the records one by one. They must exist to be updated. */
export async function compareOneByOne(
	comparison: ServiceComparison,
	reads: CompareSettings,
): Promise<void> {
	const { client, noun, onProgress, read } = reads;
	const { concurrency, responseFormat: accept } = client.settings;
	const ids = comparison.ids();
	let isAnyRead = false;
	let done = 0;
	const find = async (id: string): Promise<ReadOutcome> => {
		const values = { [read.idParameter ?? '']: id };
		const request = readRequest(read, values, accept, subjectOf(read, noun, values));
		const row = (await readResponse(client, read, request)).value as RecordValue;
		isAnyRead = true;
		const key = comparableKey(row, read.key);
		if (key === undefined || key === comparableId(id)) return { kind: 'record', row };
		const message = `The service returned the ${noun} with the ID "${idText(row[read.key])}" instead.`;
		return { kind: 'unknown', message };
	};
	await fanOut(client, ids.length, concurrency, async (index) => {
		const id = ids[index];
		const found = await find(id).catch((error: unknown) => unreadBecause(error, isAnyRead));
		comparison.resolve(id, found);
		onProgress(`${++done} of ${ids.length} ${noun}s read`);
	});
}

/** The fields of a row that are read: those that are compared, the key and the dates. */
function fieldsToRead({ read, write }: CompareSettings, comparison: ServiceComparison): string[] {
	const dates = recordFields(rowSchema(read)).filter(({ schema }) => schema.kind === 'date');
	const compared = comparison.comparedFields().filter((name) => name !== write.readBy?.id);
	return [...new Set([read.key, ...dates.map(({ name }) => name), ...compared])];
}

/**
 * Reads a list in one pass, and compares its rows as they come: what is kept is what would change. Records that a whole
 * list does not hold do not exist.
 *
 * @param listId The ID of the list
 */
export async function compareInOnePass(
	comparison: ServiceComparison,
	reads: CompareSettings,
	listId: string,
): Promise<void> {
	const { client, noun, onProgress, pageSize, read, write } = reads;
	const { concurrency, responseFormat: accept } = client.settings;
	const fields = fieldsToRead(reads, comparison);
	const isMatch = (row: RecordValue) => comparison.has(idText(row[read.key]));
	const values = { [read.idParameter ?? '']: listId };
	const list = {
		endpoint: read,
		values,
		accept,
		subject: subjectOf(read, noun, values),
		projection: { fields, where: { fields: [read.key], matches: isMatch } },
	};
	const { fetchPage, ...known } = listSource(client, list);
	const settings = {
		...known,
		pageSize,
		limit: Infinity,
		concurrency,
		key: (row: RecordValue) => comparableKey(row, read.key),
		isPartial: true,
	};
	const { olderForm: body = write.body } = write.readBy ?? {};
	const fieldsOfOlderForm = fieldsByName(recordSchema({ ...write, body }));
	/** The fields that the older form lacks, as long as nothing shows that the fuller form came. */
	let absentFields = new Set<string>();
	let isAnyRead = false;
	const rest = await scanList(fetchPage, settings, 'lastPage', async (pages) => {
		comparison.reset();
		absentFields = new Set(fields.filter((name) => !fieldsOfOlderForm.has(name)));
		for await (const { page, number, rows } of pages) {
			isAnyRead = true;
			// The older form comes without a total.
			if (page.total !== undefined) absentFields.clear();
			for (const row of rows) {
				for (const name of absentFields) if (row[name] !== undefined) absentFields.delete(name);
				comparison.resolve(idText(row[read.key]), { kind: 'record', row });
			}
			onProgress(`page ${number} of the ${noun} read`);
		}
		return { value: undefined };
	})
		.then(({ reading: { isChanged, position } }): ReadOutcome => {
			const isWhole = !isChanged && gaveAllRows(position) && position.duplicateRows === 0;
			const message = `It was not found, but the ${noun} was not read whole: the service does not say that these were all of its records.`;
			return isWhole ? { kind: 'absent' } : { kind: 'unknown', message };
		})
		.catch((error: unknown): ReadOutcome => {
			const message = `The service did not find the ${noun} with the ID "${listId}".`;
			if (!isAnyRead && statusOf(error) === 404) return { kind: 'absent', message };
			return unreadBecause(error, isAnyRead);
		});
	comparison.excludeFields(absentFields);
	comparison.resolveRest(rest);
}
