// Reads a response while it arrives: its encoding and format are recognized, whatever was requested or its header says.
import { isRecord, opaque } from '../api/schema/types';
import { ENCODING_BYTES, encodingOf, readText, transcoderFrom, withoutMarks } from './encoding';
import { errorMessage, errorReason, pageTitle } from './errorMessage';
import { JsonReader } from './json/read';
import { isEmpty, type Projection, projector } from './projection';
import { InternedTexts, keepLayouts, NEED_MORE_INPUT, Pattern } from './reading/engine';
import { FieldPlan, planDocument } from './reading/plans';
import { ByteWindow } from './reading/window';
import { failure, isFailedResult, tooLarge } from './result';
import type { Drift, FailedResult, ResponseShape } from './result';
import { checkShape, foreignRowProblem, unexpectedResponse } from './expectedShape';
import { saysThatItFailed } from './saidFailure';
import { LESS_THAN } from './xml/markup';
import { XmlReader } from './xml/read';

/** The value of a response, or why there is none. */
export type DecodedResponse =
	| {
			readonly ok: true;
			readonly value: unknown;
			/** Where the response differs from the API documentation. */
			readonly drift?: Drift | undefined;
			/** A name that is written otherwise than documented. */
			readonly otherSpelling?: string | undefined;
			/** Whether the response is a record without fields. Its value may also lack those that were not selected. */
			readonly isEmpty?: boolean;
			/** Whether it says that it failed, also in fields that were not selected. */
			readonly isFailure?: boolean;
			/** How many entries of its list were null: they are left out. */
			readonly nulls?: number | undefined;
	  }
	| FailedResult;

/** Takes the bytes of one response as they come. */
export interface BodyReader {
	/** The beginning of what arrived, for a message about a response that is an error. */
	readonly received: Uint8Array;
	/** Returns whether more bytes are needed. The caller may use the bytes again afterwards. */
	push(chunk: Uint8Array): boolean;
	end(): DecodedResponse;
}

export interface ReaderOptions {
	readonly contentType?: string;
	readonly projection?: Projection;
	/** How many bytes are awaited before any are read, unless the response ends before. */
	readonly portion?: number;
	/** The most bytes that may wait to be read: those of one row. */
	readonly longest?: number;
}

/** A row cut by a portion is parsed twice; larger portions cut fewer. */
const PORTION = 256 * 1024;
const MAX_PIECE = 64 * 1024;
const LONGEST_ROW = 100_000_000;
/** How much of the beginning is kept for messages. */
export const MAX_HEAD = 64 * 1024;
/** What is wrong with a response without a body. */
export const EMPTY_RESPONSE = failure('The service responded with nothing (an empty body).');

/** Reads a response of a shape. */
export class ResponseReader implements BodyReader {
	received: Uint8Array = new Uint8Array(0);
	private isComplete = false;
	private toUtf8: ReturnType<typeof transcoderFrom> | undefined;
	private readonly window = new ByteWindow();
	private reader: JsonReader | XmlReader | undefined;
	private awaited: number;
	private ended: { readonly value: unknown } | { readonly error: unknown } | undefined;

	constructor(
		private readonly shape: ResponseShape,
		private readonly options: ReaderOptions = {},
	) {
		this.awaited = options.portion ?? PORTION;
	}

	/** After an error, no more bytes are needed. */
	push(chunk: Uint8Array): boolean {
		for (let at = 0; at < chunk.length; at += MAX_PIECE) {
			const piece = chunk.subarray(at, at + MAX_PIECE);
			if (this.received.length < MAX_HEAD) this.received = Buffer.concat([this.received, piece]);
			this.take(piece);
		}
		return !this.ended;
	}

	/** The response in the expected shape, with the projection applied to its rows. */
	end(): DecodedResponse {
		this.isComplete = true;
		this.take(new Uint8Array(0));
		const { ended } = this;
		return ended && 'value' in ended ? this.shaped(ended.value) : this.problemOf(ended?.error);
	}

	/** Reads a piece; the first bytes are kept until they tell the encoding. */
	private take(piece: Uint8Array): void {
		const { isComplete, options, received } = this;
		if (this.ended) return;
		try {
			if (this.toUtf8) this.window.append(this.toUtf8(piece, isComplete));
			else {
				if (received.length < ENCODING_BYTES && !isComplete) return;
				this.toUtf8 = transcoderFrom(encodingOf(received, options.contentType));
				this.window.append(withoutMarks(this.toUtf8(received, isComplete)));
			}
			if (isComplete || this.window.end >= this.awaited) this.ended = { value: this.read() };
		} catch (error) {
			const { longest = LONGEST_ROW, portion = PORTION } = options;
			const { unread } = this.window;
			if (isComplete || error !== NEED_MORE_INPUT) this.ended = { error };
			else if (unread > longest)
				this.ended = { error: tooLarge('The response contains a record or a value', longest) };
			// Each retry re-reads what precedes the rows, so the threshold doubles to keep the total linear.
			this.awaited = Math.max(portion, unread + Math.min(unread, longest / 4));
		}
	}

	/** Reads what is here. */
	private read(): unknown {
		const { window } = this;
		window.isComplete = this.isComplete;
		this.reader ??= this.createReader();
		return this.reader.readDocument();
	}

	/** The reader of the format, which the first byte that is not blank tells. */
	private createReader(): JsonReader | XmlReader {
		const { shape, window } = this;
		const { projection } = this.options;
		const first = window.skipSpace(0);
		if (first >= window.end) throw window.isComplete ? EMPTY_RESPONSE : NEED_MORE_INPUT;
		return window.bytes[first] === LESS_THAN
			? new XmlReader(window, planDocument(shape, projection), projection)
			: new JsonReader(window, planDocument(shape, projection), projection);
	}

	private shaped(read: unknown): DecodedResponse {
		const { options, reader, shape } = this;
		const { projection = {} } = options;
		const checked = checkShape(shape, read, reader?.isXml ?? false);
		if (!checked.ok) return checked;
		const { drift, foreignRow, otherSpelling } = reader?.records ?? {};
		if (foreignRow) return failure(foreignRowProblem(foreignRow.schema, foreignRow.row));
		const { value, ...nulls } = withoutNulls(checked.value, shape.rows);
		const isFailure = saysThatItFailed(read);
		const about = { isFailure, drift: isDrift(drift) ? drift : undefined, otherSpelling, ...nulls };
		if (shape.rows !== undefined) return { ok: true, value, ...about };
		const keep = projector(projection);
		const kept = Array.isArray(value) ? value.map(keep) : keep(value);
		return { ok: true, value: kept, isEmpty: isRecord(value) && isEmpty(value), ...about };
	}

	private problemOf(error: unknown): FailedResult {
		const { reader, window } = this;
		if (isFailedResult(error) && error.isTooLarge) return error;
		const text = readText(this.received, this.options.contentType).trimStart();
		const title = reader?.isXml ? pageTitle(text) : undefined;
		if (title !== undefined) {
			const named = title === '' ? '' : ` (title: "${title}")`;
			return failure(`The service responded with a web page${named} instead of data.`);
		}
		if (isFailedResult(error)) return error;
		if (!reader) throw error;
		const problem = window.problemText(error);
		return failure(reader.isXml || /^[{[]/.test(text) ? problem : unexpectedResponse(text, 'data'));
	}
}

function isDrift(drift: Drift | undefined): boolean {
	return drift !== undefined && Object.values(drift).some((paths) => paths.length > 0);
}

/** A response without the entries of its list that are null. */
function withoutNulls(value: unknown, rows = ''): { value: unknown; nulls?: number } {
	const list = isRecord(value) ? value[rows] : value;
	if (!Array.isArray(list) || !list.includes(null)) return { value };
	const entries = list.filter((entry) => entry !== null);
	const nulls = list.length - entries.length;
	return { value: isRecord(value) ? { ...value, [rows]: entries } : entries, nulls };
}

/** What a response says of an error: see `errorMessage`; with the status of an error, see `errorReason`. */
export function readErrorMessage(
	body: Uint8Array,
	contentType?: string,
	isError = false,
): string | undefined {
	// The first part is enough for a message, and an error page may be very large.
	const text = readText(body.subarray(0, 1_000_000), contentType).trim();
	return isError ? errorReason(text) : errorMessage(text);
}

const sample = new ByteWindow();
keepLayouts(
	sample,
	new InternedTexts(),
	new Pattern(''),
	new FieldPlan(),
	new JsonReader(sample, new FieldPlan()),
	new XmlReader(sample, new FieldPlan()),
	new ResponseReader({ schema: opaque('') }),
);
