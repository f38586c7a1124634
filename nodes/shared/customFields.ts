// People's own names for custom fields: from the credential for all nodes, and from the options of a node.
import type { IDataObject, INode } from 'n8n-workflow';

import { isRecord, recordFields, type Schema, typeName } from '../../api/schema/types';
import { parameterError } from './errors';

/** A record and the records in it. */
function recordsWithin(schema: Schema): Schema[] {
	if (schema.kind === 'list') return recordsWithin(schema.item);
	if (schema.kind !== 'record') return [];
	return [schema, ...schema.fields.flatMap((field) => recordsWithin(field.schema))];
}

function customFieldsOf(record: Schema): string[] {
	return recordFields(record).flatMap(({ name, family }) => (family === undefined ? [] : [name]));
}

/** The custom fields of a record and of the records in it. */
export function customFields(schema: Schema): string[] {
	return [...new Set(recordsWithin(schema).flatMap(customFieldsOf))];
}

/** A name for a custom field, and where it was given. */
interface Given {
	readonly field: string;
	readonly name: string;
	readonly where: string;
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

interface CustomFieldOptions {
	readonly customFieldNames?: unknown;
}

const inOptions = "in 'Custom Field Names'";
const inCredential = "under 'Custom Field Names' in the credential";

function givenInOptions({ customFieldNames: given }: CustomFieldOptions): Given[] {
	const pairs = isRecord(given) && Array.isArray(given.names) ? given.names : [];
	return (pairs as IDataObject[]).map(({ field, name }) => ({
		field: textOf(field),
		name: textOf(name),
		where: inOptions,
	}));
}

const LINE = /^(?:(\w+)\.)?(\w+)\s*=\s*(\S.*)$/;

/** The lines of the credential that are about these records: `CustomField1 = Room`, `Product.CustomField1 = Room`. */
function givenInCredential(node: INode, text: string, records: readonly Schema[]): Given[] {
	const lines = text.split(/[\r\n]+/).map((line) => line.trim());
	return lines
		.filter((line) => line !== '')
		.flatMap((line) => {
			const [match, type, field, name] = LINE.exec(line) ?? [];
			if (match === undefined)
				throw parameterError(
					node,
					`"${line.slice(0, 80)}" ${inCredential} cannot be read`,
					undefined,
					'Write one name per line, for example Product.CustomField1 = Room Type.',
				);
			const isMeant = records.some(
				(record) =>
					(type === undefined || type === typeName(record)) &&
					customFieldsOf(record).includes(field),
			);
			return isMeant ? [{ field, name, where: inCredential }] : [];
		});
}

function problemOf(
	{ field, name, where }: Given,
	custom: ReadonlySet<string>,
	isNamed: boolean,
	isTaken: boolean,
): string | undefined {
	if (!custom.has(field)) return `"${field}" ${where} is not a custom field of this record`;
	if (name === '') return `The custom field ${field} has no name ${where}`;
	if (isNamed) return `The custom field ${field} has two names ${where}`;
	return isTaken
		? `The name "${name}" for ${field} ${where} is the name of another field. Choose another name.`
		: undefined;
}

/**
 * Custom field to the name that a person gave it. The options of a node override the credential.
 *
 * @param credential the text under Custom Field Names in the credential
 * @throws NodeOperationError for an unknown custom field, a name given twice or one that a field of the record has
 */
export function customFieldNames(
	node: INode,
	options: CustomFieldOptions,
	schema: Schema,
	credential: string,
): Map<string, string> {
	const names = new Map<string, string>();
	const own = givenInOptions(options);
	if (own.length === 0 && credential.trim() === '') return names;
	const records = recordsWithin(schema);
	const inherited = givenInCredential(node, credential, records).filter(
		({ field }) => !own.some((one) => one.field === field),
	);
	const custom = new Set(records.flatMap(customFieldsOf));
	const taken = new Set(records.flatMap((record) => recordFields(record).map(({ name }) => name)));
	for (const given of [...own, ...inherited]) {
		const { field, name } = given;
		const problem = problemOf(given, custom, names.has(field), taken.has(name));
		if (problem !== undefined) throw parameterError(node, problem);
		taken.add(name);
		names.set(field, name);
	}
	return names;
}
