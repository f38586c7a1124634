// Only Changed Records: what the service has is read and compared, for what to send, the plan and the change limit.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { readOf } from '../../../../api';
import type { WriteEndpoint } from '../../../../api/endpoint';
import { exceedsLimit } from '../../../../client/changes/deletionLimit';
import {
	type Action,
	type Candidate,
	type CompareFacts,
	Comparison,
	type Prediction,
} from '../../../../client/compare/comparison';
import { ComparisonReads, type CompareSettings } from '../../../../client/compare/readService';
import type { Known } from '../../../../client/publish/plan';
import type { Row, RunList } from '../../../../client/publish/plannedRequest';
import { bodyFormat } from '../../../../client/serviceSettings';
import { comparableId, idText, isId } from '../../../../client/values/ids';
import { pushTo } from '../../../../client/values/pushTo';
import { countText, joinLimited } from '../../../../wire/result';
import { type OwnNames, ownName } from '../../../shared/customFieldNames';
import { nodeError, parameterError, quoted } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import type { Run, WriteRun } from '../../nodeRun';

/** The predicted action for a record that is sent or deleted. */
interface Predicted {
	readonly prediction: Prediction;
	readonly items: readonly number[];
	readonly row?: Row;
}

export interface ComparedRun {
	readonly known: Known;
	readonly predicted: readonly Predicted[];
}

interface RunCandidate extends Candidate, Pick<Predicted, 'items' | 'row'> {}

/** What a list would send, in the order of its requests. */
function candidatesOf(
	{ readBy }: Pick<WriteEndpoint, 'readBy'>,
	{ deletions = [], deletionItems, rows }: RunList,
): RunCandidate[] {
	return [
		...deletions.map((deletion) => ({ id: deletion.id, items: deletionItems })),
		...rows.map((row) => ({
			id: row.record[readBy?.id ?? ''],
			record: row.record,
			items: [row.itemIndex],
			row,
		})),
	];
}

/** Reads what is compared, in as few requests as the service takes. */
async function readAll(comparison: Comparison, settings: CompareSettings, listId: string) {
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
 * Reads what the service has of all records, and compares it.
 *
 * @throws ServiceError or NodeApiError when nothing can be read at all
 */
export async function compareRecords(
	run: WriteRun,
	lists: readonly RunList[],
	names: OwnNames,
): Promise<ComparedRun> {
	const { client, context, endpoint, node, noun, report } = run;
	const read = readOf(endpoint);
	if (!read) throw new Error(`Nothing reads what ${endpoint.path} changes.`);
	const settings: Omit<CompareSettings, 'heads'> = {
		client,
		write: endpoint,
		read,
		noun,
		format: bodyFormat(endpoint, client.settings),
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
	const listIdOf = ({ head }: RunList) =>
		read.paging && isId(head[idField]) ? idText(head[idField]) : '';
	const groups = new Map<string, RunList[]>();
	for (const list of lists) pushTo(groups, comparableId(listIdOf(list)), list);
	const predicted: Predicted[] = [];
	const unchanged = new Set<Row>();
	const unread = new Map<Row, unknown>();
	const excluded = new Set<string>();
	for (const group of groups.values()) {
		const candidates = group.flatMap((list) => candidatesOf(endpoint, list));
		const comparison = new Comparison(candidates, facts);
		const heads = group.map(({ head }) => head);
		await readAll(comparison, { ...settings, heads }, listIdOf(group[0])).catch((error: unknown) =>
			Promise.reject(context.continueOnFail() ? error : nodeError(node, error)),
		);
		for (const name of comparison.excludedNames()) excluded.add(name);
		const predictions = comparison.predictions();
		for (const place of comparison.unchanged(predictions)) {
			const { row } = candidates[place];
			if (row) unchanged.add(row);
		}
		for (const [place, prediction] of predictions.entries()) {
			const { items, row } = candidates[place];
			predicted.push({ prediction, items, row });
			if (row && prediction.error !== undefined) unread.set(row, prediction.error);
		}
	}
	if (excluded.size > 0)
		report.hint(
			`Not compared, because what the service returns does not tell: ${joinLimited([...excluded], ', ')}`,
			'info',
		);
	return { known: { unchanged, unread }, predicted };
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

/** The plan: an item for each record, paired with its input items, and how many records would be changed. */
export function planItems({ predicted }: ComparedRun) {
	const items = predicted.map(({ items: inputs, prediction }): INodeExecutionData => {
		const { action, key, changes, asOf, messages } = prediction;
		const compared = changes && { changes: changes as unknown as IDataObject[], asOf };
		return {
			json: { dryRun: true, action, key, ...compared, messages: [...messages] },
			pairedItem: inputs.map((item) => ({ item })),
		};
	});
	const actions = predicted.map(({ prediction: { action } }) => action);
	return { items, summary: `Compared with the service: ${countsText(actions)}.` };
}

/** What 'Change Limit' does not allow, if anything: too many of the records that the service has would change. */
export function changeLimitProblem(
	{ predicted }: ComparedRun,
	changeLimit: number | undefined,
): string | undefined {
	if (changeLimit === undefined) return undefined;
	const known = predicted.filter(({ prediction }) => prediction.isKnown);
	const changing = known.filter(
		({ prediction: { action, changes = [] } }) => action === 'delete' || changes.length > 0,
	);
	return exceedsLimit(changing.length, known.length, changeLimit)
		? `${countText(changing.length)} of ${countText(known.length)} records that the service has would be changed or deleted, but 'Change Limit' allows ${changeLimit} %`
		: undefined;
}

/** @throws NodeOperationError before anything is sent */
export function refuseTooManyChanges({ node }: Pick<Run, 'node'>, problem?: string): void {
	if (problem === undefined) return;
	throw parameterError(
		node,
		problem,
		undefined,
		"Nothing was sent. Check the data that came in. If they are right, raise 'Change Limit' in the options until this execution has succeeded, or remove it.",
	);
}
