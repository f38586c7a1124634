// Everything that an update is to send, checked before anything is sent: a body for each input item, and the wrong items.
import { recordListIn, type RecordList } from '../../../../client/publish/recordLists';
import { labelOf } from '../../../shared/labels';
import type { WriteRun } from '../../nodeRun';
import { fieldsReader, jsonReader } from '../../mapping/bodies';
import { identityFields } from '../../mapping/bodyParameters';
import { writeSettings } from '../../mapping/entered';
import { readItems } from '../../mapping/rejected';
import type { WriteRequest } from '../publish/publishRequest';
import type { RecordValue } from '../../../../wire/result';

/** The record that an update is about, for messages: "the task with the Task ID "T-1"". */
function updateSubject({ endpoint, noun }: WriteRun, body: RecordValue): string | undefined {
	const identity = identityFields(endpoint).find(
		({ field }) => typeof body[field.name] === 'string',
	);
	if (!identity) return undefined;
	const { parameter, field } = identity;
	return `the ${noun} with the ${labelOf(parameter)} "${String(body[field.name])}"`;
}

/**
 * Reads and checks everything that an update is to send.
 *
 * @throws NodeOperationError for an option that is wrong, whatever the items hold
 */
export function updateRequest(input: WriteRun): WriteRequest {
	const { endpoint } = input;
	const { isJson, options, settings } = writeSettings(input);
	const read = (isJson ? jsonReader : fieldsReader)(input, settings);
	const { good: lists, rejected } = readItems<RecordList>(input, (itemIndex, reasons) => {
		const body = read(itemIndex, reasons);
		return body && recordListIn(endpoint, body, itemIndex, updateSubject(input, body));
	});
	return { options, names: settings.names, lists, rejected, ignored: [] };
}
