// The reads: by id for every input item, in pages, and the answers' way to items.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../api/endpoint';
import { fieldsOf } from '../../api/kinds';
import { fetchAnswer } from './answers';
import { readClients } from './clients';
import { errorItem, nodeError, parameterError } from './errors';
import { fanOut } from './fanOut';
import { countUnsplit, divide, shapeRows } from './items';
import { labelOf } from './labels';
import { readPages } from './pages';
import { optionsOf } from './parameters';
import { shown } from './problems';
import { type QueryValues, readRequest } from './request';
import { remarkRetries, remarkUnsplit, type Run } from './run';
import { responseFormat, returnAs, shapingOf, wholeNumber } from './settings';
import { assertRunning } from './connection';

/**
 * The required parameters of a read for an input item.
 *
 * @throws NodeOperationError when one is empty.
 */
export function requiredValues(
	{ endpoint, node, parameters }: Run<ReadEndpoint>,
	itemIndex: number,
): QueryValues {
	const names = fieldsOf(endpoint.query).filter(({ required }) => required);
	return Object.fromEntries(
		names.map(({ name }) => {
			const value = parameters(name, itemIndex, '');
			const isEmpty =
				value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
			const isGiven = typeof value === 'string' || Number.isFinite(value);
			if (isGiven && !isEmpty) return [name, String(value)];
			throw parameterError(
				node,
				`${labelOf(name)} is ${isEmpty ? 'empty' : `${shown(value)}, expected a text or a number`}`,
				itemIndex,
				`Enter the ${labelOf(name)} or map it from the input item. An expression that finds nothing gives an empty one.`,
			);
		}),
	);
}

/** The rows of an answer. */
function rowsOf(value: unknown, endpoint: ReadEndpoint): IDataObject[] {
	const rows: unknown = endpoint.rows === undefined ? value : (value as IDataObject)[endpoint.rows];
	if (rows === undefined || rows === null) return [];
	return (Array.isArray(rows) ? rows : [rows]) as IDataObject[];
}

async function readItem(
	run: Run<ReadEndpoint>,
	itemIndex: number,
): Promise<readonly IDataObject[]> {
	const { endpoint, node, parameters, noun } = run;
	assertRunning(run.context);
	const shaping = shapingOf(node, endpoint, parameters, itemIndex);
	const required = requiredValues(run, itemIndex);
	const isCatalog = endpoint.rows !== undefined && returnAs(run, itemIndex) === 'catalog';
	if (endpoint.paging) return await readPages(run, required, shaping, itemIndex);
	const [name, id] = Object.entries(required)[0] ?? [];
	const subject = endpoint.oneOrMany
		? `tasks of the ${labelOf(name ?? '')} "${String(id)}"`
		: `the ${noun} with the ID "${String(id)}"`;
	const request = readRequest(
		endpoint,
		required,
		responseFormat(node, optionsOf(parameters, itemIndex)),
		subject,
	);
	const { projection, rest } = divide(shaping);
	const value = await fetchAnswer(run, request, itemIndex, projection);
	const rows = rowsOf(value, endpoint);
	run.tally.unsplit += countUnsplit(rows, rest);
	const shaped = shapeRows(rows, rest);
	if (isCatalog) {
		return [{ ...(value as IDataObject), [endpoint.rows]: shaped } as IDataObject];
	}
	return shaped;
}

async function readItemOrError(
	run: Run<ReadEndpoint>,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const outcome = await readItem(run, itemIndex).then(
		(rows) => ({ rows }),
		(error: unknown) => ({ error }),
	);
	if ('rows' in outcome) {
		return outcome.rows.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	}
	if (run.context.continueOnFail()) return [errorItem(outcome.error, itemIndex)];
	throw nodeError(run.node, outcome.error, itemIndex);
}

/** Carries out a Subscribe operation for all input items. */
export async function executeRead(run: Run<ReadEndpoint>): Promise<INodeExecutionData[]> {
	const { endpoint, itemCount, parameters, node } = run;
	if (endpoint.body !== undefined) return await readClients(run);
	const concurrency = wholeNumber(node, 'concurrency', optionsOf(parameters, 0).concurrency);
	// A read in pages has its own pages at once; input items then wait for each other.
	const results = await fanOut(itemCount, endpoint.paging ? 1 : concurrency, (itemIndex) =>
		readItemOrError(run, itemIndex),
	);
	const items: INodeExecutionData[] = [];
	for (const result of results) for (const item of result) items.push(item);
	remarkRetries(run);
	remarkUnsplit(run);
	return items;
}
