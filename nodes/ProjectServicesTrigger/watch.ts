// What a poll is to watch: the parameters, checked, and the connection to ask with.
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { endpoints } from '../../api';
import type { ReadEndpoint } from '../../api/endpoint';
import type { Asking } from '../ProjectServices/answers';
import { parameterError } from '../ProjectServices/errors';
import { filterValues } from '../ProjectServices/pages';
import { listOf, type Parameters } from '../ProjectServices/parameters';
import type { QueryValues } from '../ProjectServices/request';
import { defaultPageSize, responseFormat, wholeNumber } from '../ProjectServices/settings';
import { connect } from '../ProjectServices/connection';
import { budgetOf } from './budget';
import { type Event, events } from './events';
import { contentOf, hashOf } from './hashes';

/** The most records that one trigger watches by their ids: each is a request in every poll. */
export const MOST_RECORDS = 1000;

export interface Watch extends Asking {
	readonly context: IPollFunctions;
	readonly event: Event;
	/** The resource's name in a sentence ("purchase order"). */
	readonly noun: string;
	readonly accept: 'json' | 'xml';
	/** The query, without the page. */
	readonly query: QueryValues;
	readonly pageSize: number;
	/** The ids of `recordChanged`, each once. */
	readonly ids: readonly string[];
	readonly emitExisting: boolean;
	readonly comparing: boolean;
	/** Milliseconds that the poll may take. */
	readonly budget: number;
	/** What the saved state belongs to: another one starts anew. */
	readonly configuration: string;
}

// A longer pause that the service asks for is left to n8n's own back-off between polls.
const longestWait = 30_000;

function parametersOf(context: IPollFunctions): Parameters {
	return (name, _itemIndex, fallback) => context.getNodeParameter(name, fallback);
}

function addressOf(event: Event, parameters: Parameters): string {
	switch (event) {
		case 'changeOrderProjectPublished':
			return 'changeOrderProject/getAll';
		case 'productChanged':
		case 'productRemoved':
			return 'productCatalog/get';
		case 'recordChanged':
			return `${String(parameters('recordType', 0, ''))}/get`;
		default:
			return event satisfies never;
	}
}

function findRead(context: IPollFunctions, address: string) {
	const found = endpoints.find((endpoint) => endpoint.address === address);
	const endpoint = found?.endpoint;
	if (!found || endpoint?.kind !== 'read')
		throw parameterError(context.getNode(), `There is nothing to watch under ${address}`);
	return { endpoint, noun: found.resource.name.toLowerCase() };
}

function eventOf(context: IPollFunctions, parameters: Parameters): Event {
	const given = parameters('event', 0, '');
	const event = events.find((name) => name === given);
	if (event === undefined)
		throw parameterError(context.getNode(), `There is no event "${String(given)}"`);
	return event;
}

function catalogId(context: IPollFunctions, parameters: Parameters): string {
	const id = String(parameters('catalogId', 0, '') ?? '');
	if (id.trim() !== '') return id;
	throw parameterError(
		context.getNode(),
		'Catalog ID is empty',
		undefined,
		'Enter the ID of the product catalog to watch.',
	);
}

function queryOf(
	context: IPollFunctions,
	event: Event,
	endpoint: ReadEndpoint,
	parameters: Parameters,
): QueryValues {
	switch (event) {
		case 'changeOrderProjectPublished':
			return filterValues({ endpoint, parameters }, 0);
		case 'productChanged':
		case 'productRemoved':
			return { id: catalogId(context, parameters) };
		case 'recordChanged':
			return {};
		default:
			return event satisfies never;
	}
}

function recordIds(context: IPollFunctions, parameters: Parameters): string[] {
	const ids = [...new Set(listOf(parameters('recordIds', 0, '')))];
	if (ids.length === 0)
		throw parameterError(
			context.getNode(),
			'Record IDs is empty',
			undefined,
			'Enter the IDs of the records to watch, parted by commas or line ends.',
		);
	if (ids.length > MOST_RECORDS)
		throw parameterError(
			context.getNode(),
			`${ids.length} record IDs are too many for one trigger`,
			undefined,
			`Every record is a request in every poll. Watch at most ${MOST_RECORDS} with one trigger.`,
		);
	return ids;
}

/**
 * Reads and checks the parameters and the credential.
 *
 * @throws NodeOperationError that names what has to be changed
 */
export async function watchOf(context: IPollFunctions): Promise<Watch> {
	const node = context.getNode();
	const parameters = parametersOf(context);
	const event = eventOf(context, parameters);
	const { endpoint, noun } = findRead(context, addressOf(event, parameters));
	const options = parameters('options', 0, {}) as IDataObject;
	const query = queryOf(context, event, endpoint, parameters);
	const ids = event === 'recordChanged' ? recordIds(context, parameters) : [];
	const budget = budgetOf(context);
	const { paging } = endpoint;
	const preset = paging ? defaultPageSize(endpoint, paging) : undefined;
	const timeoutSeconds = Math.min(300, Math.max(1, Math.floor(budget / 1000)));
	const connection = await connect(context, { timeoutSeconds, longestWait });
	return {
		context,
		connection,
		endpoint,
		event,
		noun,
		query,
		ids,
		budget,
		accept: responseFormat(node, options),
		pageSize: wholeNumber(node, 'pageSize', options.pageSize, preset),
		emitExisting: options.emitExisting === true,
		comparing: options.detectRemovedByComparing === true,
		configuration: hashOf(contentOf([event, connection.baseUrl, endpoint.path, query]), 22),
	};
}

/** Says something in n8n's log, which is where a schedule is looked after. */
export function tell({ context }: Watch, message: string, level: 'info' | 'warn' = 'warn'): void {
	context.logger[level](`${context.getNode().name}: ${message}`);
}
