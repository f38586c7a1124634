// Everything that a write is to send, checked before anything is sent: the requests, and the items that are wrong.
import { recordSchema } from '../../../api/endpoint';
import { recordFields } from '../../../api/schema/types';
import {
	type Batch,
	batchesOf,
	type Members,
	type Share,
	type Unchanged,
} from '../../../client/publish/batches';
import { changedBody, type Comparison } from '../../../client/publish/changedRecords';
import { isExpected, nodeError } from '../../shared/errors';
import { customFieldNames } from '../../shared/customFields';
import { choiceOf, isOn, requestFormat, wholeNumber } from '../../shared/optionValues';
import { optionsOf } from '../../shared/parameters';
import type { Problem } from '../../shared/problems';
import { fieldsReader, type ItemReader, jsonReader } from './bodies';
import { checkOf, type CheckSettings, sentenceOf } from './check';
import { recordReader } from './mappedRecords';
import type { WriteRun } from './parameters';

/** An input item that cannot be sent, and every reason in a sentence without its full stop. */
export interface Rejected {
	readonly itemIndex: number;
	readonly reasons: readonly string[];
}

export interface WriteInput {
	readonly batches: readonly Batch[];
	readonly rejected: readonly Rejected[];
	/** Fields of input items that were left out, as the person wished. */
	readonly ignored: readonly string[];
	/** Requests that are not sent, because nothing in them changed. */
	readonly unchanged: readonly Unchanged[];
}

function checkSettings({ client, context, endpoint, node, parameters }: WriteRun): CheckSettings {
	const options = optionsOf(parameters, 0);
	const names = customFieldNames(node, options, endpoint.body, client.customFieldNames);
	return {
		zone: context.getTimezone(),
		ownNames: new Map([...names].map(([field, own]) => [own, field])),
		format: requestFormat(node, endpoint, options),
	};
}

/** Reads every item; what is wrong with one does not keep the others from being read. */
function readItems<T>(
	{ itemCount, node }: WriteRun,
	read: ItemReader<T>,
): { good: T[]; rejected: Rejected[] } {
	const good: T[] = [];
	const rejected: Rejected[] = [];
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		const reasons: string[] = [];
		try {
			const value = read(itemIndex, reasons);
			if (value !== undefined) good.push(value);
		} catch (error) {
			// An expression that fails is a reason like any other.
			if (!isExpected(error)) throw nodeError(node, error);
			reasons.push(error.message);
		}
		if (reasons.length > 0) rejected.push({ itemIndex, reasons });
	}
	return { good, rejected };
}

function batchOf({ endpoint }: WriteRun, body: Members, itemIndex: number): Batch {
	const { records, total } = endpoint;
	if (records === undefined) return { body, recordCount: 1, items: [itemIndex] };
	const held = body[records];
	const recordCount = Array.isArray(held) ? held.length : 0;
	const isCounted = total !== undefined && body[total] === undefined;
	return {
		body: isCounted ? { ...body, [total]: recordCount } : body,
		recordCount,
		items: [itemIndex],
	};
}

/** A problem of a record as a sentence; where whole items are mapped, a field too many can be left out. */
function recordSentence(problem: Problem, isWholeItem: boolean): string {
	const sentence = sentenceOf(problem);
	if (!isWholeItem || !problem.unknownField || problem.path.length > 1) return sentence;
	const end = sentence.endsWith('?') ? '' : '.';
	return `${sentence}${end} To leave it out, turn on the option 'Ignore Unknown Fields'`;
}

function recordInput(
	run: WriteRun,
	settings: CheckSettings,
	comparison: Comparison | undefined,
): WriteInput {
	const { endpoint, node, parameters } = run;
	const { body, deletedIds } = endpoint;
	const schema = recordSchema(endpoint);
	const options = optionsOf(parameters, 0);
	const names = [...recordFields(schema).map(({ name }) => name), ...settings.ownNames.keys()];
	const reader = recordReader(
		run,
		names,
		isOn(node, 'ignoreUnknownFields', options.ignoreUnknownFields),
	);
	const readHead = fieldsReader(run, checkOf(body, settings));
	const check = checkOf(schema, settings);
	const { good, rejected } = readItems<Share>(run, (itemIndex, reasons) => {
		const head = readHead(itemIndex, reasons);
		const given = reader.read(itemIndex);
		if (Object.values(given).every((value) => value === undefined)) {
			// An item may also only say which records are to be deleted.
			if (head && deletedIds !== undefined && head[deletedIds] !== undefined) {
				return { itemIndex, head };
			}
			reasons.push('The record is empty: map at least one field');
			return undefined;
		}
		const record = check(given);
		if (head && record.ok) return { itemIndex, head, record: record.value as Members };
		if (!record.ok) {
			reasons.push(...record.problems.map((one) => recordSentence(one, reader.isWholeItem)));
		}
		return undefined;
	});
	const most = wholeNumber(node, 'recordsPerRequest', options.recordsPerRequest);
	const batches = batchesOf(endpoint, good, most, comparison);
	return { ...batches, rejected, ignored: [...reader.ignored] };
}

/**
 * Reads and checks everything that a write is to send.
 *
 * @param comparison leaves out the records that the service accepted as they are
 * @throws NodeOperationError for an option that is wrong, whatever the items hold
 */
export function readWriteInput(run: WriteRun, comparison?: Comparison): WriteInput {
	const { endpoint, node, parameters } = run;
	const settings = checkSettings(run);
	const isJson = choiceOf(node, 'dataMode', parameters('dataMode', 0, '')) === 'json';
	if (!isJson && endpoint.records !== undefined) return recordInput(run, settings, comparison);
	const read = (isJson ? jsonReader : fieldsReader)(run, checkOf(endpoint.body, settings));
	const unchanged: Unchanged[] = [];
	const { good, rejected } = readItems(run, (itemIndex, reasons) => {
		const body = read(itemIndex, reasons);
		if (!body || !comparison) return body && batchOf(run, body, itemIndex);
		const changed = changedBody(endpoint, body, comparison);
		if (changed.isEmpty) {
			unchanged.push({ items: [itemIndex], records: changed.unchanged });
			return undefined;
		}
		return {
			...batchOf(run, changed.body, itemIndex),
			remembered: changed.remembered,
			unchanged: { items: [], records: changed.unchanged },
		};
	});
	return { batches: good, unchanged, rejected, ignored: [] };
}
