// Bytes as text: which encoding a response is in, by byte order mark, Content-Type or XML declaration.
import { failure, type Result } from './result';

const XML_ENCODING = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)["']/;
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)"?/i;

/** The text of a response. Bytes that are invalid in its encoding are an error, never replaced. */
export function readText(body: Uint8Array, contentType?: string): Result<string> {
	const encoding = encodingOf(body, contentType);
	const decoder = decoderFor(encoding, true);
	if (!decoder) return failure(unknownEncodingText(encoding));
	try {
		return { ok: true, value: decoder.decode(body) };
	} catch {
		return failure(damagedText(encoding));
	}
}

export function unknownEncodingText(encoding: string): string {
	return `The response is in an encoding that cannot be read: ${encoding}.`;
}

export function damagedText(encoding: string): string {
	return `The response is damaged or cut off: its bytes are not valid ${encoding}.`;
}

/** The text of a response as far as it can be read, to show it to a person. */
export function readTextLeniently(body: Uint8Array, contentType?: string): string {
	const decoder = decoderFor(encodingOf(body, contentType), false) ?? new TextDecoder();
	return decoder.decode(body);
}

/** A decoder of an encoding, if there is one; a fatal one throws at bytes that are not valid. */
export function decoderFor(
	encoding: string,
	fatal: boolean,
): InstanceType<typeof TextDecoder> | undefined {
	try {
		return new TextDecoder(encoding, { fatal });
	} catch {
		return undefined;
	}
}

/** The encoding of a response, by its beginning and the Content-Type header. */
export function encodingOf(body: Uint8Array, contentType = ''): string {
	const detected = detectedEncoding(body);
	if (detected) return detected;
	const named =
		CHARSET.exec(contentType)?.[1] ??
		XML_ENCODING.exec(String.fromCharCode(...body.subarray(0, 256)))?.[1];
	// .NET declares utf-16 for what it first wrote into a string; here the bytes are known to be single.
	return named === undefined || /^(utf|ucs|iso-10646-ucs)-?(16|32|2|4)/i.test(named)
		? 'utf-8'
		: named.toLowerCase();
}

// A byte order mark, or a zero byte in the first character, is more certain than a header.
function detectedEncoding(body: Uint8Array): string | undefined {
	const [first, second, third] = body;
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	if (body.length > 1 && first !== 0 && second === 0) return 'utf-16le';
	if (body.length > 1 && first === 0 && second !== 0) return 'utf-16be';
	return undefined;
}
