// What is chosen for the items of a read: Output, Only Filled Fields, Return As; and people's own names.
import { type ReturnAs, returnAsValues, rowSchema } from '../../../api/endpoint';
import { recordFields, type Schema } from '../../../api/schema/types';
import { customFieldNames, ownName, type OwnNames } from '../../shared/customFieldNames';
import { parameterError } from '../../shared/errors';
import { listAt } from '../../shared/expressions';
import { plainLabel } from '../../shared/labels';
import { choiceOfValues, optionValue } from '../../shared/optionValues';
import type { ReadRun } from '../nodeRun';
import { nearestName } from '../../shared/nearestName';
import type { ItemChoices } from '../../shared/items/shape';

/**
 * What is chosen under Return As.
 *
 * @throws NodeOperationError for a value that the operation does not have
 */
export function returnAs({ endpoint, node, parameters }: ReadRun, itemIndex: number): ReturnAs {
	const values = returnAsValues(endpoint);
	if (values.size === 0) return 'rows';
	const value = parameters('returnAs', itemIndex);
	const chosen = choiceOfValues(node, 'returnAs', [...values.keys()], value, itemIndex);
	return values.get(chosen ?? '') ?? 'rows';
}

/** The name within a row of the field that a hint writes as a path: `Warranty` for `Products[].Warranty`. */
function nameInRow(path: string, rows: string | undefined): string {
	const start = `${rows}[].`;
	return path.slice(path.startsWith(start) ? start.length : 0).replaceAll('[]', '');
}

/** What a name becomes that the API documentation does not have among these, or an error. */
type UnknownName = (name: string, documented: readonly string[]) => string;

/** A path with the service's names in place of people's own. */
function servicePath(schema: Schema, names: OwnNames, path: string, unknown: UnknownName): string {
	const record = schema.kind === 'list' ? schema.item : schema;
	const fields = recordFields(record);
	const fieldNamed = (text: string) =>
		fields.find(({ name }) => name === text || ownName(names, record, name) === text);
	// A name of a person's own may have a dot in it.
	const whole = fieldNamed(path);
	if (whole) return whole.name;
	const [first, ...steps] = path.split('.');
	const rest = steps.join('.');
	const field = fieldNamed(first);
	if (!field) {
		const documented = fields.map(({ name }) => name);
		const name = unknown(first, documented);
		return rest === '' ? name : `${name}.${rest}`;
	}
	if (rest === '') return field.name;
	return `${field.name}.${servicePath(field.schema, names, rest, unknown)}`;
}

/** The names under Fields and Other Fields, the key among them; a hint about undocumented fields writes them as paths. */
function selectedFields(
	{ endpoint, node, parameters }: ReadRun,
	itemIndex: number,
	names: OwnNames,
): string[] {
	const schema = rowSchema(endpoint);
	const refuse = (name: string, meant: string | undefined, advice: string): never => {
		const nearest = meant === undefined ? '' : `. Did you mean "${meant}"?`;
		const problem = `"${name}" is not a field of this record${nearest}`;
		throw parameterError(node, problem, itemIndex, advice);
	};
	const refuseUndocumented: UnknownName = (name, documented) =>
		refuse(
			name,
			nearestName(name, documented),
			"Correct the name in 'Field Names or IDs'. A field that is not documented belongs under 'Other Fields'.",
		);
	const allowUndocumented: UnknownName = (name, documented) => {
		const meant = documented.find((candidate) => plainLabel(candidate) === plainLabel(name));
		return meant === undefined ? name : refuse(name, meant, "Correct the name in 'Other Fields'.");
	};
	const pathsUnder = (parameter: string, unknown: UnknownName) =>
		listAt(node, parameter, parameters(parameter, itemIndex)).map((path) =>
			servicePath(schema, names, nameInRow(path, endpoint.rows), unknown),
		);
	const selected = [
		...pathsUnder('fields', refuseUndocumented),
		...pathsUnder('otherFields', allowUndocumented),
	];
	if (selected.length === 0)
		throw parameterError(
			node,
			"No fields are selected in 'Field Names or IDs' or 'Other Fields'",
			itemIndex,
			"Choose at least one field, or set 'Output' to Raw.",
		);
	return [...new Set([endpoint.key, ...selected])];
}

/** The fields that Output selects; undefined for all of them. */
function outputFields(
	input: ReadRun,
	itemIndex: number,
	names: OwnNames,
): readonly string[] | undefined {
	const { endpoint, node, parameters } = input;
	const output = optionValue(node, 'output', parameters('output', itemIndex), itemIndex);
	switch (output) {
		case 'raw':
			return undefined;
		case 'simplified':
			return endpoint.simplified;
		case 'selected':
			return selectedFields(input, itemIndex, names);
		default:
			return output satisfies never;
	}
}

/**
 * Which fields the items of a read have.
 *
 * @throws NodeOperationError for a choice that the operation does not have
 */
export function requestedFields(input: ReadRun, itemIndex: number): ItemChoices {
	const { client, endpoint, node, optionsOf } = input;
	const { onlyFilled } = optionsOf(['onlyFilled'], itemIndex);
	const schema = rowSchema(endpoint);
	const names = customFieldNames(node, schema, client.customFieldNames);
	return { fields: outputFields(input, itemIndex, names), onlyFilled, names, schema };
}
