// What is kept of a watched record, field by field, and which fields differ from that.
import type { IDataObject } from 'n8n-workflow';

import { kindOf, recordFields, type Schema } from '../../../api/schema/types';
import { canonicalJson, shortHash } from '../../../client/hashes';

/** A field that changed; the former value is missing where only its hash was kept. */
export interface Change {
	/** The field, with the fields around it: "Contact.Email". */
	readonly field: string;
	readonly from?: unknown;
	readonly fromUnknown?: true;
	readonly to: unknown;
}

/** How much is kept of a record: short values themselves, or only a hash of each field. */
export type Detail = 'values' | 'hashes';

/** The name under which undocumented fields are reported. */
export const otherFields = 'other fields';

const separator = '|';
const maxValueLength = 60;
// 66 bits where there is room, 24 where there is not: one change of a field in 16 million is missed.
const hashLengths: Readonly<Record<Detail, number>> = { values: 11, hashes: 4 };

type Path = readonly string[];

const paths = new Map<Schema, readonly Path[]>();

function walk(schema: Schema, above: Path): Path[] {
	return recordFields(schema).flatMap(({ name, schema: inner }) => {
		const path = [...above, name];
		return kindOf(inner).kind === 'record' ? walk(inner, path) : [path];
	});
}

/** The fields of a record and of the records in it, in the document's order; a collection is one field. */
function pathsOf(schema: Schema): readonly Path[] {
	const known = paths.get(schema) ?? walk(schema, []);
	paths.set(schema, known);
	return known;
}

function valueAt(record: unknown, path: Path): unknown {
	let value: unknown = record;
	for (const name of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
		value = (value as IDataObject)[name];
	}
	return value ?? null;
}

function othersIn(record: IDataObject, schema: Schema): unknown {
	const known = new Set(recordFields(schema).map(({ name }) => name));
	const others = Object.entries(record).filter(([name]) => !known.has(name));
	return others.length > 0 ? Object.fromEntries(others) : null;
}

function hashToken(value: unknown, length: number): string {
	return `*${shortHash(canonicalJson(value), length)}`;
}

/** The token of a value: empty for null and absent; otherwise a sign, and the value or its hash. */
function tokenOf(value: unknown, detail: Detail): string {
	if (value === null || value === undefined) return '';
	const length = hashLengths[detail];
	if (detail === 'hashes') return hashToken(value, length);
	switch (typeof value) {
		case 'boolean':
			return value ? '+' : '-';
		case 'number':
			return `#${value}`;
		case 'string':
			return value.length <= maxValueLength && !value.includes(separator)
				? `'${value}`
				: hashToken(value, length);
		default:
			return hashToken(value, length);
	}
}

/** Whether a token was made of a value, in whatever detail. */
function isTokenOf(token: string, value: unknown): boolean {
	if (token.startsWith('*')) {
		return value !== null && hashToken(value, token.length - 1) === token;
	}
	return token === tokenOf(value, 'values');
}

/** The value behind a token; undefined where it is a hash. */
function valueOf(token: string): { readonly value: unknown } | undefined {
	switch (token.charAt(0)) {
		case '':
			return { value: null };
		case '+':
		case '-':
			return { value: token === '+' };
		case '#':
			return { value: Number(token.slice(1)) };
		case "'":
			return { value: token.slice(1) };
		default:
			return undefined;
	}
}

/** What to keep of a record: a token for each field, in the document's order. */
export function fingerprint(record: IDataObject, schema: Schema, detail: Detail): string {
	const values = pathsOf(schema).map((path) => valueAt(record, path));
	return [...values, othersIn(record, schema)]
		.map((value) => tokenOf(value, detail))
		.join(separator);
}

/** The same fingerprint with the hashes of its values alone. */
export function hashed(saved: string): string {
	return saved
		.split(separator)
		.map((token) => {
			const known = valueOf(token);
			return known ? tokenOf(known.value, 'hashes') : token.slice(0, 1 + hashLengths.hashes);
		})
		.join(separator);
}

/**
 * The fields in which a record differs from its fingerprint.
 *
 * @returns undefined when the fingerprint was made of other fields than the record has now
 */
export function changesSince(
	saved: string,
	record: IDataObject,
	schema: Schema,
): Change[] | undefined {
	const tokens = saved.split(separator);
	const fields = pathsOf(schema);
	if (tokens.length !== fields.length + 1) return undefined;
	return tokens.flatMap((token, index): Change[] => {
		const path = fields[index];
		const to = path ? valueAt(record, path) : othersIn(record, schema);
		if (isTokenOf(token, to)) return [];
		const field = path ? path.join('.') : otherFields;
		const from = valueOf(token);
		return [from ? { field, from: from.value, to } : { field, fromUnknown: true, to }];
	});
}
