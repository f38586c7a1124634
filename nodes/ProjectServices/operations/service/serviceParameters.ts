// The typed requests of the resource Service: what to check, which transactions, which path.
import { isRecord } from '../../../../api/schema/types';
import type { CheckRequest } from '../../../../client/check/check';
import { ID_LABELS, type IdsToTry } from '../../../../client/check/idsToTry';
import type { PathRequest } from '../../../../client/service/readPath';
import { statusProblem, type StatusRequest } from '../../../../client/service/transactionStatus';
import { projector } from '../../../../wire/projection';
import { isInexact, lostDigits, parameterError, quoted, shown } from '../../../shared/errors';
import { holdsExpression, parseList } from '../../../shared/expressions';
import { filterList } from '../../../shared/filters';
import { optionLabel } from '../../../shared/options';
import { choiceOfValues, isUnset, optionValue } from '../../../shared/optionValues';
import type { NodeInput } from '../../input';

/**
 * The text that a person gave, or an expression found; empty where it is unset.
 *
 * @throws NodeOperationError for what is no single value
 */
function textOf({ node }: NodeInput, label: string, value: unknown, itemIndex: number): string {
	if (isUnset(value)) return '';
	const isSingle = typeof value !== 'object' && !isInexact(value);
	if (isSingle && typeof value !== 'function') return String(value);
	const wrong = isInexact(value) ? lostDigits(value) : `is ${shown(value)}, expected text`;
	const advice = Array.isArray(value)
		? 'Give one value per input item.'
		: 'Map the value itself, not a whole record.';
	throw parameterError(node, `${quoted(label)} ${wrong}`, itemIndex, advice);
}

function textParameter(input: NodeInput, name: string, itemIndex: number): string {
	return textOf(input, optionLabel(name), input.parameters(name, itemIndex), itemIndex);
}

/** The IDs under IDs to Try. A check is about the service: of each ID, the first one that an input item gives counts. */
function idsToTry(input: NodeInput): IdsToTry {
	const { itemCount, node, parameters } = input;
	const isFixed = !holdsExpression(node.parameters.idsToTry);
	const { clientIds: clientLabel, ...labels } = ID_LABELS;
	const ids: Record<string, string> = {};
	const clientIds = new Set<string>();
	for (let item = 0; item < (isFixed ? Math.min(1, itemCount) : itemCount); item++) {
		const collection = parameters('idsToTry', item);
		const entered = isRecord(collection) ? collection : {};
		for (const [name, label] of Object.entries(labels))
			ids[name] ||= textOf(input, label, entered[name], item).trim();
		for (const value of [entered.clientIds].flat())
			for (const id of parseList(textOf(input, clientLabel, value, item))) clientIds.add(id);
	}
	return { ...ids, clientIds: [...clientIds] };
}

/**
 * What to check, and the file for the answers, if one is wanted.
 *
 * @throws NodeOperationError for a parameter that is wrong
 */
export function checkRequest(input: NodeInput) {
	const { node, optionsOf, parameters } = input;
	const { binaryProperty, fileName, maxRequests } = optionsOf(0);
	const returnAs = choiceOfValues(node, 'returnAs', ['items', 'file'], parameters('returnAs', 0));
	const request: Omit<CheckRequest, 'hasCredential'> = { ids: idsToTry(input), maxRequests };
	const file = { binaryProperty, fileName: fileName || 'service-check.json' };
	return { request, file: returnAs === 'file' ? file : undefined };
}

/** @throws NodeOperationError for an entry that is no single value */
function valuesOf(input: NodeInput, name: string, itemIndex: number): string[] {
	const value = input.parameters(name, itemIndex);
	const wrong = [value].flat().find(isRecord);
	if (wrong) textOf(input, optionLabel(name), wrong, itemIndex);
	return filterList(input.node, name, value);
}

function statusRequest(input: NodeInput, itemIndex: number): StatusRequest {
	const { responseFormat, waitMinutes } = input.optionsOf(itemIndex);
	const text = (name: string) => textParameter(input, name, itemIndex);
	const messageId = text('messageId');
	if (messageId.trim() === '')
		throw parameterError(
			input.node,
			"'Message ID' is empty",
			itemIndex,
			'Map the MessageId that a publish or an update returned. An expression that finds nothing is empty.',
		);
	const request: StatusRequest = {
		messageIds: [messageId],
		statusPath: text('statusPath'),
		statusField: text('statusField'),
		appliedValues: valuesOf(input, 'appliedValues', itemIndex),
		refusedValues: valuesOf(input, 'refusedValues', itemIndex),
		messageField: text('messageField'),
		waitMinutes,
		accept: responseFormat,
	};
	const problem = statusProblem(request);
	if (problem) throw parameterError(input.node, problem.problem, itemIndex);
	return request;
}

/** MessageIds that are asked for in the same way, and the input items that named each of them. */
interface StatusGroup {
	readonly request: StatusRequest;
	readonly items: ReadonlyMap<string, readonly number[]>;
}

/**
 * What to ask for, by how it is asked: each MessageId once.
 *
 * @param fail Called with what is wrong with an input item
 */
export function statusGroups(
	input: NodeInput,
	fail: (itemIndex: number, error: unknown) => void,
): StatusGroup[] {
	const groups = new Map<string, { request: StatusRequest; items: Map<string, number[]> }>();
	for (let item = 0; item < input.itemCount; item++) {
		try {
			const request = statusRequest(input, item);
			const { messageIds, ...how } = request;
			const key = JSON.stringify(how);
			const group = groups.get(key) ?? { request, items: new Map<string, number[]>() };
			groups.set(key, group);
			for (const id of messageIds) {
				const items = group.items.get(id) ?? [];
				items.push(item);
				group.items.set(id, items);
			}
		} catch (error) {
			fail(item, error);
		}
	}
	return [...groups.values()].map(({ request, items }) => ({
		request: { ...request, messageIds: [...items.keys()] },
		items,
	}));
}

/** The parameters behind the path; one without a value is sent empty. */
function queryOf(input: NodeInput, itemIndex: number): PathRequest['query'] {
	const query = input.parameters('query', itemIndex);
	const pairs = isRecord(query) ? [query.parameters ?? []].flat() : [];
	return pairs.filter(isRecord).map(({ name, value }) => {
		const text = (each: unknown) => textOf(input, optionLabel('query'), each, itemIndex);
		return [text(name).trim(), text(value)];
	});
}

/**
 * What to read from a path, and what of each row an item keeps.
 *
 * @throws NodeOperationError for a parameter that is wrong
 */
export function pathRequest(input: NodeInput, itemIndex: number) {
	const { node, optionsOf, parameters } = input;
	const { onlyFilled, pageNumber, pageSize, responseFormat } = optionsOf(itemIndex);
	const all = optionValue(node, 'returnAll', parameters('returnAll', itemIndex), itemIndex);
	const limit = optionValue(node, 'limit', parameters('limit', itemIndex), itemIndex);
	const modes = ['none', 'pageNumber'];
	const paging = choiceOfValues(node, 'paging', modes, parameters('paging', itemIndex), itemIndex);
	const request: PathRequest = {
		path: textParameter(input, 'path', itemIndex),
		query: queryOf(input, itemIndex),
		itemsUnder: textParameter(input, 'itemsUnder', itemIndex),
		paging: paging === 'pageNumber' ? paging : 'none',
		limit: all ? Infinity : limit,
		pageSize,
		pageNumber,
		accept: responseFormat,
	};
	return { request, keep: projector({ onlyFilled }) };
}
