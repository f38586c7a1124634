// Reads a response of which nothing is known before: JSON, or XML with any root.
import { encodingOf, readText, strictDecoder } from './encoding';
import { pageTitle } from './errorMessage';
import { readJson } from './json/read';
import { DROPPED_NAME } from './reading/plans';
import { ByteWindow } from './reading/window';
import { type BodyReader, type DecodedResponse, EMPTY_RESPONSE, MAX_HEAD } from './response';
import { failure, isFailedResult, tooLarge } from './result';
import { MarkupReader, scopeWithin, TEXT } from './xml/markup';
import type { Tag } from './xml/tags';

const MAX_RESPONSE_BYTES = 100_000_000;

export interface UntypedOptions {
	readonly contentType?: string;
	/** The most bytes that are read. */
	readonly maxBytes?: number;
}

/**
 * Takes a response whole, since nothing says what its rows are. In XML, text stays text, elements that come again are
 * lists, and an element without content is empty text; an attribute is a field with an @ before its name.
 */
export class UntypedReader implements BodyReader {
	received: Uint8Array = new Uint8Array(0);
	/** The format of the response; undefined for what is neither. */
	format: 'json' | 'xml' | undefined;
	/** How many bytes have arrived. */
	length = 0;
	private readonly pieces: Uint8Array[] = [];

	constructor(private readonly settings: UntypedOptions = {}) {}

	push(chunk: Uint8Array): boolean {
		this.pieces.push(Buffer.from(chunk));
		this.length += chunk.length;
		if (this.received.length < MAX_HEAD) this.received = Buffer.concat([this.received, chunk]);
		return !this.isTooLarge;
	}

	/** Whether more bytes have arrived than are read. */
	get isTooLarge(): boolean {
		return this.length > (this.settings.maxBytes ?? MAX_RESPONSE_BYTES);
	}

	end(): DecodedResponse {
		try {
			return this.read();
		} catch (error) {
			if (isFailedResult(error)) return error;
			throw error;
		}
	}

	private read(): DecodedResponse {
		const { contentType, maxBytes = MAX_RESPONSE_BYTES } = this.settings;
		const { isTooLarge, received } = this;
		const whole = isTooLarge ? readText(received, contentType) : this.decoded(contentType);
		// Without blanks and byte order marks.
		const text = whole.trimStart();
		if (pageTitle(text) !== undefined)
			return failure('The service responded with a web page instead of data.');
		this.format = text.startsWith('<') ? 'xml' : /^[[{"\d\-tfn]/.test(text) ? 'json' : undefined;
		if (isTooLarge) return tooLarge('The response is', maxBytes);
		if (text === '') return EMPTY_RESPONSE;
		if (this.format === 'xml') return readXml(text);
		return readJson(text);
	}

	private decoded(contentType?: string): string {
		const bytes = Buffer.concat(this.pieces);
		return strictDecoder(encodingOf(bytes, contentType))(bytes, true);
	}
}

function readXml(text: string): DecodedResponse {
	const window = new ByteWindow();
	window.append(Buffer.from(text));
	window.isComplete = true;
	const markup = new MarkupReader(window);
	try {
		markup.passOutside();
		const value = readElement(markup, markup.readTag(scopeWithin(), 0), 0);
		markup.passEnd();
		return { ok: true, value };
	} catch (error) {
		return failure(window.problemText(error));
	}
}

/** @throws ReadError for XML that is not well-formed */
function readElement(markup: MarkupReader, tag: Tag, depth: number): unknown {
	const members = new Map<string, unknown>();
	for (const [name, value] of tag.attributes) members.set(`@${name}`, value);
	let text = '';
	if (!tag.isClosed) {
		for (;;) {
			text += markup.readTexts(true);
			if (markup.isEndTagNext()) break;
			const inner = markup.readTag(tag.scope, depth + 1);
			const value = readElement(markup, inner, depth + 1);
			const earlier = members.get(inner.name);
			if (Array.isArray(earlier)) earlier.push(value);
			else members.set(inner.name, members.has(inner.name) ? [earlier, value] : value);
		}
		markup.passEndTag(tag.close);
	}
	if (tag.isNil) return null;
	if (members.size === 0) return text;
	if (text.trim() !== '') members.set(TEXT, text);
	members.delete(DROPPED_NAME);
	return Object.fromEntries(members);
}
