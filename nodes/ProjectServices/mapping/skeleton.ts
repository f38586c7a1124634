// The JSON body that the editor starts with, and the placeholders that were left in it.
import { recordSchema, type WriteEndpoint } from '../../../api/endpoint';
import { isRecord, recordFields, typeName } from '../../../api/schema/types';
import type { RecordValue } from '../../../wire/result';
import type { Problem } from './sentences';

function placeholder(name: string): string {
	return `<${name}>`;
}

function requiredNames(endpoint: WriteEndpoint): string[] {
	const fields = recordFields(recordSchema(endpoint)).filter(({ required }) => required);
	return fields.map(({ name }) => name);
}

/**
 * The JSON body that the editor starts with: required fields only, with values that cannot be sent as they are. The
 * identifying parameters fill in what is not in it.
 */
export function bodySkeleton(endpoint: WriteEndpoint): string {
	const { records } = endpoint;
	if (records === undefined) return '{}';
	const names = requiredNames(endpoint);
	const record =
		names.length === 0
			? placeholder(typeName(recordSchema(endpoint)))
			: Object.fromEntries(names.map((name) => [name, placeholder(name)]));
	return JSON.stringify({ [records]: [record] }, null, 2);
}

/** The placeholders that were left in a body. */
export function leftPlaceholders(endpoint: WriteEndpoint, body: RecordValue): Problem[] {
	const { records = '' } = endpoint;
	const written: readonly unknown[] = Array.isArray(body[records]) ? body[records] : [];
	const required = requiredNames(endpoint);
	const whole = placeholder(typeName(recordSchema(endpoint)));
	const left = (text: string, ...path: Problem['path']) => ({
		path: [records, ...path],
		text: `is still the placeholder ${text}`,
	});
	return written.flatMap((record, index) => {
		if (record === whole) return [left(whole, index)];
		return required
			.filter((name) => isRecord(record) && record[name] === placeholder(name))
			.map((name) => left(placeholder(name), index, name));
	});
}
