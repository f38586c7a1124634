// The encoding of a response: which one it is, and its conversion to UTF-8, which the readers read.
import { failure } from './result';

const XML_ENCODING = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)["']/;
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)"?/i;

/** The encoding of a response, by its beginning and the Content-Type header. */
export function encodingOf(body: Uint8Array, contentType = ''): string {
	const [first, second, third] = body;
	// A byte order mark, or a zero byte in the first character, is more certain than a header.
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) return 'utf-16le';
	if ((first === 0xfe && second === 0xff) || (first === 0 && second > 0)) return 'utf-16be';
	const named =
		CHARSET.exec(contentType)?.[1] ??
		XML_ENCODING.exec(String.fromCharCode(...body.subarray(0, 256)))?.[1];
	// .NET declares utf-16 for what it first wrote into a string; here the bytes are known to be single.
	return named === undefined || /^(utf|ucs|iso-10646-ucs)-?(16|32|2|4)/i.test(named)
		? 'utf-8'
		: named.toLowerCase();
}

/** Converts the bytes of a response to UTF-8 as they come. Throws a failure for an unknown encoding and for invalid bytes. */
export function transcoderFrom(
	encoding: string,
): (bytes: Uint8Array, isLast: boolean) => Uint8Array {
	if (encoding === 'utf-8') return (bytes) => bytes;
	let problem = `The response is in an encoding that cannot be read: ${encoding}.`;
	const attempt = <T>(run: () => T): T => {
		try {
			return run();
		} catch {
			throw failure(problem);
		}
	};
	const decoder = attempt(() => new TextDecoder(encoding, { fatal: true }));
	problem = damagedText(encoding);
	return (bytes, isLast) => Buffer.from(attempt(() => decoder.decode(bytes, { stream: !isLast })));
}

/** The text of a response as far as it can be read. */
export function readText(body: Uint8Array, contentType?: string): string {
	let decoder = new TextDecoder();
	try {
		decoder = new TextDecoder(encodingOf(body, contentType));
	} catch {
		// An unknown encoding is probably much like UTF-8.
	}
	return decoder.decode(body);
}

/** That bytes are not text in an encoding. */
export function damagedText(encoding: string): string {
	return `The response is damaged or cut off: its bytes are not valid ${encoding}.`;
}
