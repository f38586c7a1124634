// Reads what the service has of the records that would be sent, by IDs or in one pass of their list, and compares it.
import { type ReadEndpoint, recordSchema, rowSchema, type WriteEndpoint } from '../../api/endpoint';
import { fieldsByName, recordFields } from '../../api/schema/types';
import type { Format } from '../../wire';
import { neverArrived } from '../failures/failures';
import { comparableId, comparableKey, idText } from '../values/ids';
import { type FoundRecord, readByIds } from '../reads/readByIds';
import { listOf } from '../reads/list';
import type { ListPage } from '../reads/pages';
import { readToEnd } from '../reads/wholeList';
import { readRequest, subjectOf } from '../reads/readRequest';
import { readResponse } from '../reads/readResponse';
import { isEmptyResponse, ServiceError, statusOf } from '../failures/serviceError';
import { fanOut } from '../transport/fanOut';
import type { ServiceClient } from '../transport/serviceClient';
import type { Comparison, ReadOutcome } from './comparison';
import type { RecordValue } from '../../wire/result';

export interface CompareSettings {
	readonly client: ServiceClient;
	readonly write: WriteEndpoint;
	readonly read: ReadEndpoint;
	readonly format: Format;
	/** The resource's name in a sentence. */
	readonly noun: string;
	/** The fields around the records of the list. */
	readonly heads: readonly RecordValue[];
	readonly onProgress: (text: string) => void;
}

/** Whether a record has an ID that was not asked for. */
function isForeign({ record, ids }: FoundRecord, key: string): boolean {
	const id = comparableKey(record, key);
	return !ids.some((asked) => comparableId(asked) === id);
}

/** Of the given fields, those that the older form of a list lacks. */
function fieldsOfFullerForm(write: WriteEndpoint, fields: readonly string[]): Set<string> {
	const body = write.readBy?.olderForm ?? write.body;
	const olderForm = fieldsByName(recordSchema({ ...write, body }));
	return new Set(fields.filter((name) => !olderForm.has(name)));
}

/** Reads what the service has of the records of a comparison, and compares it. */
export class ComparisonReads {
	/** Whether something was read: until then, a failure may concern all records. */
	private hasRead = false;

	constructor(
		private readonly comparison: Comparison,
		private readonly settings: CompareSettings,
	) {}

	/** Reads the records by many IDs at once; those that are left out do not exist. */
	async byIds(): Promise<void> {
		const { comparison } = this;
		const { client, format, noun, onProgress, read } = this.settings;
		const { concurrency, responseFormat: accept } = client.settings;
		const { found, missing } = await readByIds(client, read, comparison.ids(), {
			accept,
			format,
			concurrency,
			onBatch: (batch, batches) => onProgress(`request ${batch} of ${batches} for ${noun}s`),
			onFailure: (ids, error) => {
				const found = this.absentOrUnknown(error);
				for (const id of ids) comparison.resolve(id, found);
			},
			onSuccess: () => {
				this.hasRead = true;
			},
		});
		// A record that nobody asked for may be one of those that seem to be missing.
		const foreign = found.filter((each) => isForeign(each, read.key));
		const doubtful = new Set(foreign.flatMap(({ ids }) => ids.map(comparableId)));
		const message = 'The service returned a record with another ID, and none with this one.';
		for (const id of missing) {
			const isDoubtful = doubtful.has(comparableId(id));
			comparison.resolve(id, isDoubtful ? { kind: 'unknown', message } : { kind: 'absent' });
		}
		for (const { record } of found.filter((each) => !isForeign(each, read.key)))
			comparison.resolve(idText(record[read.key]), { kind: 'record', row: record });
	}

	/** Reads the records one by one. They must exist to be updated. */
	async oneByOne(): Promise<void> {
		const { comparison } = this;
		const { client, noun, onProgress } = this.settings;
		const ids = comparison.ids();
		let done = 0;
		await fanOut(client, ids.length, client.settings.concurrency, async (index) => {
			const id = ids[index];
			const found = await this.readOne(id).catch((error: unknown) => this.absentOrUnknown(error));
			comparison.resolve(id, found);
			onProgress(`${++done} of ${ids.length} ${noun}s read`);
		});
	}

	private async readOne(id: string): Promise<ReadOutcome> {
		const { client, noun, read } = this.settings;
		const values = { [read.idParameter ?? '']: id };
		const subject = subjectOf(read, noun, values);
		const request = readRequest(read, values, client.settings.responseFormat, subject);
		const row = (await readResponse(client, read, request)).value as RecordValue;
		this.hasRead = true;
		const key = comparableKey(row, read.key);
		if (key === undefined || key === comparableId(id)) return { kind: 'record', row };
		const message = `The service returned the ${noun} with the ID "${idText(row[read.key])}" instead.`;
		return { kind: 'unknown', message };
	}

	/**
	 * Reads a list in one pass, and compares its rows as they come: what is kept is what would change. Records that a
	 * whole list does not hold do not exist.
	 */
	async inOnePass(listId: string): Promise<void> {
		const { comparison } = this;
		const rest = await this.readList(listId).catch((error: unknown): ReadOutcome => {
			const message = `The service did not find the ${this.settings.noun} with the ID "${listId}".`;
			const isAbsent = statusOf(error) === 404 || isEmptyResponse(error);
			return isAbsent && !this.hasRead ? { kind: 'absent', message } : this.unknownBecause(error);
		});
		comparison.resolveRest(rest);
	}

	/** @returns what is known of the records that the list does not hold */
	private async readList(listId: string): Promise<ReadOutcome> {
		const { comparison } = this;
		const { client, heads, noun, onProgress, read, write } = this.settings;
		const fields = this.fieldsToRead();
		const values = { [read.idParameter ?? '']: listId };
		const matches = (row: RecordValue) => comparison.wantedIds(row).length > 0;
		const keys = [read.key, ...(read.alternativeKey === undefined ? [] : [read.alternativeKey])];
		const list = listOf(client, {
			endpoint: read,
			values,
			subject: subjectOf(read, noun, values),
			projection: { fields, where: { fields: keys, matches } },
		});
		/** The fields that the rows lack, as far as was read. */
		let absentFields = new Set<string>();
		const compareAll = async (pages: AsyncIterable<ListPage>) => {
			comparison.reset();
			let isBegun = false;
			absentFields = fieldsOfFullerForm(write, fields);
			for await (const { number, page, rows } of pages) {
				// The first page may not exist, where pages are counted from 0.
				if (!isBegun && Object.keys(page.response).length > 0) {
					comparison.compareHeads(heads, page.response);
					isBegun = true;
				}
				this.hasRead = true;
				// A response with a total is not the older form, which lacks fields.
				if (page.total !== undefined) absentFields.clear();
				for (const row of rows) {
					for (const name of absentFields) if (row[name] !== undefined) absentFields.delete(name);
					for (const id of comparison.wantedIds(row))
						comparison.resolve(id, { kind: 'record', row });
				}
				onProgress(`page ${number} of the ${noun} read`);
			}
			return { value: undefined };
		};
		try {
			const { certainty, nulls } = await readToEnd(list, false, compareAll);
			const isWhole = certainty === 'whole' && nulls === 0;
			const message = `It was not found, but the ${noun} was not read whole: the service does not say that these were all of its records.`;
			return isWhole ? { kind: 'absent' } : { kind: 'unknown', message };
		} finally {
			comparison.excludeFields(absentFields);
		}
	}

	/** The fields of a row that are read: those that are compared, the key and the dates. */
	private fieldsToRead(): string[] {
		const { read, write } = this.settings;
		const dates = recordFields(rowSchema(read)).filter(({ schema }) => schema.kind === 'date');
		const compared = this.comparison.comparedFields();
		const others = compared.filter((name) => name !== write.readBy?.id);
		return [...new Set([read.key, ...dates.map(({ name }) => name), ...others])];
	}

	/** What is known of a record whose read failed: the service may not have it. */
	private absentOrUnknown(error: unknown): ReadOutcome {
		if (statusOf(error) !== 404 && !isEmptyResponse(error)) return this.unknownBecause(error);
		this.hasRead = true;
		return { kind: 'absent', message: (error as ServiceError).message };
	}

	/**
	 * What is known of records whose read failed.
	 *
	 * @throws the error, if it concerns all records
	 */
	private unknownBecause(error: unknown): ReadOutcome {
		if (!(error instanceof ServiceError)) throw error;
		const { failure, message, description } = error;
		if (failure.kind === 'cancelled' || statusOf(error) === 401) throw error;
		const neverConnects = failure.kind === 'connection' && neverArrived(failure.code);
		if (neverConnects && !this.hasRead) throw error;
		const said = [message, description].filter((text) => text !== '').join('\n');
		return { kind: 'unknown', message: `It could not be read. ${said}`, error };
	}
}
