// The fields of its items that an update is limited to: without their codes, the service updates all others as well.
import type { WriteEndpoint } from '../../../api/endpoint';
import { isRecord, recordFields } from '../../../api/schema/types';
import type { RecordValue } from '../../../wire/result';
import { quoted } from '../../shared/errors';
import { parameterLabel } from '../../shared/options';
import { optionValue } from '../../shared/optionValues';
import type { WriteInput } from '../input';
import { codesOf } from './choices';
import type { Problem } from './problems';

/** The codes of item fields by name. */
function itemFieldCodes({ body, itemFields }: WriteEndpoint): ReadonlyMap<string, number> {
	const field = recordFields(body).find(({ name }) => name === itemFields?.codes);
	const codes = Object.entries((field && codesOf(field)) ?? {});
	return new Map(codes.map(([code, name]) => [name, Number(code)]));
}

/** Which fields of its items an update is limited to. */
export function itemFieldsToUpdate({ node, parameters }: WriteInput, itemIndex: number) {
	const value = parameters('itemFieldsToUpdate', itemIndex);
	return optionValue(node, 'itemFieldsToUpdate', value, itemIndex);
}

/** The body with the codes of the fields that its items have, where nothing else says which fields to update. */
export function withItemFields(
	input: WriteInput,
	body: RecordValue,
	itemIndex: number,
	problems: Problem[],
): RecordValue {
	const { itemFields } = input.endpoint;
	if (!itemFields || body[itemFields.codes] !== undefined) return body;
	const updatedItems = body[itemFields.items];
	const items = Array.isArray(updatedItems) ? updatedItems.filter(isRecord) : [];
	if (items.length === 0 || itemFieldsToUpdate(input, itemIndex) !== 'held') return body;
	const codesByName = itemFieldCodes(input.endpoint);
	const codes = new Set<number>();
	const label = quoted(parameterLabel('itemFieldsToUpdate'));
	for (const [index, item] of items.entries()) {
		for (const [name, value] of Object.entries(item)) {
			if (value === undefined || itemFields.identity.includes(name)) continue;
			const code = codesByName.get(name);
			if (code !== undefined) codes.add(code);
			else
				problems.push({
					path: [itemFields.items, index, name],
					text: `is not a field by which the service can limit an update. Correct the name, or change ${label}`,
				});
		}
	}
	if (codes.size === 0 && problems.length === 0)
		problems.push({
			path: [itemFields.items],
			text: `has no field to update beside what identifies the items. Add one, or change ${label}`,
		});
	return { ...body, [itemFields.codes]: [...codes].sort((a, b) => a - b) };
}
