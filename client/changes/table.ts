// Keys of rows, with or without signatures, packed into text: 25 bytes for a GUID and its signature.
import { signatureBytes } from './signature';

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const guidBytes = 16;

// The first byte of an entry: the length of a short text, or what follows instead.
const lowerGuid = 0xf0;
const upperGuid = 0xf1;
const longText = 0xf2;

function packKey(key: string): Buffer {
	const lower = key.toLowerCase();
	if (guid.test(lower) && (key === lower || key === key.toUpperCase())) {
		const form = key === lower ? lowerGuid : upperGuid;
		return Buffer.concat([Buffer.of(form), Buffer.from(lower.replaceAll('-', ''), 'hex')]);
	}
	const text = Buffer.from(key);
	if (text.length < lowerGuid) return Buffer.concat([Buffer.of(text.length), text]);
	const head = Buffer.alloc(5, longText);
	head.writeUInt32LE(text.length, 1);
	return Buffer.concat([head, text]);
}

/** The key that begins at a byte, and where it ends; past the end of the bytes where they were cut off. */
function unpackKey(bytes: Buffer, start: number): [key: string, end: number] {
	const form = bytes[start] ?? 0;
	const begin = start + 1;
	if (form === lowerGuid || form === upperGuid) {
		const end = begin + guidBytes;
		const hex = bytes.toString('hex', begin, end);
		const key = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
		return [form === lowerGuid ? key : key.toUpperCase(), end];
	}
	if (form !== longText) return [bytes.toString('utf8', begin, begin + form), begin + form];
	const from = begin + 4;
	if (from > bytes.length) return ['', from];
	const end = from + bytes.readUInt32LE(begin);
	return [bytes.toString('utf8', from, end), end];
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

/** Packs keys with their signatures; their order is kept. */
export function packTable(rows: ReadonlyMap<string, string>): string {
	return pack(rows);
}

/** The keys and signatures that `packTable` packed; undefined for a text that was cut off. */
export function unpackTable(packed: string): Map<string, string> | undefined {
	return unpack(packed, signatureBytes);
}

/** Packs keys alone; their order is kept. */
export function packKeys(keys: Iterable<string>): string {
	return pack([...keys].map((key) => [key, ''] as const));
}

/** The keys that `packKeys` packed; undefined for a text that was cut off. */
export function unpackKeys(packed: string): Set<string> | undefined {
	const rows = unpack(packed, 0);
	return rows && new Set(rows.keys());
}
