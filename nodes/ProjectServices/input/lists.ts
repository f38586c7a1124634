// The typed requests of lists: all pages or one, as items or as a file; and the changes of a list.
import type { INode } from 'n8n-workflow';

import { type ReadEndpoint, type RowFilters, rowSchema } from '../../../api/endpoint';
import { isRecord, recordFields } from '../../../api/schema/types';
import { type ChangeType, CHANGE_TYPES } from '../../../client/changes/knownRows';
import type { FileSettings } from '../../../client/reads/writeListFile';
import type { ListSettings } from '../../../client/reads/listAttempts';
import { comparableQuery, type QueryValues, subjectOf } from '../../../client/reads/readRequest';
import type { PagedList } from '../../../client/reads/readPage';
import { isoDate, momentKey } from '../../../client/dates';
import { canonicalJson, shortHash } from '../../../client/hashes';
import { comparableKey } from '../../../client/ids';
import { credentialType } from '../../../credentials/connection';
import type { RowFilter } from '../../../wire/projection';
import { parameterError, quoted } from '../../shared/errors';
import { labelOf } from '../../shared/labels';
import {
	defaultPageSize,
	filterList,
	filterValues,
	holdsExpression,
	type ItemOptions,
	listOf,
	optionValue,
	ownName,
	readOptions,
} from '../../shared/parameters';
import {
	divide,
	memberSchema,
	type ReadInput,
	requiredValues,
	returnAs,
	type Shaping,
	shapingOf,
} from './reads';

/**
 * Which rows changed later than the moment under Updated After; one without a readable date may have.
 *
 * @throws NodeOperationError when that is not a date
 */
function updatedAfter(
	{ context, endpoint: { changedOn }, node }: ReadInput,
	{ updatedAfter: value }: ItemOptions,
	itemIndex: number,
): RowFilter[] {
	if (changedOn === undefined || value === undefined || value === null || value === '') return [];
	const date = isoDate(value, context.getTimezone());
	const moment = momentKey(date);
	if (date === undefined) {
		throw parameterError(
			node,
			`'Updated After' is not a date: "${String(value)}"`,
			itemIndex,
			'Enter a date such as 2026-03-31T08:00:00Z.',
		);
	}
	// A date of the year 1 is none.
	if (moment === undefined) return [];
	const isLater: RowFilter['matches'] = (row) => {
		const changed = momentKey(row[changedOn]);
		return changed === undefined || changed > moment;
	};
	return [{ fields: [changedOn], matches: isLater }];
}

function folded(value: unknown): string {
	return String(value ?? '')
		.trim()
		.toLowerCase();
}

/** The filters that are applied while reading; each ignores case and surrounding spaces. */
export function rowFilters(
	node: INode,
	{ search, equals }: RowFilters,
	given: unknown,
): RowFilter[] {
	const values = isRecord(given) ? given : {};
	const text = folded(values.search);
	const filters = Object.entries(equals).flatMap(([name, field]): RowFilter[] => {
		const wanted = new Set(filterList(node, name, values[name]).map(folded));
		return wanted.size === 0
			? []
			: [{ fields: [field], matches: (row) => wanted.has(folded(row[field])) }];
	});
	const isFound: RowFilter['matches'] = (row) =>
		search.some((field) => folded(row[field]).includes(text));
	return text === '' ? filters : [{ fields: search, matches: isFound }, ...filters];
}

/** All filters of a list as one. The key is read of every row, so that pages can be told apart. */
function rowsToRead(input: ReadInput, options: ItemOptions, item: number): RowFilter | undefined {
	const { endpoint, node, parameters } = input;
	const chosen = endpoint.rowFilters
		? rowFilters(node, endpoint.rowFilters, parameters('filters', item))
		: [];
	const filters = [...updatedAfter(input, options, item), ...chosen];
	if (filters.length === 0) return undefined;
	return {
		fields: [...new Set([endpoint.key, ...filters.flatMap(({ fields }) => fields)])],
		matches: (row) => filters.every(({ matches }) => matches(row)),
	};
}

/** The hint about filters that do not apply, because their expression found nothing; undefined if there are none. */
export function idleFiltersHint(
	{ node, parameters }: ReadInput,
	itemIndex: number,
): string | undefined {
	const given = parameters('filters', itemIndex);
	const valueOf = (name: string) => (isRecord(given) ? given[name] : undefined);
	const idle = Object.entries(node.parameters.filters ?? {})
		.filter(([name, written]) => holdsExpression(written) && listOf(valueOf(name)).length === 0)
		.map(([name]) => quoted(labelOf(name)));
	if (idle.length === 0) return undefined;
	return `Filters that do not apply, because their expression found nothing: ${idle.join(', ')}`;
}

/** The columns of a CSV file, under the names that a person gave to custom fields. */
function columnsOf(endpoint: ReadEndpoint, { fields, names, splitOut }: Shaping): string[] {
	const row = rowSchema(endpoint);
	const own = (found: readonly string[], record = row) =>
		found.map((name) => ownName(names, record, name) ?? name);
	const documented = recordFields(row);
	if (!splitOut) {
		// The name of a field of another namespace may hold a dot.
		const columnOf = (path: string) => (path.startsWith('{') ? path : path.split('.', 1)[0]);
		return own([...new Set(fields?.map(columnOf) ?? documented.map(({ name }) => name))]);
	}
	const { collection, parent, parentFields } = splitOut;
	const member = memberSchema(row, collection);
	const members = recordFields(member).map(({ name }) => name);
	return [
		...(members.length > 0 ? own(members, member) : own([collection])),
		...(parentFields?.length === 0 ? [] : [parent]),
	];
}

export interface ListFile extends Pick<FileSettings, 'format' | 'columns'> {
	readonly fileName: string;
	readonly binaryProperty: string;
}

export interface ListRequest {
	readonly list: PagedList;
	readonly settings: ListSettings;
	/** The one page to read; left out, all of them. */
	readonly pageNumber: number | undefined;
	/** Whether the whole list becomes one item. */
	readonly isOneItem: boolean;
	readonly file: ListFile | undefined;
	readonly rest: Shaping;
}

/** A file is written page after page: smaller pages need less memory, and cost a request each. */
const mostRowsPerFilePage = 2000;

/** @throws NodeOperationError for a parameter that is wrong */
export function listRequest(input: ReadInput, itemIndex: number): ListRequest {
	const { endpoint, node, noun, parameters } = input;
	const options = readOptions(node, parameters, itemIndex);
	const { binaryProperty, concurrency, fileFormat: format, pageNumber, responseFormat } = options;
	const shaping = shapingOf(input, itemIndex, options);
	const required = requiredValues(input, itemIndex);
	const isFile = returnAs(input, itemIndex) === 'file';
	if (isFile && pageNumber !== undefined) {
		throw parameterError(
			node,
			"'Page Number' cannot be used with a file",
			itemIndex,
			"Remove 'Page Number' from the options, or set 'Return As' to a value other than File.",
		);
	}
	const where = rowsToRead(input, options, itemIndex);
	const { projection, rest } = divide(shaping, where?.fields ?? [endpoint.key]);
	const all = optionValue(node, 'returnAll', parameters('returnAll', itemIndex), itemIndex);
	const limit = all
		? Infinity
		: optionValue(node, 'limit', parameters('limit', itemIndex), itemIndex);
	const preset = defaultPageSize(endpoint);
	const name = [`${endpoint.rowNoun ?? noun}s`, ...Object.values(required)].join('-');
	return {
		list: {
			endpoint,
			values: { ...filterValues(input, itemIndex), ...required },
			accept: responseFormat,
			subject: subjectOf(endpoint, noun, required),
			projection: { ...projection, where },
		},
		settings: {
			pageSize: options.pageSize ?? (isFile ? Math.min(preset, mostRowsPerFilePage) : preset),
			limit,
			concurrency,
			wanted: where?.matches,
			key: (row) => comparableKey(row, endpoint.key),
			isPartial: projection.fields !== undefined || where !== undefined,
		},
		pageNumber,
		isOneItem: returnAs(input, itemIndex) === 'whole',
		file: isFile
			? {
					format,
					columns: columnsOf(endpoint, shaping),
					fileName: options.fileName || `${name.replace(/[^\w.-]+/g, '-')}.${format}`,
					binaryProperty,
				}
			: undefined,
		rest,
	};
}

/** A list whose changes are followed. */
export interface Feed {
	readonly query: QueryValues;
	readonly cursorName: string;
	/** Identifies the cursor in the workflow: its name, the service and the list. */
	readonly name: string;
	readonly itemIndex: number;
}

/**
 * The feed that an input item means.
 *
 * @throws NodeOperationError when a required parameter is empty
 */
export function feedOf(input: ReadInput, itemIndex: number): Feed {
	const { client, endpoint, node, parameters } = input;
	// A project that is imported leaves the list otherwise, as if it were deleted.
	const all = endpoint.choices?.all;
	const query = { ...all, ...filterValues(input, itemIndex), ...requiredValues(input, itemIndex) };
	const cursorName = String(parameters('cursorName', itemIndex, 'default') ?? '').trim();
	if (cursorName === '')
		throw parameterError(
			node,
			"'Cursor Name' is empty",
			itemIndex,
			'Enter a name, for example "default".',
		);
	// Another credential may lead to other data.
	const credential = node.credentials?.[credentialType]?.id;
	const list = canonicalJson([client.baseUrl, credential, endpoint.path, comparableQuery(query)]);
	return { query, cursorName, name: `${cursorName} ${shortHash(list, 16)}`, itemIndex };
}

/** The input items that have to be looked at to find all feeds: one where no parameter depends on the item. */
export function feedItems({ endpoint, itemCount, node }: ReadInput): number[] {
	const names = ['cursorName', 'filters', endpoint.idParameter ?? ''];
	const isFixed = !names.some((name) => holdsExpression(node.parameters[name]));
	return Array.from({ length: isFixed ? Math.min(1, itemCount) : itemCount }, (_, index) => index);
}

function wantedTypes({ node, parameters }: ReadInput, itemIndex: number): Set<ChangeType> {
	const names = listOf(parameters('changeTypes', itemIndex, CHANGE_TYPES));
	const wanted = CHANGE_TYPES.filter((type) => names.includes(type));
	const unknown = names.find((name) => !wanted.some((type) => type === name));
	if (wanted.length > 0 && unknown === undefined) return new Set(wanted);
	throw parameterError(
		node,
		unknown === undefined ? "'Change Types' is empty" : `'Change Types' holds "${unknown}"`,
		itemIndex,
		`Choose at least one of ${CHANGE_TYPES.join(', ')}.`,
	);
}

/** The field of an item that says what happened to its record. */
export const changeField = 'change';

/**
 * How to read the changes of a feed.
 *
 * @throws NodeOperationError that names what has to be changed
 */
export function changesRequest(input: ReadInput, { itemIndex, query }: Feed) {
	const { endpoint, node, noun, parameters } = input;
	const options = readOptions(node, parameters, itemIndex);
	const { concurrency, deletionLimit, findDeletions, responseFormat: accept, pageSize } = options;
	const { fields, ...shaping } = shapingOf(input, itemIndex, options);
	if ([...shaping.names.values()].includes(changeField))
		throw parameterError(
			node,
			`"${changeField}" in 'Custom Field Names' is the name of another field. Choose another name.`,
			itemIndex,
		);
	const list: PagedList = {
		endpoint,
		values: query,
		accept,
		subject: subjectOf(endpoint, noun, query),
	};
	const selected = fields && [...new Set([endpoint.key, ...fields])];
	return {
		shaping: { ...shaping, fields: selected, splitOut: undefined },
		list,
		pageSize: pageSize ?? defaultPageSize(endpoint),
		wanted: wantedTypes(input, itemIndex),
		concurrency,
		deletionLimit,
		namedOnly: findDeletions === 'named',
		withoutComparing: "set 'Find Deletions' to Named by the Service",
	};
}
