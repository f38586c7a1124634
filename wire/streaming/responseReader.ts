// Reads responses while they arrive. What the streaming readers do not support is left to the reference decoder, so
// that both always give the same.
import { kindOf, type Schema } from '../../api/schema/types';
import { type Drift, driftIn, noteDriftIn } from '../drift';
import { decodeResponse } from '../index';
import { type Projection, projector, rowsOf } from '../projection';
import type { ResponseShape, Result } from '../result';
import { isPlaceholder } from './retained';
import { forgetPlans, releasePlan, type ResponsePlan, responsePlanOf } from './plans/responsePlan';
import { useFastReaders } from './switch';
import { createWindow, isReadToEnd, receivedBytes, take, type Window } from './window';

/** Takes the bytes of one response as they come. */
export interface ResponseReader {
	/** The caller may use the bytes again afterwards. */
	push(chunk: Uint8Array): void;
	/** The response as the reference decoder gives it, with the projection applied to its rows. */
	end(): DecodedResponse;
	/** What arrived, for a message about a response that is an error; long rows that were read are left out. */
	received(): Uint8Array;
}

/** The value of a response, or why there is none. */
export type DecodedResponse =
	| (Extract<Result<unknown>, { ok: true }> & {
			/** Where the response differs from the service's document. */
			readonly drift?: Drift | undefined;
	  })
	| Extract<Result<unknown>, { ok: false }>;

export interface ReaderOptions {
	readonly contentType?: string | undefined;
	readonly projection?: Projection | undefined;
	/** Whether to stream what can be streamed; otherwise the reference decoder does everything. */
	readonly fast?: boolean | undefined;
	/** So many bytes are awaited before any are read, unless the response ends before. */
	readonly portion?: number | undefined;
	/** The most characters of what cannot be streamed; left out, as many as a JavaScript string can hold. */
	readonly longest?: number | undefined;
}

const MAX_PIECE = 64 * 1024;
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)/i;

/** Creates the reader for one response of this shape. */
export function createResponseReader(
	shape: ResponseShape,
	{ contentType, projection = {}, fast = useFastReaders, portion, longest }: ReaderOptions = {},
): ResponseReader {
	const isMatch = projection.where?.matches ?? (() => true);
	let plan: ResponsePlan | undefined;
	const planOf = (settings: { format: 'json' | 'xml'; prefix: string }) =>
		(plan = responsePlanOf(shape, { ...settings, projection }));
	const isStreamed = fast && isUtf8(contentType);
	const window = createWindow({
		planOf: isStreamed ? planOf : undefined,
		isMatch,
		portion,
		longest,
	});
	return {
		push(chunk) {
			for (let at = 0; at < chunk.length; at += MAX_PIECE) {
				take(window, chunk.subarray(at, at + MAX_PIECE));
			}
		},
		end() {
			if (isReadToEnd(window) && window.parser) {
				const { parser, cursor } = window;
				const drift = driftIn(cursor.drift);
				if (plan) releasePlan(shape, plan);
				return { ok: true, value: parser.value(), drift };
			}
			if (window.parser) forgetPlans(shape);
			const decoded = decodeResponse(shape, receivedBytes(window), contentType, longest);
			return decoded.ok ? completed(window, shape, projection, decoded.value) : decoded;
		},
		received: () => receivedBytes(window),
	};
}

function isUtf8(contentType = ''): boolean {
	const charset = CHARSET.exec(contentType)?.[1];
	return charset === undefined || /^utf-?8$/i.test(charset);
}

/** Completes what the reference decoder made of the retained document by the rows that were streamed. */
function completed(
	{ parser, retained, cursor }: Window,
	shape: ResponseShape,
	projection: Projection,
	value: unknown,
): DecodedResponse {
	const { drift } = cursor;
	const rows = rowsOf(shape, value);
	if (!rows) {
		noteDriftIn(drift, shape.schema, value);
		const record = projector({ ...projection, where: undefined });
		const kept = shape.rows === undefined ? detached(record(value)) : value;
		return { ok: true, value: kept, drift: driftIn(drift) };
	}
	// Where nothing was discarded, or another list of rows came later, all rows are those that were decoded.
	const { firstGap } = retained;
	const isCompleted =
		firstGap !== undefined && isPlaceholder(rows[firstGap], rows === value ? 'root' : 'nested');
	const streamed = isCompleted && parser ? parser.rows.read : [];
	const decoded = rows.slice(streamed.length);
	const keep = projector(projection);
	const envelope = rows === value ? undefined : (value as Readonly<Record<string, unknown>>);
	const kept = [...streamed, ...decoded.map((row) => detached(keep(row)))];
	if (envelope) noteDriftIn(drift, shape.schema, { ...envelope, [shape.rows ?? '']: decoded });
	else for (const row of decoded) noteDriftIn(drift, itemSchema(shape), row);
	return {
		ok: true,
		value: envelope ? { ...envelope, [shape.rows ?? '']: kept } : kept,
		drift: driftIn(drift),
	};
}

function itemSchema({ schema }: ResponseShape): Schema {
	const kind = kindOf(schema);
	return kind.kind === 'list' ? kind.item : schema;
}

/** A copy: the strings of the reference decoder are parts of the whole text, and would keep it in memory. */
function detached(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}
