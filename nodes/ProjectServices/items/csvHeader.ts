// The header of a CSV file: the columns of the items that a person chose.
import { recordFields } from '../../../api/schema/types';
import { ownName } from '../../shared/customFieldNames';
import type { ItemChoices } from './itemChoices';
import { memberSchema } from './splitOut';

/** The columns of a CSV file, in their order. */
export function csvHeader({ fields, names, schema, splitOut }: ItemChoices): string[] {
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
