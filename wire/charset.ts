// Bytes as text: which encoding an answer is in, by byte order mark, Content-Type, XML declaration or sight.
import { refuse, type Refused } from './result';

export type Text = { readonly ok: true; readonly text: string } | Refused;

const DECLARED = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)["']/;
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)"?/i;

/** The most characters that a JavaScript string can hold. */
const LONGEST_TEXT = 2 ** 29 - 24;

/** The text of an answer. Bytes that its encoding does not allow are refused, never replaced. */
export function readText(body: Uint8Array, contentType?: string): Text {
	const encoding = encodingOf(body, contentType);
	const decoder = decoderFor(encoding, true);
	if (!decoder) return refuse(`The answer is in an encoding that cannot be read: ${encoding}.`);
	try {
		return { ok: true, text: decoder.decode(body) };
	} catch {
		return refuse(
			body.length > LONGEST_TEXT
				? `The answer is too large to be read as one text (${body.length} bytes).`
				: `The answer is damaged or cut: it is no valid ${encoding} text.`,
		);
	}
}

/** The text of an answer as far as it can be read, for showing it to a person. */
export function readTextLeniently(body: Uint8Array, contentType?: string): string {
	const decoder = decoderFor(encodingOf(body, contentType), false) ?? new TextDecoder();
	return decoder.decode(body);
}

function decoderFor(
	encoding: string,
	fatal: boolean,
): InstanceType<typeof TextDecoder> | undefined {
	try {
		return new TextDecoder(encoding, { fatal });
	} catch {
		return undefined;
	}
}

function encodingOf(body: Uint8Array, contentType = ''): string {
	const seen = encodingSeen(body);
	if (seen) return seen;
	const named = CHARSET.exec(contentType)?.[1] ?? encodingDeclared(body);
	// .NET declares utf-16 wherever it wrote into a string first; here the bytes are known to be single.
	return named === undefined || /^(utf|ucs|iso-10646-ucs)-?(16|32|2|4)/i.test(named)
		? 'utf-8'
		: named.toLowerCase();
}

// A byte order mark, or the zero half of a first character, is stronger than what a header says.
function encodingSeen(body: Uint8Array): string | undefined {
	const [first, second, third] = body;
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	if (body.length > 1 && first !== 0 && second === 0) return 'utf-16le';
	if (body.length > 1 && first === 0 && second !== 0) return 'utf-16be';
	return undefined;
}

function encodingDeclared(body: Uint8Array): string | undefined {
	return DECLARED.exec(String.fromCharCode(...body.subarray(0, 256)))?.[1];
}
