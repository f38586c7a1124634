// The filters of a list: what is set, for its query.
import type { INode } from 'n8n-workflow';

import { filterFields, type ReadEndpoint } from '../../api/endpoint';
import { type Field, isRecord } from '../../api/schema/types';
import type { QueryValues } from '../../client/reads/readRequest';
import { formatValue, isInexact, lostDigits, parameterError, quoted } from './errors';
import { enteredList, holdsExpression, listAt, type Parameters } from './expressions';
import { labelOf } from './labels';
import { isUnset } from '../../client/values/enteredValues';
import { checkedBoolean } from './optionValues';

interface FilterInput {
	readonly node: INode;
	readonly endpoint: ReadEndpoint;
	readonly parameters: Parameters;
}

/**
 * The filters that are set, for the query of a list.
 *
 * @throws NodeOperationError that names a filter whose value cannot be sent
 */
export function filterValues(
	{ node, endpoint, parameters }: FilterInput,
	itemIndex: number,
): QueryValues {
	const entered = parameters('filters', itemIndex);
	const filters = isRecord(entered) ? entered : {};
	const refuse = (name: string, problem: string, advice?: string): never => {
		const text = `${quoted(labelOf(name))} under Filters ${problem}`;
		throw parameterError(node, text, itemIndex, advice);
	};
	for (const [name, value] of Object.entries(filters)) {
		const wrong = [value].flat().find((part) => isRecord(part) || isInexact(part));
		if (isInexact(wrong)) refuse(name, lostDigits(wrong));
		if (wrong !== undefined)
			refuse(name, `is ${formatValue(wrong)}, expected text`, 'Map the value, not a whole record.');
	}
	const valueOf = ({ name, schema }: Field) => {
		const value = filters[name];
		if (schema.kind === 'list') return listAt(node, `filters.${name}`, value);
		if (schema.kind === 'boolean')
			return isUnset(value) ? [] : checkedBoolean(node, name, value, itemIndex);
		if (Array.isArray(value) && value.length > 0)
			refuse(name, 'is a list, expected text', 'Enter or map one value.');
		return String(value ?? '').trim() || [];
	};
	return Object.fromEntries(
		filterFields(endpoint).flatMap((field) => {
			const value = valueOf(field);
			return Array.isArray(value) && value.length === 0 ? [] : [[field.name, value]];
		}),
	);
}

/** The hint about filters that are ignored, because their expression found nothing; undefined if there are none. */
export function idleFiltersHint(
	{ node, parameters }: Omit<FilterInput, 'endpoint'>,
	itemIndex: number,
): string | undefined {
	const entered = parameters('filters', itemIndex);
	const valueOf = (name: string) => (isRecord(entered) ? entered[name] : undefined);
	const saved = node.parameters.filters;
	const idle = Object.entries(isRecord(saved) ? saved : {})
		.filter(
			([name, written]) =>
				holdsExpression(written) && enteredList(valueOf(name), true).length === 0,
		)
		.map(([name]) => quoted(labelOf(name)));
	if (idle.length === 0) return undefined;
	return `Filters are ignored, since their expression found nothing: ${idle.join(', ')}`;
}
