// Which change feeds an execution is about: the list, and the name of the cursor.
import type { ReadEndpoint } from '../../../../api/endpoint';
import { canonicalJson, shortHash } from '../../../../client/hashes';
import { comparableQuery, type QueryValues } from '../../../../client/reads/read';
import { parameterError } from '../../../shared/errors';
import { holdsExpression } from '../../../shared/parameters';
import { filterValues } from '../../../shared/filters';
import { requiredValues } from '../reads/read';
import type { Run } from '../run';
import { placeOf } from './cursorStore';

export type FeedRun = Run<ReadEndpoint>;

export interface Feed {
	/** The query of the list, without the page. */
	readonly query: QueryValues;
	/** The name that the user gave the cursor. */
	readonly cursorName: string;
	/** Identifies the cursor in the workflow: its name, the service and the list. */
	readonly name: string;
	/** Identifies the cursor in this process. */
	readonly place: string;
	/** The first input item that means it. */
	readonly itemIndex: number;
}

/**
 * The feed that an input item means.
 *
 * @throws NodeOperationError when a required parameter is empty
 */
export function feedOf(run: FeedRun, itemIndex: number): Feed {
	const { client, context, endpoint, node, parameters } = run;
	const query = { ...filterValues(run, itemIndex), ...requiredValues(run, itemIndex) };
	const cursorName = String(parameters('cursorName', itemIndex, 'default') ?? '').trim();
	if (cursorName === '')
		throw parameterError(
			node,
			"'Cursor Name' is empty",
			itemIndex,
			'Enter a name, for example "default".',
		);
	const list = canonicalJson([client.baseUrl, endpoint.path, comparableQuery(query)]);
	const name = `${cursorName} ${shortHash(list, 16)}`;
	return { query, cursorName, name, place: placeOf(context, name), itemIndex };
}

/** Whether every input item means the same feed, since no parameter depends on the item. */
function isFixed({ node, endpoint }: FeedRun): boolean {
	const names = ['cursorName', 'filters', endpoint.idParameter ?? ''];
	return !names.some((name) => holdsExpression(node.parameters[name]));
}

/** The input items that have to be looked at to find all feeds. */
export function itemsToRead(run: FeedRun): number[] {
	const count = isFixed(run) ? Math.min(1, run.itemCount) : run.itemCount;
	return Array.from({ length: count }, (_, index) => index);
}

/** Whether this execution may move a cursor; n8n saves nothing of a manual one, and gives a retried one an old state. */
export function mayMove({ context }: Pick<FeedRun, 'context'>): boolean {
	return context.getMode() !== 'manual' && context.getMode() !== 'retry';
}
