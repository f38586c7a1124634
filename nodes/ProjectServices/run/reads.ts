// The reads by ID, of one record per input item or of many records at once, and how rows become items.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { endpoints } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import { fieldsByName, isRecord, type Schema } from '../../../api/schema/types';
import { fanOut } from '../../../client/transport/fanOut';
import { readByIds } from '../../../client/reads/readByIds';
import { readResponse } from '../../../client/reads/readResponse';
import type { Row } from '../../../client/row';
import { isEmpty, projector } from '../../../wire/projection';
import { countText } from '../../../wire/result';
import { errorItem, nodeError } from '../../shared/errors';
import {
	idsRequest,
	isWhole,
	memberSchema,
	oneIdAdvice,
	recordRequest,
	type Shaping,
	type SplitOut,
} from '../input/reads';
import { defaultPageSize, ownName } from '../../shared/parameters';
import { failedItem, mayContinue, type Run, showHint, showProgress } from './run';

/** Gives custom fields their new names and leaves out empty fields, in nested records as well. */
function reshape(value: unknown, shaping: Shaping, schema: Schema | undefined): unknown {
	const record = schema?.kind === 'list' ? schema.item : schema;
	if (Array.isArray(value)) return value.map((member) => reshape(member, shaping, record));
	if (!isRecord(value)) return value;
	const shaped: Record<string, unknown> = {};
	for (const [key, member] of Object.entries(value)) {
		const inner = reshape(member, shaping, record && fieldsByName(record).get(key)?.schema);
		if (shaping.onlyFilled && isEmpty(inner)) continue;
		const own = (record && ownName(shaping.names, record, key)) ?? key;
		// Nothing is replaced where the service uses a person's own name for an undocumented field. A definition,
		// because a record may hold a field named __proto__.
		Object.defineProperty(shaped, Object.hasOwn(value, own) ? key : own, {
			value: inner,
			writable: true,
			enumerable: true,
			configurable: true,
		});
	}
	return shaped;
}

/** A record with a field of the node. One that the service named alike is kept beside it: `change_1`. */
export function withField(record: Row, name: string, value: unknown): Row {
	if (!Object.hasOwn(record, name)) return { ...record, [name]: value };
	let number = 1;
	while (Object.hasOwn(record, `${name}_${number}`)) number++;
	const { [name]: own, ...others } = record;
	return { ...others, [`${name}_${number}`]: own, [name]: value };
}

function splitRow(
	row: Row,
	{ collection, parent, parentFields }: SplitOut,
	select: (row: unknown) => unknown,
): Row[] {
	const members = row[collection] ?? null;
	const fields = Object.entries(Object(select(row))).filter(([, value]) => !Array.isArray(value));
	// It may have come as a single record.
	return (isEmpty(members) ? [] : [members].flat()).map((member: unknown) => {
		const entry = isRecord(member) ? member : { [collection]: member };
		return parentFields?.length === 0
			? { ...entry }
			: withField(entry, parent, Object.fromEntries(fields));
	});
}

/** What an entry of a collection is, with the record around it. */
function splitSchema(schema: Schema, { collection, parent }: SplitOut): Schema {
	const member = memberSchema(schema, collection);
	const around = [parent, { name: parent, schema, required: false }] as const;
	return member.kind === 'record'
		? { ...member, fieldsByName: new Map([...member.fieldsByName, around]) }
		: schema;
}

/** Rows as items hold them. */
export interface Shaped {
	readonly rows: readonly Row[];
	/** How many records were skipped because their collection is empty. */
	readonly unsplit: number;
}

/** The `json` of the items for some rows; the same rows where there is nothing to do. */
export function shapeRows(rows: readonly Row[], shaping: Shaping): Shaped {
	if (isWhole(shaping)) return { rows, unsplit: 0 };
	const { fields, onlyFilled, names, schema, splitOut } = shaping;
	const select = projector({ fields: splitOut ? splitOut.parentFields : fields });
	const parts = splitOut
		? rows.flatMap((row) => splitRow(row, splitOut, select))
		: rows.map((row) => select(row));
	const isReshaped = onlyFilled || names.size > 0;
	const part = splitOut ? splitSchema(schema, splitOut) : schema;
	return {
		rows: (isReshaped ? parts.map((row) => reshape(row, shaping, part)) : parts) as Row[],
		unsplit: splitOut ? rows.filter((row) => isEmpty(row[splitOut.collection] ?? null)).length : 0,
	};
}

/** The items for some rows. */
export function itemsOf(
	rows: readonly Row[],
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData[] {
	return rows.map((row) => ({ json: row as IDataObject, pairedItem }));
}

function showUnsplit(run: Run, unsplit: number): void {
	if (unsplit === 0) return;
	const [skipped, their] =
		unsplit === 1 ? ['1 record was', 'its'] : [`${countText(unsplit)} records were`, 'their'];
	showHint(run, `${skipped} skipped: ${their} 'Split Out' collection is empty.`, 'info');
}

/** The result of an input item whose rows become items. */
export function resultOf({ rows, unsplit }: Shaped, itemIndex: number) {
	return { items: itemsOf(rows, { item: itemIndex }), unsplit };
}

/** Reads for each input item, and tells a person what was not found or skipped. */
export async function readEachItem(
	run: Run<ReadEndpoint>,
	concurrency: number,
	read: (itemIndex: number) => Promise<ReturnType<typeof resultOf>>,
): Promise<INodeExecutionData[]> {
	const { client, endpoint, itemCount, node, noun } = run;
	const readItem = async (itemIndex: number) =>
		await read(itemIndex).catch((error: unknown) => ({
			items: [failedItem(run, error, itemIndex)],
			unsplit: 0,
		}));
	const results = await fanOut(client, itemCount, concurrency, readItem).catch((error: unknown) =>
		Promise.reject(nodeError(node, error)),
	);
	const isEmptyResult = ({ items, unsplit }: (typeof results)[number]) =>
		items.length + unsplit === 0;
	const empty = results.filter(isEmptyResult).length;
	if (empty > 0) {
		// Without items, it looks as if the node had not run.
		const where = itemCount === 1 ? '' : ` for ${empty} of ${itemCount} input items`;
		const hint = `No ${endpoint.rowNoun ?? noun}s were found${where}. If you expected some, check the IDs, filters and options.${oneIdAdvice(run, results.findIndex(isEmptyResult))}`;
		showHint(run, hint, 'info');
	}
	const skipped = results.reduce((sum, { unsplit }) => sum + unsplit, 0);
	showUnsplit(run, skipped);
	return results.flatMap(({ items }) => items);
}

/** Says so where a list in one response may be only the first page of the same list in pages. */
function showFirstPage(run: Run<ReadEndpoint>, response: Row, count: number): void {
	const { endpoint, noun } = run;
	const { rows, path } = endpoint;
	const paged = endpoints
		.map((entry) => entry.endpoint)
		.find((other) => other.kind === 'read' && other.paging && other.path === path);
	if (rows === undefined || paged?.kind !== 'read' || !paged.paging) return;
	const total = Number(response[paged.paging.total] ?? 0);
	if (total <= count && count !== defaultPageSize(paged)) return;
	const rowNouns = `${endpoint.rowNoun ?? noun}s`;
	const why =
		total > count
			? `The service returned ${countText(count)} of ${countText(total)} ${rowNouns}.`
			: `The service returned ${countText(count)} ${rowNouns}, as many as a page has, so there may be more.`;
	showHint(run, `${why} Use the operation ${paged.name}, which reads all pages.`);
}

/** Carries out a read by ID: one request for each input item. */
export async function readRecords(run: Run<ReadEndpoint>): Promise<INodeExecutionData[]> {
	const { client, endpoint, options } = run;
	return await readEachItem(run, options.concurrency, async (itemIndex) => {
		const { request, projection, rest, isOneItem } = recordRequest(run, itemIndex);
		const value = (await readResponse(client, endpoint, request, projection)) as Row;
		const found = endpoint.rows === undefined ? value : (value[endpoint.rows] ?? []);
		const records = [found].flat() as Row[];
		showFirstPage(run, value, records.length);
		const shaped = shapeRows(records, rest);
		return endpoint.rows !== undefined && isOneItem
			? resultOf({ ...shaped, rows: [{ ...value, [endpoint.rows]: shaped.rows }] }, itemIndex)
			: resultOf(shaped, itemIndex);
	});
}

const maxShown = 10;

/** Carries out a read by many IDs: those of all input items at once. */
export async function readRecordsByIds(run: Run<ReadEndpoint>): Promise<INodeExecutionData[]> {
	const { client, endpoint, node, noun } = run;
	const { ids, itemsOf: itemsThatName, rest, settings, wrong } = idsRequest(run);
	const failed = new Map<number, unknown>();
	const fail = (items: readonly number[], error: unknown) => {
		if (!mayContinue(run, error)) throw nodeError(node, error, items[0]);
		for (const item of items) failed.set(item, error);
	};
	for (const [item, error] of wrong) fail([item], error);
	const { found, missing } = await readByIds(client, endpoint, ids, {
		...settings,
		onBatch: (batch, batches) => showProgress(run, `request ${batch} of ${batches} for ${noun}s`),
		onFailure: (named, error) => fail(itemsThatName(named), error),
	}).catch((error: unknown) => Promise.reject(nodeError(node, error)));
	const notFound = missing.filter((id) => !itemsThatName([id]).some((item) => failed.has(item)));
	if (notFound.length > 0) {
		const more = notFound.length > maxShown ? ', ...' : '';
		const shown = notFound.slice(0, maxShown).join(', ');
		showHint(
			run,
			`${notFound.length} of ${ids.length} ${noun} IDs were not found: ${shown}${more}`,
		);
	}
	const items: INodeExecutionData[] = [];
	let skipped = 0;
	for (const { record, ids: named } of found) {
		const pairedItem = itemsThatName(named)
			.filter((item) => !failed.has(item))
			.map((item) => ({ item }));
		if (pairedItem.length === 0) continue;
		const { rows, unsplit } = shapeRows([record], rest);
		skipped += unsplit;
		for (const item of itemsOf(rows, pairedItem)) items.push(item);
	}
	showUnsplit(run, skipped);
	for (const [item, error] of failed) items.push(errorItem(error, item));
	return items;
}
