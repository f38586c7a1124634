// The optional parameters under Filters, as the endpoint's query takes them.
import type { IDataObject } from 'n8n-workflow';

import { filterFields, type ReadEndpoint } from '../../api/endpoint';
import { kindOf } from '../../api/schema/types';
import type { QueryValue, QueryValues } from '../../client/reads/read';
import { listOf, type Parameters } from './parameters';

/** The filters that a person set, for the query of a list. */
export function filterValues(
	{ endpoint, parameters }: { readonly endpoint: ReadEndpoint; readonly parameters: Parameters },
	itemIndex: number,
): QueryValues {
	const given = parameters('filters', itemIndex, {}) as IDataObject;
	const values = filterFields(endpoint).map(({ name, schema }) => {
		const isList = kindOf(schema).kind === 'list';
		return [name, isList ? listOf(given[name]) : given[name]] as const;
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
