// Short hashes of texts: what the saved state holds instead of ids and records.
import { createHash } from 'crypto';

/** Characters of a hash that no two ids of a catalog are expected to share (66 bits). */
export const HASH_LENGTH = 11;

/** The first characters of a text's SHA-256 in base64url: six bits a character. */
export function hashOf(text: string, length = HASH_LENGTH): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== 'object' || value === null) return value;
	return Object.entries(value)
		.filter(([, inner]) => inner !== null && inner !== undefined)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([name, inner]) => [name, sorted(inner)]);
}

/** A text that is the same for the same content: neither the order of fields nor null or absent counts. */
export function contentOf(value: unknown): string {
	return JSON.stringify(sorted(value)) ?? '';
}
