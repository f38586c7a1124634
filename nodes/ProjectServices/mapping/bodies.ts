// The body that an input item gives: by the fields of the node, or as JSON that a person wrote.
import { type Field, isPlainObject, recordFields } from '../../../api/schema/types';
import type { RecordValue } from '../../../wire/result';
import { readJson } from '../../../wire/json/read';
import { bodyFormat } from '../../../client/serviceSettings';
import { quoted, formatValue, withoutFullStop } from '../../shared/errors';
import { customFieldNames } from '../../shared/customFieldNames';
import { holdsExpression } from '../../shared/expressions';
import { labelOf } from '../../shared/labels';
import { parameterLabel, WRITE_OPTIONS } from '../../shared/options';
import { optionValue } from '../../shared/optionValues';
import type { WriteInput } from '../input';
import { bodyCheck, isBlank } from './checkedBody';
import { emptyChoices } from './choices';
import type { ConversionSettings } from './conversion';
import { bodyParametersOf, enteredFields, enteredParameters, isIdentifier } from './enteredFields';
import { refuseIdleOptions } from './idleOptions';
import { type Problem, sentenceOf } from './problems';
import type { ItemReader } from './rejected';
import { bodySkeleton, leftPlaceholders } from './skeleton';

/** A problem in the node's fields as a sentence that names the parameter. */
function parameterSentence({ endpoint }: WriteInput, problem: Problem): string {
	const [first, ...rest] = problem.path;
	const isField = recordFields(endpoint.body).some(({ name }) => name === first);
	if (!isField) return sentenceOf(problem);
	const fill = bodyParametersOf(endpoint).find(({ field }) => field.name === first);
	const label = quoted(labelOf(fill?.parameter ?? String(first)));
	return sentenceOf({ ...problem, path: [label, ...rest] });
}

/** The body that the fields of the node give. */
export function fieldsReader(
	input: WriteInput,
	settings: ConversionSettings,
): ItemReader<RecordValue> {
	const sentence = (problem: Problem) => parameterSentence(input, problem);
	const check = bodyCheck(input, settings, sentence, false);
	return (itemIndex, reasons) => check(enteredFields(input, itemIndex), itemIndex, reasons);
}

function emptyChoice({ name }: Field): string {
	return `${name} in 'Body' is an empty list, which the service would read as all of them. Choose at least one, or leave it out and set ${quoted(parameterLabel('itemFieldsToUpdate'))}`;
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
function filledBody(input: WriteInput, body: RecordValue, itemIndex: number): RecordValue {
	const { identifyBy = [], bodyParameters, itemFields } = input.endpoint;
	const pair = identifyBy.map((parameter) => bodyParameters[parameter]);
	const isIdentified = pair.some((name) => body[name] !== undefined);
	const isMissing = (field: Field) =>
		(isIdentifier(field) || field.name === itemFields?.codes) &&
		body[field.name] === undefined &&
		!(isIdentified && pair.includes(field.name));
	return { ...body, ...enteredParameters(input, itemIndex, isMissing) };
}

/** The body that a person wrote as JSON, with the identifying parameters where it leaves them out. */
export function jsonReader(
	input: WriteInput,
	settings: ConversionSettings,
): ItemReader<RecordValue> {
	const { endpoint, node, parameters } = input;
	const skeleton = bodySkeleton(endpoint);
	// An empty list that a person wrote is sent; one that an expression left is unset, as in the node's fields.
	const keepsEmptyLists = !holdsExpression(node.parameters.body);
	const sentence = (problem: Problem) => sentenceOf(problem, "'Body'");
	const check = bodyCheck(input, settings, sentence, keepsEmptyLists);
	return (itemIndex, reasons) => {
		const body = writtenBody(parameters('body', itemIndex, skeleton));
		const problems =
			typeof body === 'string'
				? [body]
				: [...leftPlaceholders(endpoint, body), ...emptyChoices(endpoint, body).map(emptyChoice)];
		for (const reason of problems) reasons.push(reason);
		if (typeof body === 'string' || problems.length > 0) return undefined;
		return check(filledBody(input, body, itemIndex), itemIndex, reasons);
	};
}

/** The settings of a write, which do not depend on its input items. */
export function writeSettings(input: WriteInput) {
	const { client, context, endpoint, node, optionsOf, parameters } = input;
	const options = optionsOf(WRITE_OPTIONS, 0);
	refuseIdleOptions(node, options);
	const names = customFieldNames(node, endpoint.body, client.customFieldNames);
	const settings: ConversionSettings = {
		zone: context.getTimezone(),
		names,
		format: bodyFormat(endpoint, client.settings),
	};
	const isJson = optionValue(node, 'dataMode', parameters('dataMode', 0, '')) === 'json';
	return { options, settings, isJson };
}
