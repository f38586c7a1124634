// Form bodies, for the two endpoints of which the document shows the shape: `[0]=..` for a list,
// `Name=..&Products[0].Id=..` for a record. They are only ever written, never read.
import { type Kind, kindOf, type Schema } from '../api/kinds';
import { ExactNumber } from './exact';
import { type Encoded, MAX_DEPTH } from './result';
import { looseText, scalarText } from './scalar';
import { type Path, Unwritable, written } from './unwritable';

type Pairs = string[];

const HALF_CHARACTER = /\p{Surrogate}/u;

/** Writes a form-encoded request body. Nulls and empty collections are left out. */
export function writeForm(schema: Schema, value: unknown): Encoded {
	return written('application/x-www-form-urlencoded', () => {
		const pairs: Pairs = [];
		addValue(pairs, kindOf(schema), value, '', []);
		return pairs.join('&');
	});
}

function addValue(pairs: Pairs, kind: Kind, value: unknown, key: string, path: Path): void {
	if (value === null || value === undefined) return;
	switch (kind.kind) {
		case 'record':
			addRecord(pairs, kind, value, key, path);
			return;
		case 'list':
			addList(pairs, kindOf(kind.item), value, key, path);
			return;
		case 'opaque':
			addLoose(pairs, value, key, path);
			return;
		case 'text':
		case 'choice':
		case 'flag':
		case 'integer':
		case 'byte':
		case 'decimal':
		case 'date':
		case 'guid':
			addPair(pairs, key, scalarText(kind.kind, value, path), path);
			return;
		default:
			kind satisfies never;
	}
}

function addRecord(
	pairs: Pairs,
	kind: Extract<Kind, { kind: 'record' }>,
	value: unknown,
	key: string,
	path: Path,
): void {
	if (typeof value !== 'object' || Array.isArray(value)) {
		throw new Unwritable(`expected the fields of ${kind.name}`, path);
	}
	const members = new Map(Object.entries(value as object));
	for (const { name, schema } of kind.fields) {
		addValue(pairs, kindOf(schema), members.get(name), memberKey(key, name), [...path, name]);
		members.delete(name);
	}
	for (const [name, member] of members) {
		addLoose(pairs, member, memberKey(key, name), [...path, name]);
	}
}

function addList(pairs: Pairs, item: Kind, value: unknown, key: string, path: Path): void {
	if (!Array.isArray(value)) throw new Unwritable('expected a list', path);
	value.forEach((entry, index) =>
		addValue(pairs, item, entry, `${key}[${index}]`, [...path, index]),
	);
}

function addLoose(pairs: Pairs, value: unknown, key: string, path: Path): void {
	if (value === null || value === undefined) return;
	if (path.length > MAX_DEPTH) throw new Unwritable('nested too deeply', path);
	if (Array.isArray(value)) {
		value.forEach((entry, index) => addLoose(pairs, entry, `${key}[${index}]`, [...path, index]));
	} else if (
		typeof value === 'object' &&
		!(value instanceof Date || value instanceof ExactNumber)
	) {
		for (const [name, member] of Object.entries(value)) {
			addLoose(pairs, member, memberKey(key, name), [...path, name]);
		}
	} else {
		addPair(pairs, key, looseText(value, path), path);
	}
}

function memberKey(key: string, name: string): string {
	const member = encoded(name, [name]);
	return key === '' ? member : `${key}.${member}`;
}

function addPair(pairs: Pairs, key: string, text: string, path: Path): void {
	pairs.push(`${key}=${encoded(text, path)}`);
}

function encoded(text: string, path: Path): string {
	if (HALF_CHARACTER.test(text)) throw new Unwritable('holds half of a character', path);
	return encodeURIComponent(text);
}
