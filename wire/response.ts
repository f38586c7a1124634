// Reads a response while it arrives: its encoding and format are recognized, whatever was requested or its header says.
import { isRecord } from '../api/schema/types';
import { pageTitle } from './errorMessage';
import { readJsonDocument } from './json/read';
import { isEmpty, type Projection, projector } from './projection';
import {
	append,
	decoderFor,
	encodingOf,
	problemText,
	readTextLeniently,
	skipSpace,
} from './reading/bytes';
import { createReading, type Drift, driftIn, planDocument } from './reading/records';
import { checkShape, unexpectedResponse } from './responseShape';
import { countText, type Failure, failure, type ResponseShape } from './result';
import { readXmlDocument } from './xml/read';

/** The value of a response, or why there is none. */
export type DecodedResponse =
	| {
			readonly ok: true;
			readonly value: unknown;
			/** Where the response differs from the API documentation. */
			readonly drift?: Drift;
			/** Whether the response is a record without fields. Its value may also lack those that were not selected. */
			readonly isEmpty?: boolean;
	  }
	| Failure;

/** Takes the bytes of one response as they come. */
export interface ResponseReader {
	/** The caller may use the bytes again afterwards. */
	push(chunk: Uint8Array): void;
	/** The response in the expected shape, with the projection applied to its rows. */
	end(): DecodedResponse;
	/** The beginning of what arrived, for a message about a response that is an error. */
	received(): Uint8Array;
}

export interface ReaderOptions {
	readonly contentType?: string;
	readonly projection?: Projection;
	/** How many bytes are awaited before any are read, unless the response ends before. */
	readonly portion?: number;
	/** The most bytes that may wait to be read: those of one row. */
	readonly longest?: number;
}

/** A row in which a portion ends is read again with the next one: the larger the portions, the fewer rows are. */
const PORTION = 256 * 1024;
const MAX_PIECE = 64 * 1024;
const LONGEST_ROW = 100_000_000;
/** As much of the beginning is kept for messages. */
const MAX_HEAD = 64 * 1024;
/** As many bytes tell the encoding. */
const ENCODING_BYTES = 256;

const MARKUP = 0x3c;
const UTF_8_MARK = Buffer.from('\ufeff');

/** Creates the reader for one response of this shape. */
export function createResponseReader(
	shape: ResponseShape,
	{ contentType, projection = {}, portion = PORTION, longest = LONGEST_ROW }: ReaderOptions = {},
): ResponseReader {
	const reading = createReading();
	let head = Buffer.alloc(0);
	let toUtf8: ((bytes: Uint8Array) => Uint8Array) | undefined;
	let document: Generator<void, unknown> | undefined;
	let isXml = false;
	let awaited = portion;
	let ended: { readonly value: unknown } | { readonly error: unknown } | undefined;

	/** Begins to read at the first byte that is not white space. */
	function begin(): typeof document {
		const at = skipSpace(reading.bytes, 0);
		if (at >= reading.end) return undefined;
		isXml = reading.bytes[at] === MARKUP;
		if (!isXml) return readJsonDocument(reading, planDocument(shape, projection));
		// Only JSON is kept as text.
		const plan = planDocument(shape, { ...projection, textBy: undefined });
		return readXmlDocument(reading, shape, plan);
	}

	function read(bytes: Uint8Array): void {
		if (ended) return;
		try {
			append(reading, toUtf8 ? toUtf8(bytes) : bytes);
			if (!reading.isComplete && reading.end < awaited) return;
			document ??= begin();
			const step = document?.next();
			if (step?.done) ended = { value: step.value };
			const waiting = reading.end - reading.done;
			if (waiting > longest) throw tooLarge(longest);
			awaited = Math.min(longest, Math.max(portion, waiting * 2));
		} catch (error) {
			ended = { error };
		}
	}

	/** Reads a piece; the first bytes are kept until they tell the encoding. */
	function take(piece: Uint8Array): void {
		if (toUtf8) return read(piece);
		if (head.length < ENCODING_BYTES && !reading.isComplete) return;
		const encoding = encodingOf(head, contentType);
		const decode = decoderFor(encoding);
		toUtf8 = (bytes) => {
			if (encoding === 'utf-8') return bytes;
			const text = decode(bytes, reading.isComplete);
			if (!text.ok) throw text;
			return Buffer.from(text.value);
		};
		read(head.subarray(0, 3).equals(UTF_8_MARK) ? head.subarray(3) : head);
	}

	return {
		push(chunk) {
			for (let at = 0; at < chunk.length; at += MAX_PIECE) {
				const piece = chunk.subarray(at, at + MAX_PIECE);
				if (head.length < MAX_HEAD) head = Buffer.concat([head, piece]);
				take(piece);
			}
		},
		end() {
			reading.isComplete = true;
			take(new Uint8Array(0));
			if (ended && 'value' in ended) return shaped(ended.value);
			return ended
				? problemOf(ended.error)
				: failure('The service responded with nothing (an empty body).');
		},
		received: () => head,
	};

	function shaped(value: unknown): DecodedResponse {
		const checked = checkShape(shape, value, isXml);
		if (!checked.ok) return checked;
		const drift = driftIn(reading.drift);
		if (shape.rows !== undefined) return { ok: true, value: checked.value, drift };
		const keep = projector(projection);
		return {
			ok: true,
			value: Array.isArray(checked.value) ? checked.value.map(keep) : keep(checked.value),
			drift,
			isEmpty: isRecord(checked.value) && isEmpty(checked.value),
		};
	}

	function problemOf(error: unknown): Failure {
		if (isFailure(error) && error.isTooLarge) return error;
		const text = readTextLeniently(head, contentType).trimStart();
		const title = isXml ? pageTitle(text) : undefined;
		if (title !== undefined) {
			const named = title === '' ? '' : ` (title: "${title}")`;
			return failure(`The service responded with a web page${named} instead of data.`);
		}
		if (isFailure(error)) return error;
		const problem = problemText(reading, error);
		return failure(isXml || /^[{[]/.test(text) ? problem : unexpectedResponse(text, 'data'));
	}
}

function tooLarge(longest: number): Failure {
	const problem = `The response contains a record or a value larger than ${countText(longest)} bytes, which is too large to be read.`;
	return { ...failure(problem), isTooLarge: true };
}

function isFailure(error: unknown): error is Failure {
	return typeof error === 'object' && error !== null && 'problem' in error;
}
