// Everything that a publish is to send, checked before anything is sent: the lists of records, and the wrong items.
import {
	groupShares,
	recordListIn,
	type RecordList,
	type Share,
} from '../../../../client/publish/recordLists';
import type { OwnNames } from '../../../shared/customFieldNames';
import type { WriteOptions } from '../../../shared/options';
import type { WriteRun } from '../../nodeRun';
import { fieldsReader, jsonReader } from '../../mapping/bodies';
import { recordCheck } from '../../mapping/check';
import type { ConversionSettings } from '../../mapping/conversion';
import { recordReader, writeSettings } from '../../mapping/entered';
import { readItems } from '../../mapping/rejected';
import {
	isUnknownTopLevelField,
	itemSentence,
	type Problem,
	type Rejected,
	sentenceOf,
} from '../../mapping/sentences';

export interface WriteRequest {
	readonly options: WriteOptions;
	readonly lists: readonly RecordList[];
	readonly rejected: readonly Rejected[];
	readonly names: OwnNames;
	/** The fields of input items that are left out. */
	readonly ignored: readonly string[];
}

/** Reads the records of input items, and the names of fields that the option leaves out. */
function recordsOfItems(
	input: WriteRun,
	settings: ConversionSettings,
	{ ignoreUnknownFields }: WriteOptions,
) {
	const { endpoint } = input;
	const reader = recordReader(input);
	const ignored = new Set<string>();
	const isIgnored = (problem: Problem) =>
		ignoreUnknownFields && reader.isWholeItem && isUnknownTopLevelField(problem);
	const sentence = reader.isWholeItem ? itemSentence : (problem: Problem) => sentenceOf(problem);
	const readHead = fieldsReader(input, settings);
	const check = recordCheck(endpoint, settings);
	const { good, rejected } = readItems<Share>(input, (itemIndex, reasons) => {
		const head = readHead(itemIndex, reasons);
		const values = reader.read(itemIndex);
		const { value: record, problems } = check(values);
		for (const { path } of problems.filter(isIgnored)) ignored.add(String(path[0]));
		if (Object.keys(values).every((name) => values[name] === undefined || ignored.has(name))) {
			// An item may also only say which records are to be deleted.
			const deleted = head?.[endpoint.deletedIds ?? ''];
			if (head && Array.isArray(deleted) && deleted.length > 0) return { itemIndex, head };
			reasons.push('The record is empty: map at least one field');
			return undefined;
		}
		const remaining = problems.filter((problem) => !isIgnored(problem));
		reasons.push(...remaining.map(sentence));
		return head && record && remaining.length === 0 ? { itemIndex, head, record } : undefined;
	});
	return { lists: groupShares(endpoint, good), rejected, ignored: [...ignored] };
}

/**
 * Reads and checks everything that a publish is to send: records of input items, or whole bodies as JSON.
 *
 * @throws NodeOperationError for an option that is wrong, whatever the items hold
 */
export function publishRequest(input: WriteRun): WriteRequest {
	const { endpoint } = input;
	const { isJson, options, settings } = writeSettings(input);
	const { names } = settings;
	if (!isJson) return { options, names, ...recordsOfItems(input, settings, options) };
	const read = jsonReader(input, settings);
	const { good: lists, rejected } = readItems<RecordList>(input, (itemIndex, reasons) => {
		const body = read(itemIndex, reasons);
		return body && recordListIn(endpoint, body, itemIndex);
	});
	return { options, names, lists, rejected, ignored: [] };
}
