// What the tests of the fast readers share: the shapes of all answers, and reading a text in pieces both ways.
import { endpoints } from '../../../../api/index';
import { kindOf, recordFields, type Schema } from '../../../../api/schema/types';
import {
	type DecodedResponse,
	type ResponseReader,
	createResponseReader,
	type ReaderOptions,
} from '../../../../wire/streaming/responseReader';
import { responsePlanOf } from '../../../../wire/streaming/plans/responsePlan';
import type { Projection } from '../../../../wire/projection';
import { createWindow, type PlanOf, type Window } from '../../../../wire/streaming/window';
import type { ResponseShape } from '../../../../wire/index';

export interface AddressedShape {
	readonly address: string;
	readonly shape: ResponseShape;
}

/** The answers of all reads. */
export const answerShapes: readonly AddressedShape[] = endpoints.flatMap(
	({ operationKey: key, endpoint }) => {
		if (endpoint.kind !== 'read') return [];
		const { response, oneOrMany, rows } = endpoint;
		return [
			{
				address: key,
				shape: { schema: response, ...(oneOrMany && { oneOrMany }), ...(rows && { rows }) },
			},
		];
	},
);

export function shapeOf(address: string): ResponseShape {
	const found = answerShapes.find((entry) => entry.address === address);
	if (!found) throw new Error(`There is no read ${address}.`);
	return found.shape;
}

/** The record of which an answer has many, or which it is. */
export function rowSchema({ schema, rows }: ResponseShape): Schema {
	const field = recordFields(schema).find(({ name }) => name === rows);
	const kind = kindOf(field?.schema ?? schema);
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

export function readBothWays(
	shape: ResponseShape,
	bytes: Uint8Array,
	nextLength: () => number,
	options: ReaderOptions = {},
): { readonly fast: DecodedResponse; readonly reference: DecodedResponse } {
	// Each piece is read when it comes, so that a place where reading stops and goes on is wherever one ends.
	const fast = feed(
		createResponseReader(shape, { ...options, fast: true, portion: 1 }),
		bytes,
		nextLength,
	);
	const reference = feed(
		createResponseReader(shape, { ...options, fast: false }),
		bytes,
		() => 2 ** 30,
	);
	return { fast, reference };
}

/** Whether two values are the same through and through; the order of keys does not count. */
export function areSame(left: unknown, right: unknown): boolean {
	if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) {
		return Object.is(left, right);
	}
	if (Array.isArray(left) !== Array.isArray(right)) return false;
	if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
	const names = Object.keys(left);
	return (
		names.length === Object.keys(right).length &&
		names.every(
			(name) =>
				Object.hasOwn(right, name) && areSame((left as Values)[name], (right as Values)[name]),
		)
	);
}

type Values = Readonly<Record<string, unknown>>;

/** A window that streams, and turns itself off where it cannot. */
export function windowFor(
	shape: ResponseShape,
	portion?: number,
	projection: Projection = {},
): Window {
	const planOf: PlanOf = (settings) => responsePlanOf(shape, { ...settings, projection });
	const isMatch = projection.where?.matches ?? (() => true);
	return createWindow({ planOf, isMatch, portion });
}
