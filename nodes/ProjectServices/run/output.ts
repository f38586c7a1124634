// What a person chose about the items of a read: which fields, what becomes an item, what is split out.
import type { INode } from 'n8n-workflow';

import { type ReadEndpoint, rowSchema } from '../../../api/endpoint';
import { recordFields, typeName } from '../../../api/schema/types';
import type { Connection } from '../../shared/connection';
import { customFieldNames } from '../../shared/customFields';
import { nameInRow } from '../../shared/drift';
import { parameterError } from '../../shared/errors';
import { choiceOf, isOn } from '../../shared/optionValues';
import { listOf, optionsOf, type Parameters } from '../../shared/parameters';
import { shown } from '../../shared/problems';
import type { Shaping } from './items';

/** What a list becomes: an item per row, one item with the whole response, or a file. */
export type ReturnAs = 'rows' | 'whole' | 'file';

/** The saved values of `returnAs` and what they mean. */
export function returnAsValues({ paging, returnAs }: ReadEndpoint): ReadonlyMap<string, ReturnAs> {
	const values = new Map<string, ReturnAs>();
	if (returnAs) values.set(returnAs.rows, 'rows');
	if (returnAs?.whole !== undefined) values.set(returnAs.whole, 'whole');
	if (paging) values.set('file', 'file');
	return values;
}

interface ReadRun {
	readonly client: Pick<Connection, 'customFieldNames'>;
	readonly endpoint: ReadEndpoint;
	readonly node: INode;
	readonly parameters: Parameters;
}

/**
 * What a person chose under Return As.
 *
 * @throws NodeOperationError for a value that the operation does not have
 */
export function returnAs({ endpoint, node, parameters }: ReadRun, itemIndex: number): ReturnAs {
	const values = returnAsValues(endpoint);
	const [first = ''] = values.keys();
	const given = parameters('returnAs', itemIndex, first);
	const found = values.get(String(given === '' || given === null ? first : given));
	if (values.size === 0 || found !== undefined) return found ?? 'rows';
	throw parameterError(
		node,
		`'Return As' is ${shown(given)}, expected one of ${[...values.keys()].join(', ')}`,
		itemIndex,
	);
}

/** The collections of an item's record that can be split out. */
export function collectionsOf(endpoint: ReadEndpoint): string[] {
	return recordFields(rowSchema(endpoint))
		.filter(({ schema }) => schema.kind === 'list')
		.map(({ name }) => name);
}

/** Whether two names differ at most in case and separators. */
function isAlike(one: string, other: string): boolean {
	const plain = (name: string) => name.replace(/[\s_-]/g, '').toLowerCase();
	return plain(one) === plain(other);
}

/**
 * The names under Fields and Other Fields, the key among them; a hint about undocumented fields writes them as paths.
 * Names that the document does not know are taken as they are, unless they are a documented name written otherwise.
 */
function selectedFields(
	{ endpoint, node, parameters }: ReadRun,
	itemIndex: number,
	names: ReadonlyMap<string, string>,
): string[] {
	const fieldOf = new Map([...names].map(([field, own]) => [own, field]));
	const chosen = ['fields', 'otherFields']
		.flatMap((name) => listOf(parameters(name, itemIndex, [])))
		.map((name) => fieldOf.get(name) ?? nameInRow(name, endpoint.rows));
	if (chosen.length === 0)
		throw parameterError(
			node,
			"No fields are selected in 'Field Names or IDs' or 'Other Fields'",
			itemIndex,
			"Choose at least one field, or set 'Output' to Raw.",
		);
	const known = recordFields(rowSchema(endpoint)).map(({ name }) => name);
	for (const path of chosen) {
		const [name] = path.split('.', 1);
		const meant = known.includes(name) ? undefined : known.find((other) => isAlike(name, other));
		if (meant === undefined) continue;
		throw parameterError(
			node,
			`"${name}" is not a field of this record. Did you mean "${meant}"?`,
			itemIndex,
			"Correct the name in 'Field Names or IDs' or 'Other Fields'.",
		);
	}
	return [...new Set([endpoint.key, ...chosen])];
}

/** The fields that Output selects; undefined for all of them. */
function outputFields(
	run: ReadRun,
	itemIndex: number,
	names: ReadonlyMap<string, string>,
): readonly string[] | undefined {
	const { endpoint, node, parameters } = run;
	const output = choiceOf(node, 'output', parameters('output', itemIndex, ''), itemIndex);
	switch (output) {
		case 'raw':
			return undefined;
		case 'simplified':
			return endpoint.simplified;
		case 'selected':
			return selectedFields(run, itemIndex, names);
		default:
			return output satisfies never;
	}
}

/** The fields of a record that stay beside the rows of its collection: those of Output, if that selects any. */
function parentFields(
	{ endpoint, node, parameters }: ReadRun,
	itemIndex: number,
	fields: readonly string[] | undefined,
): readonly string[] | undefined {
	const { splitOutParent } = optionsOf(parameters, itemIndex);
	const choice = choiceOf(node, 'splitOutParent', splitOutParent, itemIndex);
	switch (choice) {
		case 'none':
			return [];
		case 'simplified':
			return fields ?? endpoint.simplified;
		case 'all':
			return fields;
		default:
			return choice satisfies never;
	}
}

/**
 * How the items of a read are to look.
 *
 * @throws NodeOperationError for a choice that the operation does not have
 */
export function shapingOf(run: ReadRun, itemIndex: number): Shaping {
	const { client, endpoint, node, parameters } = run;
	const options = optionsOf(parameters, itemIndex);
	const schema = rowSchema(endpoint);
	const names = customFieldNames(node, options, schema, client.customFieldNames);
	const fields = outputFields(run, itemIndex, names);
	const collection = String(options.splitOut ?? '');
	if (collection !== '' && !collectionsOf(endpoint).includes(collection)) {
		throw parameterError(
			node,
			`"${collection}" in 'Split Out' is not a collection of this record`,
			itemIndex,
		);
	}
	return {
		fields,
		onlyFilled: isOn(node, 'onlyFilled', options.onlyFilled, itemIndex),
		names,
		splitOut:
			collection === ''
				? undefined
				: {
						collection,
						parent: typeName(schema),
						parentFields: parentFields(run, itemIndex, fields),
					},
	};
}
