// Reads a response of which nothing is known before: JSON, or XML with any root.
import { pageTitle } from './errorMessage';
import { readJson } from './json/read';
import { damagedText } from './reading/window';
import { type BodyReader, type DecodedResponse, encodingOf, readText } from './response';
import { countText, type FailedResult, failure, type Result } from './result';
import { readUntypedXml } from './untypedXml';

const MAX_BYTES = 100_000_000;
/** How much of the beginning is kept for messages. */
const MAX_HEAD = 64 * 1024;
const FIRST_ELEMENT = /^(?:\s|<\?[^]*?\?>|<!--[^]*?-->)*(<[^>]*>)/;

export interface UntypedOptions {
	readonly contentType?: string;
	/** The most bytes that are read. */
	readonly maxBytes?: number;
	/** Numbers that a JavaScript number does not hold exactly: strings of their digits, or `ExactNumber`s. */
	readonly longNumbers?: 'strings' | 'exact';
}

/**
 * Takes a response whole, since nothing says what its rows are. In XML, text stays text, elements that come again are
 * lists, and an element without content is empty text; an attribute is a field with an @ before its name.
 */
export class UntypedReader implements BodyReader {
	received: Uint8Array = new Uint8Array(0);
	/** The format that came; undefined for what is neither. */
	format: 'json' | 'xml' | undefined;
	/** The start tag of the root element in XML. */
	rootTag = '';
	/** How many bytes came. */
	length = 0;
	private readonly pieces: Uint8Array[] = [];

	constructor(private readonly settings: UntypedOptions = {}) {}

	push(chunk: Uint8Array): boolean {
		this.pieces.push(Buffer.from(chunk));
		this.length += chunk.length;
		if (this.received.length < MAX_HEAD) this.received = Buffer.concat([this.received, chunk]);
		return !this.isTooLarge;
	}

	/** Whether more came than is read. */
	get isTooLarge(): boolean {
		return this.length > (this.settings.maxBytes ?? MAX_BYTES);
	}

	end(): DecodedResponse {
		const { maxBytes = MAX_BYTES, longNumbers } = this.settings;
		const { contentType } = this.settings;
		const read = this.isTooLarge
			? ({ ok: true, value: readText(this.received, contentType) } as const)
			: textOf(Buffer.concat(this.pieces), contentType);
		if (!read.ok) return read;
		// Without blanks and byte order marks.
		const start = read.value.trimStart();
		const title = pageTitle(start);
		if (title !== undefined)
			return failure('The service responded with a web page instead of data.');
		this.format = start.startsWith('<') ? 'xml' : /^[[{"\d\-tfn]/.test(start) ? 'json' : undefined;
		this.rootTag = this.format === 'xml' ? (FIRST_ELEMENT.exec(start)?.[1] ?? '') : '';
		if (this.isTooLarge) return tooLarge(maxBytes);
		if (start === '') return failure('The service responded with nothing (an empty body).');
		if (this.format === 'xml') return readUntypedXml(start);
		return readJson(start, undefined, longNumbers === 'exact' ? 'exact' : undefined);
	}
}

/** The text of a whole response, or why its bytes are none in its encoding. */
function textOf(bytes: Uint8Array, contentType?: string): Result<string> {
	const encoding = encodingOf(bytes, contentType);
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	try {
		decoder = new TextDecoder(encoding, { fatal: true });
		// In a single call, Node.js 20 takes windows-1252 for ISO 8859-1.
		return { ok: true, value: decoder.decode(bytes, { stream: true }) + decoder.decode() };
	} catch {
		const unknown = `The response is in an encoding that cannot be read: ${encoding}.`;
		return failure(decoder ? damagedText(encoding) : unknown);
	}
}

function tooLarge(maxBytes: number): FailedResult {
	const problem = `The response is larger than ${countText(maxBytes)} bytes, which is too large to be read.`;
	return { ok: false, problem, isTooLarge: true };
}
