// What a poll is to watch: the parameters, checked, and the client to read with.
import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import { endpoints } from '../../api';
import type { ReadEndpoint } from '../../api/endpoint';
import { canonicalJson, shortHash } from '../../client/hashes';
import type { Client } from '../../client/client';
import { redact } from '../../client/transport/redact';
import { createDriftReport, type DriftReport } from '../shared/drift';
import { parameterError } from '../shared/errors';
import { filterValues } from '../shared/filters';
import { listOf, type Parameters } from '../shared/parameters';
import { withoutControls } from '../shared/problems';
import { byComparableId } from '../../client/reads/keys';
import { comparableQuery, type QueryValues } from '../../client/reads/read';
import { defaultPageSize, isOn, responseFormat, wholeNumber } from '../shared/optionValues';
import { connect } from '../shared/connection';
import { budgetOf } from './budget';
import { type Event, events } from './events';

/** The most records that one trigger watches by their IDs: each is a request in every poll. */
const maxRecords = 1000;

export interface Watch {
	readonly context: IPollFunctions;
	readonly node: INode;
	readonly client: Client;
	/** What the responses of this poll have that the service's document does not. */
	readonly drift: DriftReport;
	readonly endpoint: ReadEndpoint;
	readonly event: Event;
	/** The resource in a sentence ("purchase order"). */
	readonly noun: string;
	readonly accept: 'json' | 'xml';
	/** The query, without the page. */
	readonly query: QueryValues;
	readonly pageSize: number;
	/** The IDs of `recordChanged`, each once. */
	readonly ids: readonly string[];
	readonly emitExisting: boolean;
	readonly comparing: boolean;
	/** The largest part of the known rows, in percent, that may be gone. */
	readonly deletionLimit: number;
	/** Milliseconds that the poll may take. */
	readonly budget: number;
	/** What the saved state belongs to: with another one, the trigger starts over. */
	readonly configuration: string;
}

// A longer pause that the service asks for is left to n8n's own back-off between polls.
const longestWaitMs = 30_000;

/** Even a tiny budget has to be enough for a page. */
const leastDeadlineMs = 2_000;

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
	const found = endpoints.find((endpoint) => endpoint.operationKey === address);
	const endpoint = found?.endpoint;
	if (!found || endpoint?.kind !== 'read')
		throw parameterError(context.getNode(), `This version has nothing to watch under ${address}`);
	return { endpoint, noun: found.resource.name.toLowerCase() };
}

function eventOf(context: IPollFunctions, parameters: Parameters): Event {
	const given = parameters('event', 0, '');
	const event = events.find((name) => name === given);
	if (event === undefined)
		throw parameterError(context.getNode(), `'Event' is "${String(given)}", which does not exist`);
	return event;
}

function catalogId(context: IPollFunctions, parameters: Parameters): string {
	const id = String(parameters('catalogId', 0, '') ?? '');
	if (id.trim() !== '') return id;
	throw parameterError(
		context.getNode(),
		"'Catalog ID' is empty",
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
			return filterValues({ node: context.getNode(), endpoint, parameters }, 0);
		case 'productChanged':
		case 'productRemoved':
			return { [endpoint.idParameter ?? '']: catalogId(context, parameters) };
		case 'recordChanged':
			return {};
		default:
			return event satisfies never;
	}
}

function recordIds(context: IPollFunctions, parameters: Parameters): string[] {
	const ids = [...byComparableId(listOf(parameters('recordIds', 0, ''))).values()];
	if (ids.length === 0)
		throw parameterError(
			context.getNode(),
			"'Record IDs' is empty",
			undefined,
			'Enter the IDs of the records to watch, separated by commas or line breaks.',
		);
	if (ids.length > maxRecords)
		throw parameterError(
			context.getNode(),
			`'Record IDs' holds ${ids.length} IDs, too many for one trigger`,
			undefined,
			`Each record is a request in every poll. Watch at most ${maxRecords} with one trigger.`,
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
	const timeoutMs = Math.min(300_000, Math.max(10_000, budget));
	const drift = createDriftReport(noun);
	const onDrift = drift.add;
	// Whatever the service does, a poll ends before the next ones are skipped.
	const deadlineMs = Math.max(leastDeadlineMs, budget * 0.9);
	const client = await connect(context, { timeoutMs, longestWaitMs, onDrift, deadlineMs });
	return {
		context,
		node,
		client,
		drift,
		endpoint,
		event,
		noun,
		query,
		ids,
		budget,
		accept: responseFormat(node, options),
		pageSize: wholeNumber(node, 'pageSize', options.pageSize, preset),
		emitExisting: isOn(node, 'emitExisting', options.emitExisting),
		comparing: isOn(node, 'detectRemovedByComparing', options.detectRemovedByComparing),
		deletionLimit: wholeNumber(node, 'deletionLimit', options.deletionLimit),
		configuration: shortHash(
			canonicalJson([event, client.baseUrl, endpoint.path, comparableQuery(query)]),
			22,
		),
	};
}

/** Writes into n8n's log: a poll has no other place to say something. */
export function logAbout(
	{ client, context }: Pick<Watch, 'client' | 'context'>,
	message: string,
	level: 'info' | 'warn' = 'warn',
): void {
	// IDs and names of fields are in it, as the service wrote them.
	const text = withoutControls(redact(message, client.secrets));
	context.logger[level](`${context.getNode().name}: ${text}`);
}
