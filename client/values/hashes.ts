// Hashes, and the same text for the same content.
import { createHash } from 'crypto';
import { isRecord } from '../../api/schema/types';

/** The same text for the same content: neither the order of fields nor null or absent matters. */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value))
		return `[${value.map((member) => canonicalJson(member ?? null)).join()}]`;
	if (!isRecord(value)) return JSON.stringify(value) ?? '';
	const fields: string[] = [];
	for (const name of Object.keys(value).sort()) {
		const inner = value[name];
		if (inner === null || inner === undefined) continue;
		fields.push(`[${JSON.stringify(name)},${canonicalJson(inner)}]`);
	}
	return `[${fields.join()}]`;
}

/** The first bytes of a text's SHA-256, each as a character. */
export function digest(text: string, bytes: number): string {
	return createHash('sha256').update(text).digest().toString('latin1', 0, bytes);
}

/** The first characters of a text's SHA-256 in base64url; 22 characters (132 bits) do not collide in practice. */
export function shortHash(text: string, length = 22): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}
