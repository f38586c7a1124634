// People's own names for custom fields, as the credential has them.
import type { INode } from 'n8n-workflow';

import { customFieldPaths } from '../../api/index';
import {
	customFieldsOf,
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

/** A name for a custom field, of all records that have it or of one type. */
interface CustomName {
	readonly type?: string;
	readonly field: string;
	readonly name: string;
}

const WHERE = "under 'Custom Field Names' in the credential";

const LINE = /^(?:(\w+)\.)?(\w+)\s*=\s*(\S.*)$/;

/** What a person entered: `CustomField1 = Room`, `Product.CustomField1 = Room`. */
function namesIn(node: INode, text: string): CustomName[] {
	const lines = text.split(/[\r\n]+/).map((line) => line.trim());
	return lines
		.filter((line) => line !== '')
		.map((line) => {
			const [match, type, field, name] = LINE.exec(line) ?? [];
			if (match !== undefined) return { type, field, name };
			throw parameterError(
				node,
				`"${line.slice(0, 80)}" ${WHERE} cannot be read`,
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
	{ field, name, type }: CustomName,
	all: readonly CustomName[],
	records: readonly Schema[],
	names: OwnNames,
): string | undefined {
	if (all.filter((entry) => entry.field === field && entry.type === type).length > 1)
		return `The custom field ${field} has two names ${WHERE}`;
	const isTaken = (record: Schema) =>
		recordFields(record).some((sibling) =>
			[sibling.name, ownName(names, record, sibling.name)].includes(name),
		);
	return records.some(isTaken)
		? `The name "${name}" for ${field} ${WHERE} is the name of another field. Choose another name.`
		: undefined;
}

/**
 * The names that people gave to the custom fields of a record and of the records in it. A name for one type of record
 * overrides the one for all.
 *
 * @param entered the text under Custom Field Names in the credential
 * @throws NodeOperationError for an unknown custom field, a name given twice or one that a field of the record has
 */
export function customFieldNames(node: INode, schema: Schema, entered: string): OwnNames {
	const names = new Map<string, string>();
	if (entered.trim() === '') return names;
	const records = recordsWithin(schema);
	const isHere = (entry: CustomName): boolean =>
		recordsWith(entry, records).length > 0 || !customFieldPaths.has(pathOf(entry));
	const entries = namesIn(node, entered)
		.filter(isHere)
		.sort((a, b) => Number(!a.type) - Number(!b.type));
	for (const entry of entries) {
		const { field, name } = entry;
		const all = recordsWith(entry, records);
		const unnamed = all.filter((record) => ownName(names, record, field) === undefined);
		const problem =
			all.length === 0
				? `"${pathOf(entry)}" ${WHERE} is not a custom field`
				: problemOf(entry, entries, unnamed, names);
		if (problem !== undefined) throw parameterError(node, problem);
		for (const record of unnamed) names.set(`${typeName(record)}.${field}`, name);
	}
	return names;
}
