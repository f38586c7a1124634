// The encoding of a response: how it is recognized, and its bytes as UTF-8 or text.
import { damagedText } from './reading/window';
import { failure } from './result';

/** How many bytes tell the encoding. */
export const ENCODING_BYTES = 256;

const XML_ENCODING = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)["']/;
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)"?/i;

/** Whether bytes begin with the byte order mark of UTF-8. */
function hasMark([first, second, third]: Uint8Array): boolean {
	return first === 0xef && second === 0xbb && third === 0xbf;
}

/** Bytes in UTF-8 without the byte order marks at their beginning: proxies and file systems add a second one. */
export function withoutMarks(bytes: Uint8Array): Uint8Array {
	let at = 0;
	while (hasMark(bytes.subarray(at))) at += 3;
	return bytes.subarray(at);
}

/** The encoding of a response, by its beginning and the Content-Type header. */
export function encodingOf(body: Uint8Array, contentType = ''): string {
	const [first, second] = body;
	// A byte order mark, or a zero byte in the first character, is more certain than a header.
	if (hasMark(body)) return 'utf-8';
	if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) return 'utf-16le';
	if ((first === 0xfe && second === 0xff) || (first === 0 && second > 0)) return 'utf-16be';
	const named =
		CHARSET.exec(contentType)?.[1] ??
		XML_ENCODING.exec(String.fromCharCode(...body.subarray(0, ENCODING_BYTES)))?.[1];
	// .NET declares utf-16 for what it first wrote into a string; here the bytes are known to be single.
	return named === undefined || /^(utf|ucs|iso-10646-ucs)-?(16|32|2|4)|unicode/i.test(named)
		? 'utf-8'
		: named.toLowerCase();
}

/** Converts the bytes of a response to UTF-8 as they come. */
export function transcoderFrom(
	encoding: string,
): (bytes: Uint8Array, isLast: boolean) => Uint8Array {
	if (encoding === 'utf-8') return (bytes) => bytes;
	const decode = strictDecoder(encoding);
	return (bytes, isLast) => Buffer.from(decode(bytes, isLast));
}

/** Decodes bytes as they come. Throws a failure for an unknown encoding and for invalid bytes. */
export function strictDecoder(encoding: string): (bytes: Uint8Array, isLast: boolean) => string {
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	return (bytes, isLast) => {
		try {
			decoder ??= new TextDecoder(encoding, { fatal: true });
			return decodeWith(decoder, bytes, isLast);
		} catch {
			const unknown = `The response is in an encoding that cannot be read: ${encoding}.`;
			throw failure(decoder ? damagedText(encoding) : unknown);
		}
	};
}

/** The text of a response as far as it can be read. */
export function readText(body: Uint8Array, contentType?: string): string {
	let decoder = new TextDecoder();
	try {
		decoder = new TextDecoder(encodingOf(body, contentType));
	} catch {
		// An unknown encoding is probably much like UTF-8.
	}
	return decodeWith(decoder, body, true).replace(/^\ufeff+/, '');
}

/** Decodes bytes as a part of a stream: in a single call, Node.js 20 takes windows-1252 for ISO 8859-1. */
function decodeWith(
	decoder: InstanceType<typeof TextDecoder>,
	bytes: Uint8Array,
	isLast: boolean,
): string {
	const text = decoder.decode(bytes, { stream: true });
	return isLast ? text + decoder.decode() : text;
}
