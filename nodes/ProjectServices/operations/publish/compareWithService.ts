// Compare With Service: an item for each record, with what would change in the service. Nothing is sent.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { readOf } from '../../../../api';
import type { WriteEndpoint } from '../../../../api/endpoint';
import { comparableId, idText } from '../../../../client/values/ids';
import { pushTo } from '../../../../client/values/pushTo';
import {
	type Action,
	type Candidate,
	type CompareFacts,
	type Prediction,
	ServiceComparison,
} from '../../../../client/publish/predictions';
import { ComparisonReads, type CompareSettings } from '../../../../client/publish/compareReads';
import type { Plan } from '../../../../client/publish/plan';
import type { RecordList } from '../../../../client/publish/recordLists';
import { countText, joinLimited } from '../../../../wire/result';
import { bodyFormat, pageSizeOf } from '../../../../client/serviceSettings';
import { ownName } from '../../../shared/customFieldNames';
import { nodeError, quoted } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import type { Run } from '../../nodeRun';
import type { WriteRequest } from './publishRequest';

interface ItemCandidate extends Candidate {
	readonly items: readonly number[];
}

const NOTHING_TO_COMPARE: NonNullable<Candidate['leftOut']> = {
	action: 'unknown',
	message: 'It has no record that could be compared.',
};

/** What a list would send, in the order of its requests. */
function candidatesOf(
	endpoint: WriteEndpoint,
	{ deletedIds = [], head, otherItems, rows = [] }: RecordList,
): ItemCandidate[] {
	const { id: idField = '' } = endpoint.readBy ?? {};
	if (endpoint.records === undefined)
		return [{ id: head[idField], record: head, items: otherItems }];
	const [first] = rows;
	const deletedBy = otherItems.length > 0 || !first ? otherItems : [first.itemIndex];
	const candidates: ItemCandidate[] = [
		...[...deletedIds].map((id) => ({ id, items: deletedBy })),
		...rows.map(({ itemIndex, record }) => ({
			id: record[idField],
			record,
			items: [itemIndex],
		})),
	];
	return candidates.length > 0
		? candidates
		: [{ id: undefined, items: otherItems, leftOut: NOTHING_TO_COMPARE }];
}

const ACTION_WORDS: Readonly<Record<Action, string>> = {
	create: 'created',
	update: 'updated',
	delete: 'deleted',
	unchanged: 'unchanged',
	unknown: 'unknown',
};

/** The counts of actions: "12 would be created, 3 updated, 485 unchanged". */
function countsText(actions: readonly Action[]): string {
	const counts = Object.entries(ACTION_WORDS).flatMap(([action, word]) => {
		const count = actions.filter((each) => each === action).length;
		return count === 0 ? [] : [`${countText(count)} ${word}`];
	});
	const text = counts.join(', ').replace(/ (?=created|updated|deleted)/, ' would be ');
	return text || 'no record';
}

function predictionItem(
	{ action, key, changes, asOf, messages }: Prediction,
	items: readonly number[],
): INodeExecutionData {
	const compared = changes && { changes: changes as unknown as IDataObject[], asOf };
	return {
		json: { dryRun: true, action, key, ...compared, messages: [...messages] },
		pairedItem: items.map((item) => ({ item })),
	};
}

/** Reads what is compared, in as few requests as the service takes. */
async function readAll(comparison: ServiceComparison, settings: CompareSettings, listId: string) {
	const { noun, read, write } = settings;
	if (comparison.ids().length === 0) return;
	const reads = new ComparisonReads(comparison, settings);
	if (read.idsPerRequest !== undefined) return await reads.byIds();
	if (!read.paging) return await reads.oneByOne();
	if (listId !== '') return await reads.inOnePass(listId);
	const [parameter = ''] = Object.keys(write.bodyParameters);
	const message = `Without ${quoted(labelOf(parameter))}, the ${noun} cannot be read.`;
	comparison.resolveRest({ kind: 'unknown', message });
}

/**
 * Reads what the service has of all records, and says what would become of each.
 *
 * @returns an item for each record, paired with its input items, and how many records would be changed
 * @throws ServiceError or NodeApiError when nothing can be read at all
 */
export async function compareWithService(
	run: Run<WriteEndpoint>,
	{ names }: WriteRequest,
	{ lists }: Plan,
) {
	const { client, context, endpoint, node, noun, report } = run;
	const read = readOf(endpoint);
	if (!read) throw new Error(`Nothing reads what ${endpoint.path} changes.`);
	const settings: CompareSettings = {
		client,
		write: endpoint,
		read,
		noun,
		format: bodyFormat(endpoint, client.settings),
		pageSize: pageSizeOf(read, run.client.settings),
		onProgress: (text) => report.progress(text),
	};
	const facts: CompareFacts = {
		write: endpoint,
		read,
		nameOf: (record, field) => ownName(names, record, field) ?? field,
		timeZone: client.settings.timeZone,
	};
	// The records of one catalog are read together, all others at once.
	const [idField = ''] = endpoint.listKeys ?? [];
	const listIdOf = ({ head }: RecordList) => (read.paging ? idText(head[idField]) : '');
	const groups = new Map<string, RecordList[]>();
	for (const list of lists) pushTo(groups, comparableId(listIdOf(list)), list);
	const predicted: Array<readonly [Prediction, items: readonly number[]]> = [];
	const excluded = new Set<string>();
	for (const group of groups.values()) {
		const candidates = group.flatMap((list) => candidatesOf(endpoint, list));
		const comparison = new ServiceComparison(candidates, facts);
		await readAll(comparison, settings, listIdOf(group[0])).catch((error: unknown) =>
			Promise.reject(context.continueOnFail() ? error : nodeError(node, error)),
		);
		for (const name of comparison.excludedNames()) excluded.add(name);
		for (const [index, prediction] of comparison.predictions().entries())
			predicted.push([prediction, candidates[index].items]);
	}
	if (excluded.size > 0)
		report.hint(
			`Not compared, because what the service returns does not tell: ${joinLimited([...excluded], ', ')}`,
			'info',
		);
	return {
		items: predicted.map(([prediction, items]) => predictionItem(prediction, items)),
		summary: `Compared with the service: ${countsText(predicted.map(([{ action }]) => action))}.`,
	};
}
