// The typed requests of a change feed: which list, which cursor, which changes.
import { CHANGE_TYPES } from '../../../../client/changes/follow';
import type { ListRequest } from '../../../../client/reads/list';
import { type QueryValues, subjectOf } from '../../../../client/reads/readRequest';
import { parameterError } from '../../../shared/errors';
import { filterValues } from '../../../shared/filters';
import { checkChangeNames } from '../../../shared/items/change';
import { chosenValues } from '../../../shared/optionValues';
import { cursorKeys } from '../../../shared/state/feedIdentity';
import type { ReadRun } from '../../nodeRun';
import { requestedFields } from '../../items/requestedShape';
import { itemShape } from '../../../shared/items/shape';
import { requiredValues } from '../requiredValues';

/** A list whose changes are followed. */
export interface Feed {
	readonly query: QueryValues;
	readonly cursorName: string;
	/** The keys of its cursor: of its list, for all nodes; and of this node. */
	readonly keys: ReturnType<typeof cursorKeys>;
	readonly itemIndex: number;
}

/**
 * The feed that an input item asks for.
 *
 * @throws NodeOperationError when a required parameter is empty
 */
function feedOf(input: ReadRun, itemIndex: number): Feed {
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
	const keys = cursorKeys(client, endpoint.path, query, cursorName, node.id);
	return { query, cursorName, keys, itemIndex };
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
	input: ReadRun,
	fail: (error: unknown, item: number) => void,
): RequestedFeed[] {
	const feeds = new Map<string, RequestedFeed>();
	for (let item = 0; item < input.itemCount; item++)
		try {
			const feed = feedOf(input, item);
			const same = feeds.get(feed.keys.own);
			if (same) same.items.push(item);
			else feeds.set(feed.keys.own, { feed, items: [item] });
		} catch (error) {
			fail(error, item);
		}
	return [...feeds.values()];
}

const OPTION_NAMES = ['deletionLimit', 'findDeletions', 'startOver'] as const;

/**
 * How to read the changes of a feed.
 *
 * @throws NodeOperationError that names what has to be changed
 */
export function changesRequest(input: ReadRun, { itemIndex, query }: Feed) {
	const { client, endpoint, node, noun, optionsOf, parameters } = input;
	const { deletionLimit, findDeletions, startOver } = optionsOf(OPTION_NAMES, itemIndex);
	const choices = requestedFields(input, itemIndex);
	checkChangeNames(node, choices.names, itemIndex);
	const list: ListRequest = {
		endpoint,
		values: query,
		subject: subjectOf(endpoint, noun, query),
	};
	const keyFields = [endpoint.key, endpoint.secondKey].filter((name) => name !== undefined);
	const fields = choices.fields && [...new Set([...keyFields, ...choices.fields])];
	const namesDeleted = endpoint.deletedIds !== undefined;
	return {
		list,
		startOver,
		// Every documented field counts: the whole of a row is read.
		shape: itemShape({ ...choices, fields }),
		settings: {
			endpoint,
			timeZone: client.settings.timeZone,
			changeTypes: new Set(
				chosenValues(
					node,
					'Change Types',
					CHANGE_TYPES,
					parameters('changeTypes', itemIndex),
					itemIndex,
				),
			),
			deletionLimit,
			namedOnly: namesDeleted && findDeletions === 'named',
			mayBePart: namesDeleted,
		},
	};
}
