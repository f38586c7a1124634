// Makes items from the decoded rows of a response: selects and renames fields, and splits collections out.
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../api/schema/types';
import { isEmpty, type Projection, projector } from '../../../wire/projection';

export interface SplitOut {
	readonly collection: string;
	/** The field of an item that holds the record around the collection. */
	readonly parent: string;
	/** The fields of that record to keep; left out, all except collections. */
	readonly parentFields?: readonly string[] | undefined;
}

/** What a person chose for the items of a read. */
export interface Shaping {
	/** The fields to keep, nested ones with a dot ("Contact.Email"); left out, all are kept. */
	readonly fields?: readonly string[] | undefined;
	readonly onlyFilled: boolean;
	/** New names of custom fields, by their names in the API. */
	readonly names: ReadonlyMap<string, string>;
	/** Makes an item of every member of a collection. */
	readonly splitOut?: SplitOut | undefined;
}

/** Whether a shaping leaves rows as they are. */
export function isWhole({ fields, onlyFilled, names, splitOut }: Shaping): boolean {
	return !fields && !onlyFilled && names.size === 0 && !splitOut;
}

type Json = IDataObject[string];

function reshape(value: Json, shaping: Shaping): Json {
	if (Array.isArray(value))
		return (value as Json[]).map((member) => reshape(member, shaping)) as Json;
	return isRecord(value) ? reshapeObject(value as IDataObject, shaping) : value;
}

/** A person's own name for a field, unless the service uses it for an undocumented one: nothing is replaced. */
function ownNameOf(object: IDataObject, key: string, names: Shaping['names']): string {
	const own = names.get(key);
	return own === undefined || Object.hasOwn(object, own) ? key : own;
}

function reshapeObject(object: IDataObject, shaping: Shaping): IDataObject {
	const shaped: IDataObject = {};
	for (const [key, value] of Object.entries(object)) {
		const inner = reshape(value, shaping);
		if (shaping.onlyFilled && isEmpty(inner)) continue;
		// A definition, because a record may hold a field named __proto__.
		Object.defineProperty(shaped, ownNameOf(object, key, shaping.names), {
			value: inner,
			writable: true,
			enumerable: true,
			configurable: true,
		});
	}
	return shaped;
}

function withoutCollections(row: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(row).filter(([, value]) => !Array.isArray(value)));
}

type Select = (row: IDataObject) => IDataObject;

function splitRow(
	row: IDataObject,
	{ collection, parent, parentFields }: SplitOut,
	select: Select,
): IDataObject[] {
	const members = Array.isArray(row[collection]) ? (row[collection] as Json[]) : [];
	const outer = withoutCollections(select(row));
	return members.map((member) => ({
		...((isRecord(member) ? member : { [collection]: member }) as IDataObject),
		...(parentFields?.length === 0 ? {} : { [parent]: { ...outer } }),
	}));
}

/** Rows as items hold them. */
export interface Shaped {
	readonly rows: readonly IDataObject[];
	/** How many records were skipped because their collection is empty. */
	readonly unsplit: number;
}

/** The `json` of the items for some rows; the same rows where there is nothing to do. */
export function shapeRows(rows: readonly IDataObject[], shaping: Shaping): Shaped {
	if (isWhole(shaping)) return { rows, unsplit: 0 };
	const { fields, onlyFilled, names, splitOut } = shaping;
	const isReshaped = onlyFilled || names.size > 0;
	const select = projector({ fields: splitOut ? splitOut.parentFields : fields }) as Select;
	const parts = rows.flatMap((row) => (splitOut ? splitRow(row, splitOut, select) : [select(row)]));
	const unsplit = splitOut
		? rows.filter((row) => isEmpty(row[splitOut.collection] ?? null)).length
		: 0;
	return { rows: isReshaped ? parts.map((part) => reshapeObject(part, shaping)) : parts, unsplit };
}

/** The two steps of a shaping: what the reader of the response does, and what `shapeRows` does with its rows. */
export interface Division {
	/** Fields that are not selected are never read. */
	readonly projection: Projection;
	readonly rest: Shaping;
}

/**
 * Divides a shaping into its two steps.
 *
 * @param needed Fields that must be read, whether they are selected or not
 */
export function divide(shaping: Shaping, ...needed: readonly string[]): Division {
	const { onlyFilled, names, splitOut } = shaping;
	const fields = splitOut ? splitOut.parentFields : shaping.fields;
	const read = fields && [
		...new Set([...fields, ...needed, ...(splitOut ? [splitOut.collection] : [])]),
	];
	const isSelected = read === undefined || read.every((name) => fields?.includes(name));
	return {
		projection: { fields: read, onlyFilled },
		rest: {
			fields: isSelected ? undefined : fields,
			// Without its collections, the record around them may be empty.
			onlyFilled: onlyFilled && splitOut !== undefined,
			names,
			splitOut,
		},
	};
}
