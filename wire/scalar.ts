// Values that stand alone, as XML and form bodies write them: text without quotes.
import type { ScalarKind } from '../api/kinds';
import { ExactNumber, numberToken, plainNumber } from './exact';
import { type Path, Unwritable } from './unwritable';

/** The text of a value; numbers with all their digits and without an exponent. */
export function scalarText(kind: ScalarKind | 'choice', value: unknown, path: Path): string {
	switch (kind) {
		case 'integer':
		case 'byte':
		case 'decimal':
			return numberText(value, path);
		case 'text':
		case 'flag':
		case 'date':
		case 'guid':
		case 'choice':
			return looseText(value, path);
		default:
			return kind satisfies never;
	}
}

function numberText(value: unknown, path: Path): string {
	const text = looseText(value, path);
	const token = numberToken(text);
	return token === undefined ? text : plainNumber(token);
}

/** The text of a value whose kind nobody knows. */
export function looseText(value: unknown, path: Path): string {
	switch (typeof value) {
		case 'string':
			return value;
		case 'number':
			if (!Number.isFinite(value)) throw new Unwritable(`${value} is no number to send`, path);
			return plainNumber(String(value));
		case 'boolean':
		case 'bigint':
			return String(value);
		default:
			if (value instanceof Date) return value.toISOString();
			if (value instanceof ExactNumber) return plainNumber(value.token);
			throw new Unwritable('expected a single value', path);
	}
}
