// What the tests of the readers share: the shapes of all responses, and reading a text in pieces and whole.
import { endpoints } from '../../../../api/index';
import { recordFields, type Schema } from '../../../../api/schema/types';
import {
	type DecodedResponse,
	ResponseReader,
	type ReaderOptions,
} from '../../../../wire/response';
import type { ResponseShape } from '../../../../wire/index';

/** The answers of all reads. */
export const answerShapes: ReadonlyArray<{ address: string; shape: ResponseShape }> =
	endpoints.flatMap(({ operationKey: key, endpoint }) => {
		if (endpoint.kind !== 'read') return [];
		const { response, oneOrMany, rows } = endpoint;
		return [
			{
				address: key,
				shape: { schema: response, ...(oneOrMany && { oneOrMany }), ...(rows && { rows }) },
			},
		];
	});

export function shapeOf(address: string): ResponseShape {
	const found = answerShapes.find((entry) => entry.address === address);
	if (!found) throw new Error(`There is no read ${address}.`);
	return found.shape;
}

/** The record of which an answer has many, or which it is. */
export function rowSchema({ schema, rows }: ResponseShape): Schema {
	const field = recordFields(schema).find(({ name }) => name === rows);
	const kind = field?.schema ?? schema;
	return kind.kind === 'list' ? kind.item : schema;
}

/** Hands the bytes to a reader, cut where the cutter says. */
export function feed(
	reader: ResponseReader,
	bytes: Uint8Array,
	nextLength: () => number,
): DecodedResponse {
	for (let at = 0; at < bytes.length;) {
		const length = Math.max(1, nextLength());
		reader.push(bytes.slice(at, at + length));
		at += length;
	}
	return reader.end();
}

/** What the reader gives, with the response cut into pieces, and whole. */
export function readBothWays(
	shape: ResponseShape,
	bytes: Uint8Array,
	nextLength: () => number,
	options: ReaderOptions = {},
): { readonly fast: DecodedResponse; readonly reference: DecodedResponse } {
	// Each piece is read when it comes, so that a place where reading stops and goes on is wherever one ends.
	const fast = feed(new ResponseReader(shape, { ...options, portion: 1 }), bytes, nextLength);
	const whole = feed(new ResponseReader(shape, options), bytes, () => 2 ** 30);
	// Whether bytes that are not valid come before another error depends on the pieces.
	const isDamaged = JSON.stringify([fast, whole]).includes('damaged or cut off');
	return { fast, reference: isDamaged ? fast : whole };
}
