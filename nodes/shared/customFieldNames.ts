// People's own names for custom fields, as the credential has them.
import type { INode } from 'n8n-workflow';

import { customFieldPaths } from '../../api/index';
import {
	customFieldsOf,
	fieldsByName,
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

/** A person's name for a custom field: of one type of record, or of all that have it. */
interface NameEntry {
	readonly type?: string;
	readonly field: string;
	readonly name: string;
}

const WHERE = "under 'Custom Field Names' in the credential";

const LINE = /^(?:(\w+)\.)?(\w+)\s*=\s*(\S.*)$/;

/** The entries in a text: `CustomField1 = Room`, `Product.CustomField1 = Room`. */
function entriesIn(node: INode, text: string): NameEntry[] {
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

const pathOf = ({ type, field }: NameEntry): string => (type ? `${type}.${field}` : field);

/** The records among these that have the custom field. */
function recordsWith({ type, field }: NameEntry, records: readonly Schema[]): Schema[] {
	return records.filter(
		(record) =>
			(type === undefined || type === typeName(record)) && customFieldsOf(record).includes(field),
	);
}

/** Whether a name is that of a field of the record, in the service or as a person named it. */
function isTaken(name: string, record: Schema, names: OwnNames): boolean {
	return recordFields(record).some(
		(field) => field.name === name || ownName(names, record, field.name) === name,
	);
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
	const entries = entriesIn(node, entered).filter(
		(entry) => recordsWith(entry, records).length > 0 || !customFieldPaths.has(pathOf(entry)),
	);
	const forOneType = entries.filter(({ type }) => type !== undefined);
	const forAllTypes = entries.filter(({ type }) => type === undefined);
	for (const entry of [...forOneType, ...forAllTypes]) {
		const { field, name } = entry;
		const matching = recordsWith(entry, records);
		if (matching.length === 0)
			throw parameterError(node, `"${pathOf(entry)}" ${WHERE} is not a custom field`);
		if (entries.filter((other) => pathOf(other) === pathOf(entry)).length > 1)
			throw parameterError(node, `The custom field ${field} has two names ${WHERE}`);
		const unnamed = matching.filter((record) => ownName(names, record, field) === undefined);
		if (unnamed.some((record) => isTaken(name, record, names)))
			throw parameterError(
				node,
				`The name "${name}" for ${field} ${WHERE} is the name of another field. Choose another name.`,
			);
		for (const record of unnamed) names.set(`${typeName(record)}.${field}`, name);
	}
	return names;
}

/** A value with people's own names for custom fields, in nested records as well. */
export function withOwnNames(value: unknown, names: OwnNames, schema: Schema | undefined): unknown {
	const record = schema?.kind === 'list' ? schema.item : schema;
	if (Array.isArray(value)) return value.map((member) => withOwnNames(member, names, record));
	if (!isRecord(value)) return value;
	const renamed: Record<string, unknown> = {};
	for (const [key, member] of Object.entries(value)) {
		const own = (record && ownName(names, record, key)) ?? key;
		// Nothing is replaced where the service uses a person's own name for an undocumented field. A definition,
		// because a person may name a field __proto__.
		Object.defineProperty(renamed, Object.hasOwn(value, own) ? key : own, {
			value: withOwnNames(member, names, record && fieldsByName(record).get(key)?.schema),
			writable: true,
			enumerable: true,
			configurable: true,
		});
	}
	return renamed;
}
