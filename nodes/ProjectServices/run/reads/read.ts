// The reads: by id for every input item, by many ids at once, and in pages.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { fieldsOf } from '../../../../api/schema/types';
import { fanOut } from '../../../../client/concurrency';
import { type QueryValues, readRequest, readResponse } from '../../../../client/reads/read';
import { countText } from '../../../../wire/result';
import { errorItem, nodeError, parameterError } from '../../../shared/errors';
import { labelOf } from '../../../shared/labels';
import { responseFormat, wholeNumber } from '../../../shared/optionValues';
import { optionsOf } from '../../../shared/parameters';
import { quoted, shown } from '../../../shared/problems';
import { divide, type Shaped, type Shaping, shapeRows } from '../items';
import { readManyByIds } from './readByIds';
import { returnAs, shapingOf } from '../output';
import { readFile } from './readFile';
import { readPages } from './readPages';
import { mayContinue, type Run, showHint } from '../run';

/**
 * The required parameters of a read for an input item.
 *
 * @throws NodeOperationError when one is empty
 */
export function requiredValues(
	{ endpoint, node, parameters }: Run<ReadEndpoint>,
	itemIndex: number,
): QueryValues {
	const names = fieldsOf(endpoint.query).filter(({ required }) => required);
	return Object.fromEntries(
		names.map(({ name, label = labelOf(name) }) => {
			const value = parameters(name, itemIndex, '');
			const isEmpty =
				value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
			const isGiven = typeof value === 'string' || Number.isFinite(value);
			if (isGiven && !isEmpty) return [name, String(value)];
			throw parameterError(
				node,
				`${quoted(label)} is ${isEmpty ? 'empty' : `${shown(value)}, expected text or a number`}`,
				itemIndex,
				'Enter the ID, or map it from the input item. An expression that finds nothing is empty.',
			);
		}),
	);
}

/** The rows of a response. */
function rowsOf(value: unknown, endpoint: ReadEndpoint): IDataObject[] {
	const rows: unknown = endpoint.rows === undefined ? value : (value as IDataObject)[endpoint.rows];
	if (rows === undefined || rows === null) return [];
	return (Array.isArray(rows) ? rows : [rows]) as IDataObject[];
}

async function readRecords(
	run: Run<ReadEndpoint>,
	required: QueryValues,
	shaping: Shaping,
	itemIndex: number,
): Promise<Shaped> {
	const { client, endpoint, node, parameters, noun } = run;
	const isWhole = endpoint.rows !== undefined && returnAs(run, itemIndex) === 'whole';
	const [name, id] = Object.entries(required)[0] ?? [];
	const subject = endpoint.oneOrMany
		? `${endpoint.rowNoun ?? noun}s of the ${labelOf(name ?? '')} "${String(id)}"`
		: `the ${noun} with the ID "${String(id)}"`;
	const accept = responseFormat(node, optionsOf(parameters, itemIndex));
	const request = readRequest(endpoint, required, accept, subject);
	const { projection, rest } = divide(shaping);
	const value = await readResponse(client, endpoint, request, projection);
	const shaped = shapeRows(rowsOf(value, endpoint), rest);
	if (!isWhole) return shaped;
	const whole = { ...(value as IDataObject), [endpoint.rows]: shaped.rows } as IDataObject;
	return { ...shaped, rows: [whole] };
}

interface ItemResult {
	readonly items: INodeExecutionData[];
	readonly unsplit: number;
}

async function readItem(run: Run<ReadEndpoint>, itemIndex: number): Promise<ItemResult> {
	const { endpoint } = run;
	const shaping = shapingOf(run, itemIndex);
	const required = requiredValues(run, itemIndex);
	if (endpoint.paging && returnAs(run, itemIndex) === 'file')
		return { items: [await readFile(run, required, shaping, itemIndex)], unsplit: 0 };
	const read = endpoint.paging ? readPages : readRecords;
	const { rows, unsplit } = await read(run, required, shaping, itemIndex);
	const pairedItem = { item: itemIndex };
	return { items: rows.map((json) => ({ json, pairedItem })), unsplit };
}

async function readItemOrError(run: Run<ReadEndpoint>, itemIndex: number): Promise<ItemResult> {
	return await readItem(run, itemIndex).catch((error: unknown) =>
		mayContinue(run, error)
			? { items: [errorItem(error, itemIndex)], unsplit: 0 }
			: Promise.reject(nodeError(run.node, error, itemIndex)),
	);
}

/** A read that matches nothing gives no items, which looks as if the node had not run. */
function showNothingFound(run: Run<ReadEndpoint>, count: number): void {
	const { endpoint, itemCount, noun } = run;
	const where = itemCount === 1 ? '' : ` for ${count} of ${itemCount} input items`;
	showHint(
		run,
		`No ${endpoint.rowNoun ?? noun}s were found${where}. If you expected some, check the IDs, filters and options.`,
		'info',
	);
}

async function readAll(run: Run<ReadEndpoint>): Promise<ItemResult> {
	const { client, endpoint, itemCount, parameters, node } = run;
	if (endpoint.body !== undefined) return await readManyByIds(run);
	const concurrency = wholeNumber(node, 'concurrency', optionsOf(parameters, 0).concurrency);
	// A read in pages reads its own pages at once; input items then wait for each other.
	const results = await fanOut(
		client,
		itemCount,
		endpoint.paging ? 1 : concurrency,
		async (itemIndex) => await readItemOrError(run, itemIndex),
	).catch((error: unknown) => Promise.reject(nodeError(node, error)));
	const found = results.filter((result) => result.items.length + result.unsplit > 0).length;
	if (found < itemCount) showNothingFound(run, itemCount - found);
	return {
		items: results.flatMap((result) => result.items),
		unsplit: results.reduce((sum, result) => sum + result.unsplit, 0),
	};
}

/** Carries out a Subscribe operation for all input items. */
export async function executeRead(run: Run<ReadEndpoint>): Promise<INodeExecutionData[]> {
	const { items, unsplit } = await readAll(run);
	if (unsplit > 0) {
		const [skipped, their] =
			unsplit === 1 ? ['1 record was', 'its'] : [`${countText(unsplit)} records were`, 'their'];
		showHint(run, `${skipped} skipped: ${their} 'Split Out' collection is empty.`, 'info');
	}
	return items;
}
