// The bodies of input items, read and checked: by the fields of the node, or as JSON that a person wrote.
import type { RecordValue } from '../../../wire/result';
import { holdsExpression } from '../../shared/expressions';
import type { WriteRun } from '../nodeRun';
import { bodyCheck, type Checked, writtenBodyCheck } from './check';
import type { ConversionSettings } from './conversion';
import { bodyReader, enteredFields, itemFieldsToUpdate } from './entered';
import type { ItemReader } from './rejected';
import { bodySentence, parameterSentence, type Problem } from './sentences';

/** Adds problems as reasons, and gives the value where there is none. */
function valueOrReasons(
	{ value, problems }: Checked,
	sentence: (problem: Problem) => string,
	reasons: string[],
): RecordValue | undefined {
	reasons.push(...problems.map(sentence));
	return value;
}

/** Makes the reader of the bodies that the fields of the node give. */
export function fieldsReader(
	input: WriteRun,
	settings: ConversionSettings,
): ItemReader<RecordValue> {
	const { endpoint } = input;
	const check = bodyCheck(endpoint, settings);
	const sentence = (problem: Problem) => parameterSentence(endpoint, problem);
	return (itemIndex, reasons) => {
		const checked = check(enteredFields(input, itemIndex), itemFieldsToUpdate(input, itemIndex));
		return valueOrReasons(checked, sentence, reasons);
	};
}

/** Makes the reader of JSON bodies. */
export function jsonReader(input: WriteRun, settings: ConversionSettings): ItemReader<RecordValue> {
	const read = bodyReader(input);
	const check = writtenBodyCheck(input.endpoint, settings);
	// An empty list that a person wrote is sent; one that an expression left is unset, as in the node's fields.
	const keepsEmptyLists = !holdsExpression(input.node.parameters.body);
	return (itemIndex, reasons) => {
		const body = read(itemIndex);
		if (typeof body === 'string') {
			reasons.push(body);
			return undefined;
		}
		const checked = check(body, itemFieldsToUpdate(input, itemIndex), keepsEmptyLists);
		return valueOrReasons(checked, bodySentence, reasons);
	};
}
