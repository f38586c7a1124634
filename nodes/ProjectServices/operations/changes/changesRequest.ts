// The typed requests of a change feed: which list, which cursor, which changes.
import { CHANGE_TYPES } from '../../../../client/changes/knownRows';
import { pageSizeOf } from '../../../../client/serviceSettings';
import type { PagedList } from '../../../../client/reads/readPage';
import { type QueryValues, subjectOf } from '../../../../client/reads/readRequest';
import { parameterError } from '../../../shared/errors';
import { filterValues } from '../../../shared/filters';
import { chosenValues } from '../../../shared/optionValues';
import { feedIdentity } from '../../../shared/state/feedIdentity';
import type { ReadInput } from '../../input';
import { CHANGE_FIELD } from '../../items/change';
import { requestedFields } from '../../items/requestedShape';
import { itemShape } from '../../items/shape';
import { requiredValues } from '../requiredValues';

/** A list whose changes are followed. */
export interface Feed {
	readonly query: QueryValues;
	readonly cursorName: string;
	/** Identifies the cursor in the workflow: its name, the service and the list. */
	readonly name: string;
	readonly itemIndex: number;
}

/**
 * The feed that an input item asks for.
 *
 * @throws NodeOperationError when a required parameter is empty
 */
function feedOf(input: ReadInput, itemIndex: number): Feed {
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
	const identity = feedIdentity(client, endpoint.path, query);
	return { query, cursorName, name: `${cursorName} ${identity}`, itemIndex };
}

/** A feed with the input items that ask for it. */
interface RequestedFeed {
	readonly feed: Feed;
	readonly items: number[];
}

/**
 * The feeds that the input items ask for, each once.
 *
 * @param fail Called for an input item whose parameters are wrong
 */
export function feedsOf(
	input: ReadInput,
	fail: (error: unknown, item: number) => void,
): RequestedFeed[] {
	const feeds = new Map<string, RequestedFeed>();
	for (let item = 0; item < input.itemCount; item++)
		try {
			const feed = feedOf(input, item);
			const same = feeds.get(feed.name);
			if (same) same.items.push(item);
			else feeds.set(feed.name, { feed, items: [item] });
		} catch (error) {
			fail(error, item);
		}
	return [...feeds.values()];
}

const OPTION_NAMES = ['deletionLimit', 'findDeletions'] as const;

/**
 * How to read the changes of a feed.
 *
 * @throws NodeOperationError that names what has to be changed
 */
export function changesRequest(input: ReadInput, { itemIndex, query }: Feed) {
	const { client, endpoint, node, noun, optionsOf, parameters } = input;
	const { concurrency, responseFormat: accept } = client.settings;
	const options = optionsOf(OPTION_NAMES, itemIndex);
	const { deletionLimit, findDeletions } = options;
	const choices = requestedFields(input, itemIndex);
	if ([...(choices.names?.values() ?? [])].includes(CHANGE_FIELD))
		throw parameterError(
			node,
			`"${CHANGE_FIELD}" in 'Custom Field Names' is the name of another field. Choose another name.`,
			itemIndex,
		);
	const list: PagedList = {
		endpoint,
		values: query,
		accept,
		subject: subjectOf(endpoint, noun, query),
	};
	const fields = choices.fields && [...new Set([endpoint.key, ...choices.fields])];
	return {
		// A signature needs every field of a row: the whole of it is read.
		shape: itemShape({ ...choices, fields }),
		list,
		pageSize: pageSizeOf(endpoint, client.settings),
		changeTypes: new Set(
			chosenValues(
				node,
				'Change Types',
				CHANGE_TYPES,
				parameters('changeTypes', itemIndex),
				itemIndex,
			),
		),
		concurrency,
		deletionLimit,
		namedOnly: endpoint.deletedIds !== undefined && findDeletions === 'named',
		withoutComparing:
			endpoint.deletedIds === undefined
				? undefined
				: "set 'Find Deletions' to Named by the Service",
	};
}
