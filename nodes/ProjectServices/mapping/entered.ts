// What was entered for a write: its settings, the fields of the node, a JSON body and the records of input items, not
// yet checked. A field that was left unset is absent; an empty string that an expression returns is not unset.
import type { ResourceMapperField } from 'n8n-workflow';

import { type Field, isPlainObject, isRecord, recordFields } from '../../../api/schema/types';
import { bodyFormat } from '../../../client/serviceSettings';
import { readJson } from '../../../wire/json/read';
import type { RecordValue } from '../../../wire/result';
import { customFieldNames } from '../../shared/customFieldNames';
import { formatValue, parameterError, quoted, withoutFullStop } from '../../shared/errors';
import {
	computedParameter,
	enteredList,
	fieldOf,
	holdsExpression,
	referredField,
} from '../../shared/expressions';
import { labelOf } from '../../shared/labels';
import { parameterLabel, WRITE_OPTIONS } from '../../shared/options';
import { choiceOfValues, optionValue } from '../../shared/optionValues';
import type { WriteRun } from '../nodeRun';
import {
	ADDITIONAL_FIELDS,
	bodyParametersOf,
	ENTRY_GROUP,
	isIdentifier,
	RECORD_PARAMETER,
} from './bodyParameters';
import { isBlank, isEmptyChoice, type ItemFields } from './check';
import type { ConversionSettings } from './conversion';
import { bodySkeleton } from './skeleton';

/** The settings of a write, which do not depend on its input items. */
export function writeSettings(input: WriteRun) {
	const { client, context, endpoint, node, optionsOf, parameters } = input;
	const settings: ConversionSettings = {
		zone: context.getTimezone(),
		names: customFieldNames(node, endpoint.body, client.customFieldNames),
		format: bodyFormat(endpoint, client.settings),
	};
	const isJson = optionValue(node, 'dataMode', parameters('dataMode', 0, '')) === 'json';
	return { options: optionsOf(WRITE_OPTIONS, 0), settings, isJson };
}

/** Which fields of its items an update is limited to; undefined where it has no items. */
export function itemFieldsToUpdate(
	{ endpoint, node, parameters }: WriteRun,
	itemIndex: number,
): ItemFields | undefined {
	if (!endpoint.itemFields) return undefined;
	const value = parameters('itemFieldsToUpdate', itemIndex);
	return optionValue(node, 'itemFieldsToUpdate', value, itemIndex);
}

function propertiesOf(value: unknown): RecordValue {
	return isRecord(value) ? value : {};
}

/** The entries of a fixed collection; undefined for what is none. */
function groupEntries(collection: unknown): readonly unknown[] | undefined {
	const { [ENTRY_GROUP]: entries = [], ...others } = propertiesOf(collection);
	return Array.isArray(entries) && Object.keys(others).length === 0 ? entries : undefined;
}

/** The fields that are set: an expression that finds nothing leaves its field unset. */
function withoutUndefined(value: unknown): RecordValue {
	return Object.fromEntries(
		Object.entries(propertiesOf(value)).filter(([, member]) => member !== undefined),
	);
}

/** The entries of a fixed collection. What was left empty in an entry is unset, and so is an empty entry as a whole. */
function entriesOf(
	collection: RecordValue,
	saved: unknown,
	keepsEmpty: boolean,
): RecordValue | RecordValue[] | undefined {
	const given = groupEntries(collection);
	// Anything but a collection of entries is refused later, as a list of the wrong type.
	if (!given) return collection;
	const savedEntries = groupEntries(saved) ?? [];
	const entries = given.map((entry, index): RecordValue => {
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

/** Whether a text is a list of values, and no JSON. */
function isTextOfValues({ schema }: Field, value: unknown): value is string {
	const isList = schema.kind === 'list' && !['record', 'opaque', 'list'].includes(schema.item.kind);
	return isList && typeof value === 'string' && !/^\s*\[/.test(value);
}

function enteredValue(field: Field, value: unknown, saved: unknown): unknown {
	if (value === '' && !holdsExpression(saved)) return undefined;
	if (isTextOfValues(field, value)) return enteredList(value, holdsExpression(saved));
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

/** Whether a parameter applies: it was set, and chosen where another one would do as well. */
function isApplied(input: WriteRun, parameter: string, field: Field, itemIndex: number): boolean {
	const { endpoint, node, parameters } = input;
	const { identifyBy, itemFields } = endpoint;
	if (field.name === itemFields?.codes) return itemFieldsToUpdate(input, itemIndex) === 'chosen';
	if (node.parameters[parameter] === undefined) return false;
	if (!identifyBy?.includes(parameter)) return true;
	const value = parameters('identifyBy', itemIndex);
	return choiceOfValues(node, 'identifyBy', identifyBy, value, itemIndex) === parameter;
}

/**
 * The values of the parameters for some fields.
 *
 * @throws NodeOperationError for an expression that chooses nothing where that would mean everything
 */
function enteredParameters(
	input: WriteRun,
	itemIndex: number,
	isIncluded: (field: Field) => boolean,
): RecordValue {
	const { endpoint, node, parameters } = input;
	const members: Record<string, unknown> = {};
	for (const { parameter, field } of bodyParametersOf(endpoint)) {
		if (!isIncluded(field) || !isApplied(input, parameter, field, itemIndex)) continue;
		// An expression that finds nothing leaves its field unset; only a null that an item has is sent.
		const entered = parameters(parameter, itemIndex);
		if (isEmptyChoice(field, entered ?? null))
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

/** The fields of the body that were added to the collection of all others. */
function enteredOthers({ endpoint, node, parameters }: WriteRun, itemIndex: number): RecordValue {
	const { body, otherFields } = endpoint;
	if (otherFields === undefined) return {};
	const saved = propertiesOf(node.parameters[otherFields]);
	const fields = new Map(recordFields(body).map((field) => [field.name, field]));
	const members = Object.entries(propertiesOf(parameters(otherFields, itemIndex, {})));
	return Object.fromEntries(
		members.map(([name, value]) => {
			const field = fields.get(name);
			const isText = field && isTextOfValues(field, value);
			return [name, isText ? enteredList(value, holdsExpression(saved[name])) : value];
		}),
	);
}

/** The body as the node's fields give it, without records from items. */
export function enteredFields(input: WriteRun, itemIndex: number): RecordValue {
	return {
		...enteredParameters(input, itemIndex, () => true),
		...enteredOthers(input, itemIndex),
	};
}

/** The JSON body that a person wrote, as a value with every digit; or why it cannot be read. */
function writtenBody(value: unknown): RecordValue | string {
	if (isBlank(value)) return "'Body' is empty";
	const json = typeof value === 'string' ? readJson(value, 'The text', 'exact') : undefined;
	if (json?.ok === false) return `'Body' cannot be read. ${withoutFullStop(json.problem)}`;
	const body = json ? json.value : value;
	return isPlainObject(body) ? body : `'Body' is ${formatValue(body)}, expected an object`;
}

/** Fills what a body leaves out; of two fields that identify a record, one is enough. */
function filledBody(input: WriteRun, body: RecordValue, itemIndex: number): RecordValue {
	const { identifyBy = [], bodyParameters, itemFields } = input.endpoint;
	const pair = identifyBy.map((parameter) => bodyParameters[parameter]);
	const isIdentified = pair.some((name) => body[name] !== undefined);
	const isMissing = (field: Field) =>
		(isIdentifier(field) || field.name === itemFields?.codes) &&
		body[field.name] === undefined &&
		!(isIdentified && pair.includes(field.name));
	return { ...body, ...enteredParameters(input, itemIndex, isMissing) };
}

/** Makes the reader of JSON bodies, filled with the parameters shown; it gives a text where a body cannot be read. */
export function bodyReader(input: WriteRun) {
	const skeleton = bodySkeleton(input.endpoint);
	return (itemIndex: number): RecordValue | string => {
		const body = writtenBody(input.parameters('body', itemIndex, skeleton));
		return typeof body === 'string' ? body : filledBody(input, body, itemIndex);
	};
}

interface SavedMapping {
	readonly mappingMode?: unknown;
	readonly value?: RecordValue | null;
	readonly schema?: readonly ResourceMapperField[];
}

// n8n takes a tenth of a millisecond for each expression; a field of the item can be taken directly.
// Without skipValidation, n8n would convert the values itself and round numbers on the way.
function mappedValue(
	{ context }: WriteRun,
	name: string,
	saved: unknown,
): (itemIndex: number) => unknown {
	if (!holdsExpression(saved)) return () => saved;
	const referred = referredField(saved);
	if (referred !== undefined) {
		const items = context.getInputData();
		return (itemIndex) => fieldOf(items[itemIndex].json, referred);
	}
	const path = `${RECORD_PARAMETER}.value`;
	const resolve = (parameter: string, itemIndex: number): unknown =>
		computedParameter(context, parameter, itemIndex, null, { skipValidation: true });
	// Dots and brackets have a meaning of their own in the path of a parameter.
	return /[.[\]]/.test(name)
		? (itemIndex) => (resolve(path, itemIndex) as RecordValue)[name]
		: (itemIndex) => resolve(`${path}.${name}`, itemIndex);
}

/** Makes the reader of the records of input items, as they are mapped. */
export function recordReader(input: WriteRun) {
	const saved = (input.node.parameters[RECORD_PARAMETER] ?? {}) as SavedMapping;
	const modes = ['defineBelow', 'autoMapInputData'];
	const mode = choiceOfValues(input.node, 'mappingMode', modes, saved.mappingMode);
	const isWholeItem = mode === 'autoMapInputData';
	const items = input.context.getInputData();
	// The editor saves null for a field that was never set, and false for a switch that was never shown.
	const isHidden = (name: string) =>
		saved.schema?.some(({ id, removed }) => id === name && removed);
	const values = Object.entries(saved.value ?? {})
		.filter(([name, value]) => value !== null && !(value === false && isHidden(name)))
		.map(([name, value]) => [name, mappedValue(input, name, value)] as const);
	const read = (itemIndex: number): RecordValue =>
		isWholeItem
			? items[itemIndex].json
			: Object.fromEntries(values.map(([name, valueFor]) => [name, valueFor(itemIndex)]));
	return { read, isWholeItem };
}
