// What an item looks like: the one place that says it, to readers, items, tables and output schemas.
import { recordFields, type Schema } from '../../../api/schema/types';
import { type Projection, projector } from '../../../wire/projection';
import { ownName, type OwnNames, withOwnNames } from '../customFieldNames';
import type { RecordValue } from '../../../wire/result';

/** What is chosen for the items of an operation. */
export interface ItemChoices {
	/** The schema of the rows. */
	readonly schema: Schema;
	/** The fields to keep, nested ones with a dot ("Contact.Email"); left out, all are kept. */
	readonly fields?: readonly string[] | undefined;
	readonly onlyFilled?: boolean;
	readonly names?: OwnNames;
}

export interface ItemShape {
	/** The fields that a reader reads for these items; it skips all others. */
	readonly projection: Projection;
	/** The `json` of the items for rows that were read with the projection. */
	readonly shapeRows: (rows: readonly RecordValue[]) => readonly RecordValue[];
	/** The `json` of the item for a row that was read whole. */
	readonly shapeWhole: (row: RecordValue) => RecordValue;
	/** The header of a CSV file of these items. */
	readonly columns: () => string[];
}

/** The columns of a CSV file, in their order. */
function csvHeader({ fields, names, schema }: ItemChoices): string[] {
	const documented = recordFields(schema).map(({ name }) => name);
	const columnsOf = (path: string) => {
		const [first] = path.split('.', 1);
		// The name of an undocumented field may hold a dot: the rows show which column it is.
		return documented.includes(first) || first === path ? [first] : [];
	};
	const found = fields?.flatMap(columnsOf) ?? documented;
	return [...new Set(found)].map((name) => (names && ownName(names, schema, name)) ?? name);
}

/**
 * What the items of an operation look like.
 *
 * @param needed Fields that must be read, whether they are kept or not
 */
export function itemShape(choices: ItemChoices, needed: readonly string[] = []): ItemShape {
	const { fields, names, onlyFilled = false, schema } = choices;
	// Rows are read with no other fields than the items have: nothing is left to select.
	const isSelected = fields === undefined || needed.every((name) => fields.includes(name));
	const select = projector({ fields: isSelected ? undefined : fields });
	const selectFilled = projector({ fields, onlyFilled });
	const rename = (row: unknown) =>
		(names?.size ? withOwnNames(row, names, schema) : row) as RecordValue;
	const isAsRead = isSelected && !names?.size;
	return {
		projection: { fields: fields && [...new Set([...fields, ...needed])], onlyFilled },
		shapeRows: (rows) => (isAsRead ? rows : rows.map((row) => rename(select(row)))),
		shapeWhole: (row) => rename(selectFilled(row)),
		columns: () => csvHeader(choices),
	};
}
