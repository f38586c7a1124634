// Reads a response of which nothing is known before: JSON, or XML with any root.
import { pageTitle } from './errorMessage';
import { readJson } from './json/read';
import { FieldPlan } from './reading/plans';
import { ByteWindow } from './reading/window';
import { type BodyReader, type DecodedResponse, readText } from './response';
import { countText, type FailedResult, failure } from './result';
import { XmlReader } from './xml/read';

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
 * lists, and an element without content is empty text.
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
		const text = this.decoded(this.isTooLarge ? this.received : Buffer.concat(this.pieces));
		const start = text.trimStart();
		const title = pageTitle(start);
		if (title !== undefined)
			return failure('The service responded with a web page instead of data.');
		this.format = start.startsWith('<') ? 'xml' : /^[[{"\d\-tfn]/.test(start) ? 'json' : undefined;
		this.rootTag = this.format === 'xml' ? (FIRST_ELEMENT.exec(text)?.[1] ?? '') : '';
		if (this.isTooLarge) return tooLarge(maxBytes);
		if (start === '') return failure('The service responded with nothing (an empty body).');
		if (this.format === 'xml') return readXml(text);
		return readJson(text, undefined, longNumbers === 'exact' ? 'exact' : undefined);
	}

	private decoded(bytes: Uint8Array): string {
		return readText(bytes, this.settings.contentType);
	}
}

function tooLarge(maxBytes: number): FailedResult {
	const problem = `The response is larger than ${countText(maxBytes)} bytes, which is too large to be read.`;
	return { ok: false, problem, isTooLarge: true };
}

function readXml(text: string): DecodedResponse {
	const window = new ByteWindow();
	const reader = new XmlReader(window, new FieldPlan());
	window.append(Buffer.from(text));
	window.isComplete = true;
	try {
		return { ok: true, value: reader.readDocument() };
	} catch (error) {
		return isFailure(error) ? error : failure(window.problemText(error));
	}
}

function isFailure(error: unknown): error is FailedResult {
	return typeof error === 'object' && error !== null && 'problem' in error;
}
