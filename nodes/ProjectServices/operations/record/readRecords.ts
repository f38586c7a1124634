// Carries out a read by ID: one request for each input item.
import type { INodeExecutionData } from 'n8n-workflow';

import { pagedFormOf } from '../../../../api';
import { repeatsText } from '../../../../client/reads/listTexts';
import { readResponse } from '../../../../client/reads/readResponse';
import { comparableKey } from '../../../../client/values/ids';
import { countText, type RecordValue } from '../../../../wire/result';
import { itemsFromRows, readEachItem } from '../../eachItem';
import { notFoundTexts } from '../requiredValues';
import type { ReadRun } from '../../nodeRun';
import { recordRequest } from './recordRequest';

/** A hint where one response may have only the first page of a list. */
function showFirstPage(run: ReadRun, response: RecordValue, count: number): void {
	const { endpoint, noun } = run;
	const paged = pagedFormOf(endpoint);
	if (!paged?.paging) return;
	const total = Number(response[paged.paging.total] ?? 0);
	if (total <= count) return;
	const rowNouns = `${endpoint.rowNoun ?? noun}s`;
	const counts = `The service returned ${countText(count)} of ${countText(total)} ${rowNouns}.`;
	run.report.hint(`${counts} Use the operation ${paged.name}, which reads all pages.`);
}

export async function readRecords(run: ReadRun): Promise<INodeExecutionData[]> {
	const { endpoint } = run;
	return await readEachItem(run, notFoundTexts(run), async (itemIndex) => {
		const { request, shape, isOneItem } = recordRequest(run, itemIndex);
		const read = await readResponse(run.client, endpoint, request, shape.projection);
		const value = read.value as RecordValue;
		const found = endpoint.rows === undefined ? value : (value[endpoint.rows] ?? []);
		const records = [found].flat() as RecordValue[];
		if (endpoint.rows !== undefined) showFirstPage(run, value, records.length + (read.nulls ?? 0));
		const keys = records.flatMap((record) => comparableKey(record, endpoint.key) ?? []);
		const repeats = keys.length - new Set(keys).size;
		if (repeats > 0) run.report.hint(repeatsText(repeats));
		const shaped = shape.shapeRows(records);
		const isWhole = endpoint.rows !== undefined && isOneItem;
		return itemsFromRows(isWhole ? [{ ...value, [endpoint.rows]: shaped }] : shaped, {
			item: itemIndex,
		});
	});
}
