// The saved form of keys and signatures: packed into text.
import { z } from 'zod/v4';
import { isRecord } from '../../api/schema/types';
import { LONE_SURROGATE } from '../../wire/encode';
import { SIGNATURE_BYTES } from './whatCountsAsUpdated';

const LOWER_CASE_GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const GUID_BYTES = 16;

// The first byte of an entry: the length of a short text, or what follows instead.
const LOWER_GUID = 0xf0;
const UPPER_GUID = 0xf1;
const LONG_TEXT = 0xf2;
/** Text with half of a surrogate pair. */
const ODD_TEXT = 0xf3;

function packKey(key: string): Buffer {
	const lower = key.toLowerCase();
	if (LOWER_CASE_GUID.test(lower) && (key === lower || key === key.toUpperCase())) {
		const form = key === lower ? LOWER_GUID : UPPER_GUID;
		return Buffer.concat([Buffer.of(form), Buffer.from(lower.replaceAll('-', ''), 'hex')]);
	}
	const isOdd = LONE_SURROGATE.test(key);
	const text = Buffer.from(key, isOdd ? 'utf16le' : 'utf8');
	if (!isOdd && text.length < LOWER_GUID) return Buffer.concat([Buffer.of(text.length), text]);
	const head = Buffer.alloc(5, isOdd ? ODD_TEXT : LONG_TEXT);
	head.writeUInt32LE(text.length, 1);
	return Buffer.concat([head, text]);
}

/** The key that begins at a byte, and where it ends; past the end of the bytes where they were cut off. */
function unpackKey(bytes: Buffer, start: number): [key: string, end: number] {
	const form = bytes[start] ?? 0;
	const begin = start + 1;
	if (form === LOWER_GUID || form === UPPER_GUID) {
		const end = begin + GUID_BYTES;
		const hex = bytes.toString('hex', begin, end);
		const key = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
		return [form === LOWER_GUID ? key : key.toUpperCase(), end];
	}
	if (form !== LONG_TEXT && form !== ODD_TEXT)
		return [bytes.toString('utf8', begin, begin + form), begin + form];
	const from = begin + 4;
	if (from > bytes.length) return ['', from];
	const end = from + bytes.readUInt32LE(begin);
	return [bytes.toString(form === ODD_TEXT ? 'utf16le' : 'utf8', from, end), end];
}

function pack(rows: Iterable<readonly [key: string, signature: string]>): string {
	const parts: Buffer[] = [];
	for (const [key, signature] of rows) parts.push(packKey(key), Buffer.from(signature, 'latin1'));
	return Buffer.concat(parts).toString('base64');
}

function unpack(packed: string, bytesAfterKey: number): Map<string, string> | undefined {
	const bytes = Buffer.from(packed, 'base64');
	const rows = new Map<string, string>();
	for (let at = 0; at < bytes.length;) {
		const [key, end] = unpackKey(bytes, at);
		at = end + bytesAfterKey;
		if (at > bytes.length) return undefined;
		rows.set(key, bytes.toString('latin1', end, at));
	}
	return rows;
}

/**
 * The saved form of a state: maps of keys to signatures and sets of keys become text, 25 bytes for a GUID and its
 * signature. Everything else must be JSON.
 */
export function savedForm(value: unknown): unknown {
	if (value instanceof Map) return pack(value as ReadonlyMap<string, string>);
	if (value instanceof Set) return pack([...value].map((key) => [String(key), ''] as const));
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, savedForm(inner)]));
}

function packed<T>(bytesAfterKey: number, valueOf: (rows: ReadonlyMap<string, string>) => T) {
	return z.string().transform((text, context): T => {
		const rows = unpack(text, bytesAfterKey);
		if (rows !== undefined) return valueOf(rows);
		context.issues.push({ code: 'custom', message: 'It was cut off.', input: text });
		return z.NEVER;
	});
}

export const savedTable = packed(SIGNATURE_BYTES, (rows) => rows);
export const savedKeys = packed(0, (rows): ReadonlySet<string> => new Set(rows.keys()));
