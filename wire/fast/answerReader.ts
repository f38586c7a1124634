// Answers read while they arrive, by readers that know the record; what those do not know is left to the
// reference decoder, so that both always give the same.
import { type AnswerShape, type Decoded, decodeAnswer } from '../index';
import { restoreRows } from './document';
import { programOf } from './program';
import { type Projection, projectAnswer } from './projection';
import { createReading, isReadToEnd, type Reading, receivedBytes, take } from './reading';
import { useFastReaders } from './switch';

/** Takes the bytes of one answer as they come. */
export interface AnswerReader {
	/** The bytes may be used again by the caller afterwards. */
	push(chunk: Uint8Array): void;
	/** The answer as the reference decoder gives it, with the projection applied to its rows. */
	end(): Decoded;
	/** What arrived, for a message about an answer that is none; long rows that were understood are left out. */
	received(): Uint8Array;
}

export interface ReaderOptions {
	readonly contentType?: string;
	readonly projection?: Projection;
	/** Whether to read fast what can be read fast; otherwise the reference decoder does everything. */
	readonly fast?: boolean;
	/** So many bytes are waited for before any are read, unless the answer ends before. */
	readonly portion?: number;
}

const PIECE = 64 * 1024;
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)/i;

/** A reader for one answer of this shape. */
export function createAnswerReader(shape: AnswerShape, options: ReaderOptions = {}): AnswerReader {
	const { contentType, projection, fast = useFastReaders, portion } = options;
	const isFast = fast && isUtf8(contentType);
	const reading = createReading(isFast ? programOf(shape, projection) : undefined, portion);
	return {
		push(chunk) {
			for (let at = 0; at < chunk.length; at += PIECE)
				take(reading, chunk.subarray(at, at + PIECE));
		},
		end() {
			if (isReadToEnd(reading)) return valueRead(reading);
			const decoded = decodeAnswer(shape, receivedBytes(reading), contentType);
			if (!decoded.ok) return decoded;
			const value = projectAnswer(shape, decoded.value, projection);
			restoreRows(reading.document, rowsOf(shape, value), reading.steps?.rows ?? []);
			return { ...decoded, value };
		},
		received: () => receivedBytes(reading),
	};
}

function isUtf8(contentType = ''): boolean {
	const charset = CHARSET.exec(contentType)?.[1];
	return charset === undefined || /^utf-?8$/i.test(charset);
}

function valueRead({ steps }: Reading): Decoded {
	if (!steps) throw new Error('An answer cannot be read to its end without steps.');
	return { ok: true, value: steps.value(), format: steps.format };
}

function rowsOf({ rows }: AnswerShape, value: unknown): unknown {
	return rows === undefined ? value : (value as Readonly<Record<string, unknown>>)[rows];
}
