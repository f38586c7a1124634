// How what is known of a list is saved: as packed tables, read back and checked by schemas.
import { z } from 'zod/v4';

import type { Position } from '../reads/pages';
import type { Known } from './compare';
import type { Cursor } from './cursor';
import type { OpenScan } from './scan';
import { packKeys, packTable, unpackKeys, unpackTable } from './table';

function packed<T>(unpack: (text: string) => T | undefined) {
	return z.string().transform((text, context): T => {
		const value = unpack(text);
		if (value !== undefined) return value;
		context.issues.push({ code: 'custom', message: 'It was cut off.', input: text });
		return z.NEVER;
	});
}

const table = packed(unpackTable);
const keys = packed(unpackKeys);

export const savedKnown = z.object({
	committed: table,
	seen: table,
	uncertain: keys,
	missing: keys,
}) satisfies z.ZodType<Known, unknown>;

export function saveKnown({ committed, seen, uncertain, missing }: Known) {
	return {
		committed: packTable(committed),
		seen: packTable(seen),
		uncertain: packKeys(uncertain),
		missing: packKeys(missing),
	};
}

export const savedCursor = z.object({
	known: savedKnown,
	pending: z.object({ execution: z.string(), written: table, deleted: keys }).optional(),
}) satisfies z.ZodType<Cursor, unknown>;

export function saveCursor({ known, pending }: Cursor) {
	return {
		known: saveKnown(known),
		pending: pending && {
			execution: pending.execution,
			written: packTable(pending.written),
			deleted: packKeys(pending.deleted),
		},
	};
}

const savedPosition: z.ZodType<Position> = z.object({
	page: z.number().int().min(1),
	size: z.number().int().min(1),
	step: z.number().int().min(1).optional(),
	given: z.number().int().min(0),
	repeated: z.number().int().min(0),
	total: z.number().int().min(0).optional(),
	steady: z.boolean(),
	previous: z.string().optional(),
});

export const savedScan = z.object({
	position: savedPosition,
	present: keys,
	named: keys,
}) satisfies z.ZodType<OpenScan, unknown>;

export function saveScan({ position, present, named }: OpenScan) {
	return { position, present: packKeys(present), named: packKeys(named) };
}
