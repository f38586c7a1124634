// The change feed that an input item means, and how Get Changes is to read it.
import type { ReadEndpoint } from '../../../api/endpoint';
import { type ChangeType, changeTypes } from '../../../client/changes/cursor';
import { canonicalJson, shortHash } from '../../../client/hashes';
import {
	comparableQuery,
	type List,
	type QueryValues,
	subjectOf,
} from '../../../client/reads/read';
import { parameterError } from '../../shared/errors';
import { filterValues } from '../../shared/filters';
import { defaultPageSize, readOptions } from '../../shared/optionValues';
import { holdsExpression, listOf } from '../../shared/parameters';
import type { Shaping } from '../run/items';
import { shapingOf } from '../run/output';
import { requiredValues } from '../run/reads/read';
import type { Run } from '../run/run';

type FeedInput = Run<ReadEndpoint>;

export interface Feed {
	/** The query of the list, without the page. */
	readonly query: QueryValues;
	/** The name that the user gave the cursor. */
	readonly cursorName: string;
	/** Identifies the cursor in the workflow: its name, the service and the list. */
	readonly name: string;
	/** The first input item that means it. */
	readonly itemIndex: number;
}

export interface ChangesRequest {
	readonly list: List;
	readonly pageSize: number;
	readonly concurrency: number;
	readonly wanted: ReadonlySet<ChangeType>;
	/** The largest part of the known rows that may be deleted, in percent. */
	readonly deletionLimit: number;
	readonly shaping: Shaping;
}

/**
 * The feed that an input item means.
 *
 * @throws NodeOperationError when a required parameter is empty
 */
export function feedOf(input: FeedInput, itemIndex: number): Feed {
	const { client, endpoint, node, parameters } = input;
	const query = { ...filterValues(input, itemIndex), ...requiredValues(input, itemIndex) };
	const cursorName = String(parameters('cursorName', itemIndex, 'default') ?? '').trim();
	if (cursorName === '')
		throw parameterError(
			node,
			"'Cursor Name' is empty",
			itemIndex,
			'Enter a name, for example "default".',
		);
	const list = canonicalJson([client.baseUrl, endpoint.path, comparableQuery(query)]);
	return { query, cursorName, name: `${cursorName} ${shortHash(list, 16)}`, itemIndex };
}

/** The input items that have to be looked at to find all feeds: one where no parameter depends on the item. */
export function feedItems({ endpoint, itemCount, node }: FeedInput): number[] {
	const names = ['cursorName', 'filters', endpoint.idParameter ?? ''];
	const isFixed = !names.some((name) => holdsExpression(node.parameters[name]));
	return Array.from({ length: isFixed ? Math.min(1, itemCount) : itemCount }, (_, index) => index);
}

function wantedTypes({ node, parameters }: FeedInput, itemIndex: number): Set<ChangeType> {
	const names = listOf(parameters('changeTypes', itemIndex, changeTypes));
	const wanted = changeTypes.filter((type) => names.includes(type));
	const unknown = names.find((name) => !wanted.some((type) => type === name));
	if (wanted.length > 0 && unknown === undefined) return new Set(wanted);
	throw parameterError(
		node,
		unknown === undefined ? "'Change Types' is empty" : `'Change Types' holds "${unknown}"`,
		itemIndex,
		`Choose at least one of ${changeTypes.join(', ')}.`,
	);
}

/**
 * How to read the list of a feed.
 *
 * @throws NodeOperationError that names what has to be changed
 */
export function changesRequest(input: FeedInput, { itemIndex, query }: Feed): ChangesRequest {
	const { endpoint, node, noun, parameters } = input;
	const { responseFormat, pageSize, deletionLimit } = readOptions(node, parameters, itemIndex);
	const { paging } = endpoint;
	if (!paging) throw parameterError(node, 'The changes of this list cannot be followed', itemIndex);
	return {
		shaping: shapingOf(input, itemIndex),
		list: {
			endpoint,
			values: query,
			accept: responseFormat,
			subject: subjectOf(endpoint, noun, query),
		},
		pageSize: pageSize ?? defaultPageSize(endpoint, paging),
		wanted: wantedTypes(input, itemIndex),
		concurrency: input.options.concurrency,
		deletionLimit,
	};
}
