// Where responses differ from the service's document.
import { isRecord } from '../api/schema/objects';
import { type Field, type Kind, kindOf, type Schema } from '../api/schema/types';
import { exactNumber, isLongWhole, isNumberToken } from './exactNumber';

/** Fields by their paths (`Products[].Warranty`), at most ten of each kind. */
export interface Drift {
	/** Came, and are not documented. */
	readonly undocumented: readonly string[];
	/** Are documented as required, and did not come or were null. */
	readonly missing: readonly string[];
	/** Came with a type other than documented. */
	readonly retyped: readonly string[];
}

/** What was noticed so far. */
export type DriftLog = Readonly<Record<keyof Drift, Set<string>>>;

const MAX_PATHS = 10;
const MAX_PATH_LENGTH = 200;

export function createDriftLog(): DriftLog {
	return { undocumented: new Set(), missing: new Set(), retyped: new Set() };
}

export function noteDrift(paths: Set<string>, path: string): void {
	if (paths.size >= MAX_PATHS) return;
	paths.add(path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path);
}

/** What was noticed; undefined if it was nothing. */
export function driftIn({ undocumented, missing, retyped }: DriftLog): Drift | undefined {
	if (undocumented.size + missing.size + retyped.size === 0) return undefined;
	return { undocumented: [...undocumented], missing: [...missing], retyped: [...retyped] };
}

/** The path of a field of the record at a path. */
export function fieldPath(record: string, name: string): string {
	return record === '' ? name : `${record}.${name}`;
}

/** The path of the records in the list at a path. */
export function listPath(list: string): string {
	return list === '' ? '' : `${list}[]`;
}

/** Notes where a decoded value differs from its schema. */
export function noteDriftIn(log: DriftLog, schema: Schema, value: unknown, path = ''): void {
	const kind = kindOf(schema);
	if (value === null || kind.kind === 'opaque') return;
	if (kind.kind === 'record' && isRecord(value)) {
		noteDriftInRecord(log, kind.fields, value, path);
	} else if (kind.kind === 'list' && Array.isArray(value)) {
		for (const member of value) noteDriftIn(log, kind.item, member, listPath(path));
	} else if (!isOfScalarKind(kind.kind, value)) {
		noteDrift(log.retyped, path.replace(/(?:\[\])+$/, ''));
	}
}

type Members = Readonly<Record<string, unknown>>;

const fieldsByName = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

function noteDriftInRecord(
	log: DriftLog,
	fields: readonly Field[],
	record: Members,
	path: string,
): void {
	const known = fieldsByName.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
	fieldsByName.set(fields, known);
	for (const name of Object.keys(record)) {
		const field = known.get(name);
		if (field) noteDriftIn(log, field.schema, record[name], fieldPath(path, name));
		else noteDrift(log.undocumented, fieldPath(path, name));
	}
	for (const { name, required } of fields) {
		if (required && (record[name] ?? null) === null) noteDrift(log.missing, fieldPath(path, name));
	}
}

/** Whether a text is a number with more digits than a JavaScript number holds, which is read as a string. */
export function isLongNumber(text: string): boolean {
	return isLongWhole(text) || (isNumberToken(text) && typeof exactNumber(text) === 'string');
}

function isOfScalarKind(kind: Kind['kind'], value: unknown): boolean {
	switch (kind) {
		case 'integer':
		case 'byte':
		case 'decimal':
			return typeof value === 'number' || (typeof value === 'string' && isLongNumber(value));
		case 'boolean':
			return typeof value === 'boolean';
		case 'string':
		case 'date':
		case 'guid':
		case 'enum':
			return typeof value === 'string';
		case 'record':
		case 'list':
		case 'opaque':
			return false;
		default:
			return kind satisfies never;
	}
}
