// The optional parameters under Filters, as the endpoint's query takes them.
import type { IDataObject, INode } from 'n8n-workflow';

import { filterFields, type ReadEndpoint } from '../../api/endpoint';
import type { QueryValue, QueryValues } from '../../client/reads/read';
import { labelOf } from './labels';
import { booleanOf } from './optionValues';
import { listOf, type Parameters } from './parameters';

interface Filtered {
	readonly node: INode;
	readonly endpoint: ReadEndpoint;
	readonly parameters: Parameters;
}

/**
 * The filters that a person set, for the query of a list.
 *
 * @throws NodeOperationError when a boolean is something else
 */
export function filterValues(
	{ node, endpoint, parameters }: Filtered,
	itemIndex: number,
): QueryValues {
	const given = parameters('filters', itemIndex, {}) as IDataObject;
	const values = filterFields(endpoint).map(({ name, schema }) => {
		const { kind } = schema;
		const value = given[name];
		if (kind === 'list') return [name, listOf(value)] as const;
		const isUnset = value === undefined || value === null || value === '';
		if (kind !== 'boolean' || isUnset) return [name, value] as const;
		return [name, booleanOf(node, labelOf(name), value)] as const;
	});
	const set = values.filter(
		([, value]) =>
			value !== undefined &&
			value !== null &&
			value !== '' &&
			!(Array.isArray(value) && value.length === 0),
	);
	return Object.fromEntries(set) as Readonly<Record<string, QueryValue>>;
}
