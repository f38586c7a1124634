// People's own names for custom fields, in the node and in the credential.
import type { IDataObject, INode } from 'n8n-workflow';

import { customFieldPaths } from '../../api/index';
import {
	customFieldsOf,
	isRecord,
	recordFields,
	recordsWithin,
	type Schema,
	typeName,
} from '../../api/schema/types';
import { parameterError } from './errors';

/** People's own names for custom fields, by record type and field: `Product.CustomField1`. */
export type OwnNames = ReadonlyMap<string, string>;

/** A person's own name for a field of a record. */
export function ownName(names: OwnNames, record: Schema, field: string): string | undefined {
	return names.get(`${typeName(record)}.${field}`);
}

/** A name for a custom field, of all records that have it or of one type, and where it was given. */
interface CustomName {
	readonly type?: string;
	readonly field: string;
	readonly name: string;
	readonly where: string;
}

const IN_OPTIONS = "in 'Custom Field Names'";
const IN_CREDENTIAL = "under 'Custom Field Names' in the credential";

function namesInOptions(collection: unknown): CustomName[] {
	const pairs = isRecord(collection) && Array.isArray(collection.names) ? collection.names : [];
	return (pairs as IDataObject[]).map(({ field = '', name = '' }) => ({
		field: String(field).trim(),
		name: String(name).trim(),
		where: IN_OPTIONS,
	}));
}

const LINE = /^(?:(\w+)\.)?(\w+)\s*=\s*(\S.*)$/;

/** The lines of the credential: `CustomField1 = Room`, `Product.CustomField1 = Room`. */
function namesInCredential(node: INode, text: string): CustomName[] {
	const lines = text.split(/[\r\n]+/).map((line) => line.trim());
	return lines
		.filter((line) => line !== '')
		.map((line) => {
			const [match, type, field, name] = LINE.exec(line) ?? [];
			if (match !== undefined) return { type, field, name, where: IN_CREDENTIAL };
			throw parameterError(
				node,
				`"${line.slice(0, 80)}" ${IN_CREDENTIAL} cannot be read`,
				undefined,
				'Write one name per line, for example Product.CustomField1 = Room Type.',
			);
		});
}

const pathOf = ({ type, field }: CustomName): string => (type ? `${type}.${field}` : field);

/** The records among these that have the custom field. */
function recordsWith({ type, field }: CustomName, records: readonly Schema[]): Schema[] {
	const ofType = records.filter((record) => [undefined, typeName(record)].includes(type));
	return ofType.filter((record) => customFieldsOf(record).includes(field));
}

/** What is wrong with a name for a field of these records. */
function problemOf(
	{ field, name, type, where }: CustomName,
	all: readonly CustomName[],
	records: readonly Schema[],
	names: OwnNames,
): string | undefined {
	if (name === '') return `The custom field ${field} has no name ${where}`;
	if (all.filter((entry) => entry.field === field && entry.type === type).length > 1)
		return `The custom field ${field} has two names ${where}`;
	const isTaken = (record: Schema) =>
		recordFields(record).some((sibling) =>
			[sibling.name, ownName(names, record, sibling.name)].includes(name),
		);
	return records.some(isTaken)
		? `The name "${name}" for ${field} ${where} is the name of another field. Choose another name.`
		: undefined;
}

/**
 * The names that people gave to the custom fields of a record and of the records in it. The options of a node override
 * the credential, and there a name for one type of record the one for all.
 *
 * @param credential the text under Custom Field Names in the credential
 * @throws NodeOperationError for an unknown custom field, a name given twice or one that a field of the record has
 */
export function customFieldNames(
	node: INode,
	options: { readonly customFieldNames?: unknown },
	schema: Schema,
	credential: string,
): OwnNames {
	const names = new Map<string, string>();
	const own = namesInOptions(options.customFieldNames);
	if (own.length === 0 && credential.trim() === '') return names;
	const records = recordsWithin(schema);
	const isHere = (entry: CustomName): boolean =>
		recordsWith(entry, records).length > 0 || !customFieldPaths.has(pathOf(entry));
	const isOwn = ({ field }: CustomName): boolean => own.some((entry) => entry.field === field);
	const inherited = namesInCredential(node, credential).filter(
		(entry) => isHere(entry) && !isOwn(entry),
	);
	const byType = inherited.sort((a, b) => Number(!a.type) - Number(!b.type));
	const entries = [...own, ...byType];
	for (const entry of entries) {
		const { field, name, where } = entry;
		const all = recordsWith(entry, records);
		const unnamed = all.filter((record) => ownName(names, record, field) === undefined);
		const problem =
			all.length === 0
				? `"${pathOf(entry)}" ${where} is not a custom field`
				: problemOf(entry, entries, unnamed, names);
		if (problem !== undefined) throw parameterError(node, problem);
		for (const record of unnamed) names.set(`${typeName(record)}.${field}`, name);
	}
	return names;
}
