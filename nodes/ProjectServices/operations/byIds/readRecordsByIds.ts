// Carries out a read by many IDs: those of all input items at once.
import type { INodeExecutionData } from 'n8n-workflow';

import { comparableKey } from '../../../../client/values/ids';
import { repeatsText } from '../../../../client/reads/listTexts';
import { readByIds } from '../../../../client/reads/readByIds';
import { counted } from '../../../../wire/result';
import { errorItem } from '../../../shared/errorItems';
import { nodeError } from '../../../shared/errors';
import { itemsFromRows } from '../../eachItem';
import type { ReadRun } from '../../nodeRun';
import { byIdsRequest } from './byIdsRequest';

const MAX_SHOWN = 10;

function shownIds(ids: readonly string[]): string {
	return `${ids.slice(0, MAX_SHOWN).join(', ')}${ids.length > MAX_SHOWN ? ', ...' : ''}`;
}

export async function readRecordsByIds(run: ReadRun): Promise<INodeExecutionData[]> {
	const { client, context, endpoint, node, noun, report } = run;
	const { ids, itemsThatName, settings, shape, errorsByItem } = byIdsRequest(run);
	const failed = new Map<number, unknown>();
	const fail = (items: readonly number[], error: unknown) => {
		if (!context.continueOnFail()) throw nodeError(node, error, items[0]);
		for (const item of items) failed.set(item, error);
	};
	for (const [item, error] of errorsByItem) fail([item], error);
	const { found, missing } = await readByIds(client, endpoint, ids, {
		...settings,
		onBatch: (batch, batches) => report.progress(`request ${batch} of ${batches} for ${noun}s`),
		onFailure: (named, error) => fail(itemsThatName(named), error),
	}).catch((error: unknown) => Promise.reject(nodeError(node, error)));
	const notFound = missing.filter((id) => !itemsThatName([id]).every((item) => failed.has(item)));
	if (notFound.length > 0)
		report.hint(
			`${notFound.length} of ${ids.length} ${noun} IDs were not found: ${shownIds(notFound)}`,
		);
	const keys = found.flatMap(({ record }) => comparableKey(record, endpoint.key) ?? []);
	const distinct = [...new Set(keys)];
	const repeats = keys.length - distinct.length;
	if (repeats > 0) report.hint(repeatsText(repeats));
	const others = distinct.filter((id) => itemsThatName([id]).length === 0);
	if (others.length > 0)
		report.hint(
			`The service returned ${counted(others.length, noun)} beside those requested: ${shownIds(others)}`,
		);
	const items: INodeExecutionData[] = [];
	for (const { record, ids: named } of found) {
		const pairedItem = itemsThatName(named)
			.filter((item) => !failed.has(item))
			.map((item) => ({ item }));
		if (pairedItem.length === 0) continue;
		items.push(...itemsFromRows(shape.shapeRows([record]), pairedItem));
	}
	for (const [item, error] of failed) items.push(errorItem(error, item));
	return items;
}
