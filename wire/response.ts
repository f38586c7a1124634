// Reads a response while it arrives: its encoding and format are recognized, whatever was requested or its header says.
import {
	damagedText,
	decoderFor,
	encodingOf,
	readTextLeniently,
	unknownEncodingText,
} from './charset';
import { type Drift, driftIn } from './drift';
import { pageTitle } from './errorMessage';
import { jsonProblem, readJsonDocument } from './json/read';
import { isEmptyRecord, type Projection, projector } from './projection';
import { append, createCursor, skipSpace } from './reading/cursor';
import { planDocument } from './reading/record';
import { checkShape, checkXmlShape, unexpectedResponse } from './responseShape';
import { type Failure, failure, type ResponseShape } from './result';
import { countText } from './wording';
import { readXmlDocument, xmlProblem } from './xml/read';

/** The value of a response, or why there is none. */
export type DecodedResponse =
	| {
			readonly ok: true;
			readonly value: unknown;
			/** Where the response differs from the API documentation. */
			readonly drift?: Drift | undefined;
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
	readonly contentType?: string | undefined;
	readonly projection?: Projection | undefined;
	/** How many bytes are awaited before any are read, unless the response ends before. */
	readonly portion?: number | undefined;
	/** The most bytes that may wait to be read: those of one row. */
	readonly longest?: number | undefined;
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
const TOO_LARGE = new Error('A part of the response is too large.');

/** Creates the reader for one response of this shape. */
export function createResponseReader(
	shape: ResponseShape,
	{ contentType, projection = {}, portion = PORTION, longest = LONGEST_ROW }: ReaderOptions = {},
): ResponseReader {
	const cursor = createCursor();
	let head = Buffer.alloc(0);
	let toUtf8: ((bytes: Uint8Array) => Uint8Array) | undefined;
	let document: Generator<void, unknown> | undefined;
	let isXml = false;
	let awaited = portion;
	let ended: { readonly value: unknown } | { readonly error: unknown } | undefined;

	/** Begins to read at the first byte that is not white space. */
	function begin(): typeof document {
		const at = skipSpace(cursor.bytes, 0);
		if (at >= cursor.end) return undefined;
		isXml = cursor.bytes[at] === MARKUP;
		const plan = planDocument(shape, isXml ? 'xml' : 'json', projection);
		return isXml ? readXmlDocument(cursor, shape, plan) : readJsonDocument(cursor, plan);
	}

	function read(bytes: Uint8Array): void {
		if (ended) return;
		try {
			append(cursor, toUtf8 ? toUtf8(bytes) : bytes);
			if (!cursor.isComplete && cursor.end < awaited) return;
			document ??= begin();
			const step = document?.next();
			if (step?.done) ended = { value: step.value };
			const waiting = cursor.end - cursor.done;
			if (waiting > longest) throw TOO_LARGE;
			awaited = Math.min(longest, Math.max(portion, waiting * 2));
		} catch (error) {
			ended = { error };
		}
	}

	/** Reads the first bytes, once they tell the encoding. */
	function readHead(): void {
		const encoding = encodingOf(head, contentType);
		const decoder = decoderFor(encoding, true);
		toUtf8 = (bytes) => bytes;
		if (!decoder) ended = { error: failure(unknownEncodingText(encoding)) };
		else if (encoding !== 'utf-8') {
			toUtf8 = (bytes) => {
				try {
					return Buffer.from(decoder.decode(bytes, { stream: !cursor.isComplete }));
				} catch {
					throw failure(damagedText(encoding));
				}
			};
		}
		read(head.subarray(0, 3).equals(UTF_8_MARK) ? head.subarray(3) : head);
	}

	function take(piece: Uint8Array): void {
		if (toUtf8) read(piece);
		else if (head.length >= ENCODING_BYTES || cursor.isComplete) readHead();
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
			cursor.isComplete = true;
			take(new Uint8Array(0));
			if (ended && 'value' in ended) return shaped(ended.value);
			return ended
				? problemOf(ended.error)
				: failure('The service responded with nothing (an empty body).');
		},
		received: () => head,
	};

	function shaped(value: unknown): DecodedResponse {
		const checked = isXml ? checkXmlShape(shape, value) : checkShape(shape, value);
		if (!checked.ok) return checked;
		const drift = driftIn(cursor.drift);
		if (shape.rows !== undefined) return { ok: true, value: checked.value, drift };
		const { fields, onlyFilled } = projection;
		const keep = projector({ fields, onlyFilled });
		const isEmpty = isEmptyRecord(checked.value);
		const kept = Array.isArray(checked.value) ? checked.value.map(keep) : keep(checked.value);
		return { ok: true, value: kept, drift, isEmpty };
	}

	function problemOf(error: unknown): Failure {
		if (error === TOO_LARGE) {
			const problem = `The response contains a record or a value larger than ${countText(longest)} bytes, which is too large to be read.`;
			return { ...failure(problem), isTooLarge: true };
		}
		const text = readTextLeniently(head, contentType).trimStart();
		const title = isXml ? pageTitle(text) : undefined;
		if (title !== undefined) {
			const named = title === '' ? '' : ` (title: "${title}")`;
			return failure(`The service responded with a web page${named} instead of data.`);
		}
		if (isFailure(error)) return error;
		if (!isXml) {
			const problem = jsonProblem(cursor, error);
			return failure(/^[{[]/.test(text) ? problem : unexpectedResponse(text, 'data'));
		}
		return failure(xmlProblem(cursor, error));
	}
}

function isFailure(error: unknown): error is Failure {
	return typeof error === 'object' && error !== null && 'problem' in error;
}
