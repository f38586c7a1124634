// The values entered in the fields of a write, not yet checked. A field that was left unset is absent here; an empty
// string that an expression returns is not unset.
import type { WriteEndpoint } from '../../../api/endpoint';
import { type Field, isRecord, recordFields } from '../../../api/schema/types';
import type { RecordValue } from '../../../wire/result';
import { parameterError, quoted } from '../../shared/errors';
import { holdsExpression } from '../../shared/expressions';
import { labelOf } from '../../shared/labels';
import { parameterLabel } from '../../shared/options';
import type { WriteInput } from '../input';
import { isEmptyChoice } from './choices';
import { itemFieldsToUpdate } from './itemFields';

/** The group of a fixed collection with its entries, and the collection in an entry with fields that few need. */
export const ENTRY_GROUP = 'values';
export const ADDITIONAL_FIELDS = 'additionalFields';

function propertiesOf(value: unknown): RecordValue {
	return isRecord(value) ? value : {};
}

function groupEntries(collection: unknown): readonly unknown[] {
	const entries = propertiesOf(collection)[ENTRY_GROUP];
	return Array.isArray(entries) ? entries : [];
}

/** The fields that are set: an expression that finds nothing leaves its field unset. */
function withoutUndefined(value: unknown): RecordValue {
	return Object.fromEntries(
		Object.entries(propertiesOf(value)).filter(([, member]) => member !== undefined),
	);
}

/** The entries of a fixed collection. What was left empty in an entry is unset, and so is an empty entry as a whole. */
function entriesOf(
	collection: unknown,
	saved: unknown,
	keepsEmpty: boolean,
): RecordValue[] | undefined {
	const savedEntries = groupEntries(saved);
	const entries = groupEntries(collection).map((entry, index): RecordValue => {
		const { [ADDITIONAL_FIELDS]: others, ...plain } = withoutUndefined(entry);
		const savedEntry = propertiesOf(savedEntries[index]);
		const filled = Object.entries(plain).filter(
			([name, value]) => keepsEmpty || value !== '' || holdsExpression(savedEntry[name]),
		);
		return { ...Object.fromEntries(filled), ...withoutUndefined(others) };
	});
	const filledIn = entries.filter((entry) => Object.keys(entry).length > 0);
	return filledIn.length === 0 ? undefined : filledIn;
}

function enteredValue(field: Field, value: unknown, saved: unknown): unknown {
	if (value === '' && !holdsExpression(saved)) return undefined;
	const { kind } = field.schema;
	if (kind === 'record' && isRecord(value)) {
		const set = withoutUndefined(value);
		return Object.keys(set).length === 0 ? undefined : set;
	}
	if (kind !== 'list') return value;
	if (Array.isArray(value)) return value.length === 0 ? undefined : value;
	return isRecord(value) ? entriesOf(value, saved, codedFields(field).length > 0) : value;
}

/** The fields of a list's entries, if one of them says by its number which field to update. */
function codedFields({ schema }: Field): readonly Field[] {
	const fields = schema.kind === 'list' ? recordFields(schema.item) : [];
	return fields.some(({ undocumentedCode }) => undocumentedCode) ? fields : [];
}

/** Whether an entry lacks the number of its field or the value for it, because an expression found nothing. */
function isIncompleteEntry(field: Field, value: unknown): boolean {
	const isMissing = (entry: RecordValue, { name, undocumentedCode }: Field) =>
		entry[name] === undefined || (undocumentedCode === true && entry[name] === null);
	const entries = Array.isArray(value) ? value.filter(isRecord) : [];
	return entries.some((entry) => codedFields(field).some((coded) => isMissing(entry, coded)));
}

/** The parameters that fill fields of the body, and those fields. */
export function bodyParametersOf(
	endpoint: WriteEndpoint,
): Array<{ parameter: string; field: Field }> {
	const fields = new Map(recordFields(endpoint.body).map((field) => [field.name, field]));
	return Object.entries(endpoint.bodyParameters).flatMap(([parameter, name]) => {
		const field = fields.get(name);
		return field ? [{ parameter, field }] : [];
	});
}

/** Whether a parameter says which list or record is written; these also show beside a JSON body. */
export function isIdentifier({ schema }: Field): boolean {
	return schema.kind === 'string';
}

/** Whether a parameter applies: it was set, and chosen where another one would do as well. */
function isApplied(input: WriteInput, parameter: string, field: Field, itemIndex: number): boolean {
	const { endpoint, node, parameters } = input;
	const { identifyBy, itemFields } = endpoint;
	if (field.name === itemFields?.codes) return itemFieldsToUpdate(input, itemIndex) === 'chosen';
	if (node.parameters[parameter] === undefined) return false;
	if (!identifyBy?.includes(parameter)) return true;
	return parameters('identifyBy', itemIndex, identifyBy[0]) === parameter;
}

/**
 * The values of the parameters for some fields.
 *
 * @throws NodeOperationError for an expression that chooses nothing where that would mean everything
 */
export function enteredParameters(
	input: WriteInput,
	itemIndex: number,
	isIncluded: (field: Field) => boolean,
): Record<string, unknown> {
	const { endpoint, node, parameters } = input;
	const members: Record<string, unknown> = {};
	for (const { parameter, field } of bodyParametersOf(endpoint)) {
		if (!isIncluded(field) || !isApplied(input, parameter, field, itemIndex)) continue;
		// An expression that finds nothing leaves its field unset; only a null that an item holds is sent.
		const entered = parameters(parameter, itemIndex);
		if (isEmptyChoice(field, entered))
			throw parameterError(
				node,
				`${quoted(labelOf(parameter))} is an empty list, which the service would read as all of them. Choose at least one, or change ${quoted(parameterLabel('itemFieldsToUpdate'))}`,
			);
		const value = enteredValue(field, entered, node.parameters[parameter]);
		if (isIncompleteEntry(field, value))
			throw parameterError(
				node,
				`${quoted(labelOf(parameter))} has an entry without its field or its value: the expression found nothing. Correct it, or remove the entry`,
			);
		if (value !== undefined) members[field.name] = value;
	}
	return members;
}

/** The body as the node's fields give it, without records from items. */
export function enteredFields(input: WriteInput, itemIndex: number): Record<string, unknown> {
	const { otherFields } = input.endpoint;
	const others = otherFields === undefined ? {} : input.parameters(otherFields, itemIndex, {});
	return { ...enteredParameters(input, itemIndex, () => true), ...propertiesOf(others) };
}
