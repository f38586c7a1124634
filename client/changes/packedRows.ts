// The saved form of rows by their keys: packed into text, 26 bytes for a GUID and its signature.
import { z } from 'zod/v4';
import { comparableRowKey } from '../values/rowKeys';

/** A row as it is saved; `flags` and the meaning of the signature are the owner's. */
export interface PackedRow {
	/** As the service writes it. */
	readonly key: string;
	/** Bytes, each a character; of rows of one table, all have the same length. */
	readonly signature: string;
	/** What the owner notes of the row, in one byte. */
	readonly flags: number;
}

/** Rows by their comparable keys. */
export type PackedRows = ReadonlyMap<string, PackedRow>;

const LOWER_CASE_GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const GUID_BYTES = 16;

// A key begins with the length of its text, or with one of these bytes if something else follows.
const LOWER_GUID = 0xf0;
const UPPER_GUID = 0xf1;
const LONG_TEXT = 0xf2;

function packKey(key: string): Buffer {
	const lower = key.toLowerCase();
	if (LOWER_CASE_GUID.test(lower) && (key === lower || key === key.toUpperCase())) {
		const form = key === lower ? LOWER_GUID : UPPER_GUID;
		return Buffer.concat([Buffer.of(form), Buffer.from(lower.replaceAll('-', ''), 'hex')]);
	}
	// JSON keeps half of a surrogate pair, which UTF-8 has no bytes for.
	const text = Buffer.from(JSON.stringify(key).slice(1, -1));
	if (text.length < LOWER_GUID) return Buffer.concat([Buffer.of(text.length), text]);
	const head = Buffer.alloc(5, LONG_TEXT);
	head.writeUInt32LE(text.length, 1);
	return Buffer.concat([head, text]);
}

/** The key that begins at a byte, and where it ends. */
function unpackKey(bytes: Buffer, start: number): [key: string, end: number] {
	const form = bytes.readUInt8(start);
	const begin = start + 1;
	if (form === LOWER_GUID || form === UPPER_GUID) {
		const end = begin + GUID_BYTES;
		const hex = bytes.toString('hex', begin, end);
		const key = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
		return [form === LOWER_GUID ? key : key.toUpperCase(), end];
	}
	const isLong = form === LONG_TEXT;
	const textAt = isLong ? begin + 4 : begin;
	const end = textAt + (isLong ? bytes.readUInt32LE(begin) : form);
	return [JSON.parse(`"${bytes.toString('utf8', textAt, end)}"`) as string, end];
}

function unpack(packed: string): PackedRows {
	const bytes = Buffer.from(packed, 'base64');
	const signatureBytes = bytes.readUInt8(0);
	const rows = new Map<string, PackedRow>();
	for (let at = 1; at < bytes.length;) {
		const [key, flagsAt] = unpackKey(bytes, at);
		const flags = bytes.readUInt8(flagsAt);
		at = flagsAt + 1 + signatureBytes;
		if (at > bytes.length) throw new Error('It was cut off.');
		const signature = bytes.toString('latin1', flagsAt + 1, at);
		rows.set(comparableRowKey(key), { key, signature, flags });
	}
	return rows;
}

export function pack(rows: PackedRows): string {
	const [first] = rows.values();
	const parts: Buffer[] = [Buffer.of(first?.signature.length ?? 0)];
	for (const { key, signature, flags } of rows.values())
		parts.push(packKey(key), Buffer.of(flags), Buffer.from(signature, 'latin1'));
	return Buffer.concat(parts).toString('base64');
}

export const packedRows = z.string().transform((text, context): PackedRows => {
	try {
		return unpack(text);
	} catch {
		context.issues.push({ code: 'custom', message: 'It cannot be read.', input: text });
		return z.NEVER;
	}
});
