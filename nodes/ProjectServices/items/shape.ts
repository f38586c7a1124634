// What an item looks like: the one place that says it, to readers, items, tables and output schemas.
import { recordFields, type Schema } from '../../../api/schema/types';
import { type Projection, projector } from '../../../wire/projection';
import { ownName, type OwnNames } from '../../shared/customFieldNames';
import { withOwnNames } from '../../shared/ownNames';
import { isUnsplit, memberSchema, type SplitOut, splitRow, splitSchema } from './splitOut';
import type { RecordValue } from '../../../wire/result';

/** What a person chose for the items of an operation. */
export interface ItemChoices {
	/** What the rows are. */
	readonly schema: Schema;
	/** The fields to keep, nested ones with a dot ("Contact.Email"); left out, all are kept. */
	readonly fields?: readonly string[] | undefined;
	readonly onlyFilled?: boolean;
	readonly names?: OwnNames;
	/** Makes an item of every member of a collection. */
	readonly splitOut?: SplitOut | undefined;
}

/** Rows as items hold them. */
export interface ShapedRows {
	readonly rows: readonly RecordValue[];
	/** How many records were skipped because their collection is empty. */
	readonly unsplit: number;
}

export interface ItemShape {
	/** What a reader has to read for these items: it never makes the other fields. */
	readonly projection: Projection;
	/** The `json` of the items for rows that were read with the projection. */
	readonly shapeRows: (rows: readonly RecordValue[]) => ShapedRows;
	/** The `json` of the item for a row that was read whole; without Split Out. */
	readonly shapeWhole: (row: RecordValue) => RecordValue;
	/** The header of a CSV file of these items. */
	readonly columns: () => string[];
	/** What an item is where all fields are kept. */
	readonly schema: Schema;
}

/** The columns of a CSV file, in their order. */
function csvHeader({ fields, names, schema, splitOut }: ItemChoices): string[] {
	const own = (found: readonly string[], record = schema) =>
		found.map((name) => (names && ownName(names, record, name)) ?? name);
	if (!splitOut) {
		// The name of a field of another namespace may hold a dot.
		const columnOf = (path: string) => (path.startsWith('{') ? path : path.split('.', 1)[0]);
		const documented = recordFields(schema).map(({ name }) => name);
		return own([...new Set(fields?.map(columnOf) ?? documented)]);
	}
	const { collection, parent, parentFields } = splitOut;
	const member = memberSchema(schema, collection);
	const members = recordFields(member).map(({ name }) => name);
	return [
		...(members.length > 0 ? own(members, member) : own([collection])),
		...(parentFields?.length === 0 ? [] : [parent]),
	];
}

/**
 * What the items of an operation look like.
 *
 * @param needed Fields that must be read, whether they are kept or not
 */
export function itemShape(choices: ItemChoices, needed: readonly string[] = []): ItemShape {
	const { names, onlyFilled = false, schema, splitOut } = choices;
	// With Split Out, the selected fields are those of the record around the collection.
	const fields = splitOut ? splitOut.parentFields : choices.fields;
	const alsoNeeded = splitOut ? [...needed, splitOut.collection] : needed;
	const itemSchema = splitOut ? splitSchema(schema, splitOut) : schema;
	// Rows are read with no other fields than the items have: nothing is left to select.
	const isSelected = fields === undefined || alsoNeeded.every((name) => fields.includes(name));
	const select = projector({ fields: isSelected ? undefined : fields });
	// Without its collections, the record around an entry may be empty.
	const fill = projector({ onlyFilled });
	const selectFilled = projector({ fields, onlyFilled });
	const rename = (row: unknown) => (names?.size ? withOwnNames(row, names, itemSchema) : row);
	const isAsRead = isSelected && !splitOut && !names?.size;
	return {
		projection: { fields: fields && [...new Set([...fields, ...alsoNeeded])], onlyFilled },
		shapeRows: (rows) => {
			if (splitOut) {
				const parts = rows.flatMap((row) => splitRow(row, splitOut, select));
				return {
					rows: parts.map((part) => rename(fill(part))) as RecordValue[],
					unsplit: rows.filter((row) => isUnsplit(row, splitOut)).length,
				};
			}
			const shaped = isAsRead ? rows : rows.map((row) => rename(select(row)));
			return { rows: shaped as readonly RecordValue[], unsplit: 0 };
		},
		shapeWhole: (row) => rename(selectFilled(row)) as RecordValue,
		columns: () => csvHeader(choices),
		schema: itemSchema,
	};
}
