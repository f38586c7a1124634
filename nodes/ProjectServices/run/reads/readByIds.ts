// Records by many ids: gathered over all input items, and paired with the items that named them.
import type { INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { readByIds } from '../../../../client/reads/byIds';
import { comparableId } from '../../../../client/reads/keys';
import { errorItem, nodeError, parameterError } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import { requestFormat, responseFormat, wholeNumber } from '../../../shared/optionValues';
import { listOf, optionsOf } from '../../../shared/parameters';
import { divide, shapeRows } from '../items';
import { shapingOf } from '../output';
import { mayContinue, type Run, showHint, showProgress } from '../run';

type IdsRun = Run<ReadEndpoint>;

const maxShown = 10;

/** @throws NodeOperationError when an item names no ids */
function idsOf({ endpoint, node, parameters }: IdsRun, itemIndex: number): string[] {
	const { idsParameter = '' } = endpoint;
	const label = labelOf(idsParameter);
	const given = parameters(idsParameter, itemIndex, '');
	const isText = (Array.isArray(given) ? given : [given]).every(
		(value) => typeof value !== 'object' || value === null,
	);
	const ids = isText ? listOf(given) : [];
	if (ids.length > 0) return ids;
	throw parameterError(
		node,
		isText ? `${label} is empty` : `${label} contains a value that is not text`,
		itemIndex,
		isText
			? 'Enter one or more IDs, separated by commas, or map them from the input item.'
			: 'Map the ID itself, or an array of IDs, not a whole record.',
	);
}

/** The ids of all input items, with the items that named them; and the items that cannot be read. */
interface Wanted {
	readonly itemsById: ReadonlyMap<string, ReadonlySet<number>>;
	readonly ids: readonly string[];
	readonly failed: Map<number, unknown>;
}

function gatherIds(run: IdsRun): Wanted {
	const itemsById = new Map<string, Set<number>>();
	const ids: string[] = [];
	const failed = new Map<number, unknown>();
	for (let item = 0; item < run.itemCount; item++) {
		try {
			for (const id of idsOf(run, item)) {
				const key = comparableId(id);
				const items = itemsById.get(key);
				if (!items) ids.push(id);
				itemsById.set(key, (items ?? new Set()).add(item));
			}
		} catch (error) {
			if (!mayContinue(run, error)) throw nodeError(run.node, error, item);
			failed.set(item, error);
		}
	}
	return { itemsById, ids, failed };
}

function showMissing(run: IdsRun, missing: readonly string[], count: number): void {
	if (missing.length === 0) return;
	const shown = missing.slice(0, maxShown).join(', ');
	showHint(
		run,
		`${missing.length} of ${count} ${run.noun} IDs were not found: ${shown}${missing.length > maxShown ? ', ...' : ''}`,
	);
}

/** Carries out a read by many ids for all input items. */
export async function readManyByIds(
	run: IdsRun,
): Promise<{ items: INodeExecutionData[]; unsplit: number }> {
	const { client, endpoint, node, parameters } = run;
	const { itemsById, ids, failed } = gatherIds(run);
	const itemsOf = (named: readonly string[]) => [
		...new Set(named.flatMap((id) => [...(itemsById.get(comparableId(id)) ?? [])])),
	];
	const { projection, rest } = divide(shapingOf(run, 0), endpoint.key);
	const options = optionsOf(parameters, 0);
	const { found, missing } = await readByIds(client, endpoint, ids, {
		projection,
		accept: responseFormat(node, options),
		format: requestFormat(node, endpoint, options),
		concurrency: wholeNumber(node, 'concurrency', options.concurrency),
		onBatch: (batch, batches) =>
			showProgress(run, `request ${batch} of ${batches} for ${run.noun}s`),
		onFailure: (named, error) => {
			const items = itemsOf(named);
			if (!mayContinue(run, error)) throw nodeError(node, error, items[0]);
			for (const item of items) failed.set(item, error);
		},
	}).catch((error: unknown) => Promise.reject(nodeError(node, error)));
	const hasFailed = (id: string) => itemsOf([id]).some((item) => failed.has(item));
	showMissing(
		run,
		missing.filter((id) => !hasFailed(id)),
		ids.length,
	);
	const items: INodeExecutionData[] = [];
	let unsplit = 0;
	for (const { record, ids: named } of found) {
		const pairedItem = itemsOf(named)
			.filter((item) => !failed.has(item))
			.map((item) => ({ item }));
		if (pairedItem.length === 0) continue;
		const shaped = shapeRows([record as INodeExecutionData['json']], rest);
		unsplit += shaped.unsplit;
		for (const json of shaped.rows) items.push({ json, pairedItem });
	}
	for (const [item, error] of failed) items.push(errorItem(error, item));
	return { items, unsplit };
}
