// The filters of a list that the node applies itself while it reads, and what is to be said of them.
import type { INode } from 'n8n-workflow';

import type { RowFilters } from '../../../../api/endpoint';
import { isRecord } from '../../../../api/schema/types';
import { isoDate, lacksOffset, momentKey } from '../../../../client/values/dates';
import type { RowFilter } from '../../../../wire/projection';
import { parameterError } from '../../../shared/errors';
import { listAt } from '../../../shared/expressions';
import { isUnset } from '../../../../client/values/enteredValues';
import type { ReadRun } from '../../nodeRun';

/**
 * Which rows changed later than the moment under Updated After; one without a readable date may have.
 *
 * @throws NodeOperationError when that is not a date
 */
function updatedAfter(
	{ client, context, endpoint, node }: ReadRun,
	value: unknown,
	itemIndex: number,
): RowFilter[] {
	const { changedOn } = endpoint;
	if (changedOn === undefined || isUnset(value)) return [];
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
	// A date of the year 1 means "no date", so it filters nothing.
	if (moment === undefined) return [];
	const { report, settings } = client;
	const isLater: RowFilter['matches'] = (row) => {
		const changed = momentKey(row[changedOn], settings.timeZone);
		if (changed === undefined) return true;
		if (settings.timeZone === 'UTC') report.comparedAsUtc ||= lacksOffset(row[changedOn]);
		return changed > moment;
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
	entered: unknown,
): RowFilter[] {
	const values = isRecord(entered) ? entered : {};
	const text = folded(values.search);
	const filters = Object.entries(equals).flatMap(([name, field]): RowFilter[] => {
		const allowed = new Set(listAt(node, `filters.${name}`, values[name]).map(folded));
		return allowed.size === 0
			? []
			: [{ fields: [field], matches: (row) => allowed.has(folded(row[field])) }];
	});
	const isFound: RowFilter['matches'] = (row) =>
		search.some((field) => folded(row[field]).includes(text));
	return text === '' ? filters : [{ fields: search, matches: isFound }, ...filters];
}

/** All filters of a list as one. The key is read of every row, so that pages can be told apart. */
export function rowsToRead(input: ReadRun, item: number): RowFilter | undefined {
	const { endpoint, node, parameters } = input;
	const entered = parameters('filters', item);
	const chosen = endpoint.rowFilters ? rowFilters(node, endpoint.rowFilters, entered) : [];
	const later = isRecord(entered) ? updatedAfter(input, entered.updatedAfter, item) : [];
	const filters = [...later, ...chosen];
	if (filters.length === 0) return undefined;
	return {
		fields: [...new Set([endpoint.key, ...filters.flatMap(({ fields }) => fields)])],
		matches: (row) => filters.every(({ matches }) => matches(row)),
	};
}
