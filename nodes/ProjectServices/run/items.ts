// From a decoded row to what the item holds: which fields, under which names, split into which rows.
import type { IDataObject } from 'n8n-workflow';

import { isEmpty, type Projection } from '../../wire/fast/projection';

/** What a person asked the items to look like. */
export interface Shaping {
	/** The fields to keep; left out, all are kept. */
	readonly fields?: readonly string[];
	readonly onlyFilled: boolean;
	/** Custom field to the name that a person gave it. */
	readonly names: ReadonlyMap<string, string>;
	/** The collection of which every member becomes an item. */
	readonly splitOut?: { readonly collection: string; readonly parent: string };
}

type Json = IDataObject[string];

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function reshape(value: Json, shaping: Shaping): Json {
	if (Array.isArray(value))
		return (value as Json[]).map((member) => reshape(member, shaping)) as Json;
	return isObject(value) ? reshapeObject(value, shaping) : value;
}

function reshapeObject(object: IDataObject, shaping: Shaping): IDataObject {
	const shaped: IDataObject = {};
	for (const [key, value] of Object.entries(object)) {
		const inner = reshape(value, shaping);
		if (shaping.onlyFilled && isEmpty(inner)) continue;
		// A definition, because a record may hold a field named __proto__.
		Object.defineProperty(shaped, shaping.names.get(key) ?? key, {
			value: inner,
			writable: true,
			enumerable: true,
			configurable: true,
		});
	}
	return shaped;
}

function pick(row: IDataObject, fields: readonly string[]): IDataObject {
	const picked: IDataObject = {};
	for (const field of fields) if (Object.hasOwn(row, field)) picked[field] = row[field];
	return picked;
}

function withoutCollections(row: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(row).filter(([, value]) => !Array.isArray(value)));
}

function split(row: IDataObject, { fields, splitOut }: Shaping): IDataObject[] {
	if (splitOut === undefined) return [fields ? pick(row, fields) : row];
	const { collection, parent } = splitOut;
	const members = Array.isArray(row[collection]) ? (row[collection] as Json[]) : [];
	const beside = withoutCollections(fields ? pick(row, fields) : row);
	return members.map((member) => ({
		...(isObject(member) ? member : { [collection]: member }),
		[parent]: { ...beside },
	}));
}

/** The items' json for one row; a row split out gives an item for each member of its collection. */
export function shapeRow(row: IDataObject, shaping: Shaping): IDataObject[] {
	const parts = split(row, shaping);
	if (!shaping.onlyFilled && shaping.names.size === 0) return parts;
	return parts.map((part) => reshapeObject(part, shaping));
}

/** How many rows give no item, since the collection to be split out is empty in them. */
export function countUnsplit(rows: readonly IDataObject[], { splitOut }: Shaping): number {
	if (splitOut === undefined) return 0;
	return rows.filter((row) => isEmpty(row[splitOut.collection] ?? null)).length;
}

/** The shaping of rows, divided between whoever reads an answer and whoever makes items of its rows. */
export interface Division {
	/** What is left out while reading, so that it is never made. */
	readonly projection: Projection;
	/** What is left to do. */
	readonly rest: Shaping;
}

/** Divides a shaping; `needed` are the fields that are looked at on the way, wanted or not. */
export function divide(shaping: Shaping, ...needed: readonly string[]): Division {
	const { fields, onlyFilled, names, splitOut } = shaping;
	const collections = splitOut ? [splitOut.collection] : [];
	const read = fields && [...new Set([...fields, ...needed, ...collections])];
	const isPicked = read === undefined || read.length === new Set(fields).size;
	return {
		projection: { ...(read ? { fields: read } : {}), onlyFilled },
		rest: {
			...(fields && !isPicked ? { fields } : {}),
			// A row that is split out shows anew what is empty in it.
			onlyFilled: onlyFilled && splitOut !== undefined,
			names,
			...(splitOut ? { splitOut } : {}),
		},
	};
}

/** The items' json for all rows; the rows themselves where nothing is left to do. */
export function shapeRows(rows: readonly IDataObject[], shaping: Shaping): readonly IDataObject[] {
	const { fields, onlyFilled, names, splitOut } = shaping;
	if (!fields && !onlyFilled && !splitOut && names.size === 0) return rows;
	return rows.flatMap((row) => shapeRow(row, shaping));
}
