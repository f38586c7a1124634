// From a decoded row to what the item holds: which fields, under which names, split into which rows.
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../api/schema/objects';
import { isEmpty, type Projection } from '../../../wire/projection';

export interface SplitOut {
	readonly collection: string;
	/** The name under which an item holds the fields of the record around the collection. */
	readonly parent: string;
	/** Those fields; left out, all but the collections. */
	readonly parentFields?: readonly string[] | undefined;
}

/** How the items are to look. */
export interface Shaping {
	/** The fields to keep, nested ones with a dot ("Contact.Email"); left out, all are kept. */
	readonly fields?: readonly string[] | undefined;
	readonly onlyFilled: boolean;
	/** Custom field to the name that a person gave it. */
	readonly names: ReadonlyMap<string, string>;
	/** The collection of which every member becomes an item. */
	readonly splitOut?: SplitOut | undefined;
}

type Json = IDataObject[string];

function reshape(value: Json, shaping: Shaping): Json {
	if (Array.isArray(value))
		return (value as Json[]).map((member) => reshape(member, shaping)) as Json;
	return isRecord(value) ? reshapeObject(value as IDataObject, shaping) : value;
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

/** The names to keep, each with what to keep within it; undefined keeps all of it. */
interface Selection {
	readonly names: ReadonlyMap<string, Selection | undefined>;
}

function selectionOf(paths: readonly string[]): Selection {
	const names = [...new Set(paths.map((path) => path.split('.', 1)[0]))];
	const within = (name: string): Selection | undefined => {
		if (paths.includes(name)) return undefined;
		const inner = paths.filter((path) => path.startsWith(`${name}.`));
		return selectionOf(inner.map((path) => path.slice(name.length + 1)));
	};
	return { names: new Map(names.map((name) => [name, within(name)])) };
}

function pick(value: Json, selection: Selection | undefined): Json {
	if (!selection) return value;
	if (Array.isArray(value)) {
		return (value as Json[]).map((member) => pick(member, selection)) as Json;
	}
	return isRecord(value) ? pickFields(value as IDataObject, selection) : value;
}

function pickFields(row: IDataObject, { names }: Selection): IDataObject {
	const picked: IDataObject = {};
	for (const [name, inner] of names) {
		if (Object.hasOwn(row, name)) picked[name] = pick(row[name], inner);
	}
	return picked;
}

function withoutCollections(row: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(row).filter(([, value]) => !Array.isArray(value)));
}

function splitRow(
	row: IDataObject,
	{ collection, parent, parentFields }: SplitOut,
	selection: Selection | undefined,
): IDataObject[] {
	const members = Array.isArray(row[collection]) ? (row[collection] as Json[]) : [];
	const beside = withoutCollections(selection ? pickFields(row, selection) : row);
	return members.map((member) => ({
		...((isRecord(member) ? member : { [collection]: member }) as IDataObject),
		...(parentFields?.length === 0 ? {} : { [parent]: { ...beside } }),
	}));
}

/** Rows as items hold them. */
export interface Shaped {
	readonly rows: readonly IDataObject[];
	/** Records that were skipped, because the collection to be split out is empty in them. */
	readonly unsplit: number;
}

/** The items' json for rows; the rows themselves where nothing is left to do. */
export function shapeRows(rows: readonly IDataObject[], shaping: Shaping): Shaped {
	const { fields, onlyFilled, names, splitOut } = shaping;
	const isReshaped = onlyFilled || names.size > 0;
	if (!fields && !splitOut && !isReshaped) return { rows, unsplit: 0 };
	const paths = splitOut ? splitOut.parentFields : fields;
	const selection = paths && selectionOf(paths);
	const parts = rows.flatMap((row) =>
		splitOut
			? splitRow(row, splitOut, selection)
			: selection
				? [pickFields(row, selection)]
				: [row],
	);
	const unsplit = splitOut
		? rows.filter((row) => isEmpty(row[splitOut.collection] ?? null)).length
		: 0;
	return { rows: isReshaped ? parts.map((part) => reshapeObject(part, shaping)) : parts, unsplit };
}

/** The shaping of rows, divided between the reader of a response and what is done with its rows. */
export interface Division {
	/** What is selected while reading, so that the rest is never made. */
	readonly projection: Projection;
	/** What is left to do. */
	readonly rest: Shaping;
}

/** Divides a shaping; `needed` are fields that are looked at on the way, selected or not. */
export function divide(shaping: Shaping, ...needed: readonly string[]): Division {
	const { onlyFilled, names, splitOut } = shaping;
	const fields = splitOut ? splitOut.parentFields : shaping.fields;
	const read = fields && [
		...new Set([
			...fields.map((path) => path.split('.', 1)[0]),
			...needed,
			...(splitOut ? [splitOut.collection] : []),
		]),
	];
	const isPicked = read === undefined || read.every((name) => fields?.includes(name));
	return {
		projection: { fields: read, onlyFilled },
		rest: {
			fields: isPicked ? undefined : fields,
			// A row that is split out holds fields that were not empty before.
			onlyFilled: onlyFilled && splitOut !== undefined,
			names,
			splitOut,
		},
	};
}
