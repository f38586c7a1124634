// The items of a project: what the purchase orders ordered for it, and what an update of the project changes in them.
import { recordFields } from '../../../api/schema/types';
import { ProjectItem, projectItemFieldIds } from '../../../api/resources/project';
import type { Values } from './filling';

export function listOf(value: unknown): Values[] {
	return Array.isArray(value) ? (value as Values[]) : [];
}

function idsOf(value: unknown): string[] {
	const ids = String(value ?? '').split(',');
	return ids.map((id) => id.trim()).filter((id) => id !== '');
}

/** The IDs of the project items that a purchase order line is for; every second line is for two of them. */
export function lineItemIds(line: string, isForTwo: boolean): string[] {
	return isForTwo ? [`SI-${line}a`, `SI-${line}b`] : [`SI-${line}`];
}

/** The project items that the lines of a purchase order were ordered for. */
export function orderedItems(order: Values): Values[] {
	return listOf(order.PurchaseOrderItems).flatMap(
		({ ProjectSIItemIds, Manufacturer, Model, PartNumber }) =>
			idsOf(ProjectSIItemIds).map((SIItemId) => ({
				SIItemId,
				ComponentId: SIItemId.replace(/^SI-/, 'C-'),
				...{ Manufacturer, Model, PartNumber },
				OrderNumber: order.Number,
				OrderStatus: 'Ordered',
			})),
	);
}

// What says which item it is; everything else is what an update may write.
const identity = new Set(['Id', 'SIItemId', 'ComponentId', 'UpdatedOn', 'UpdatedOnTicks']);
const itemFields = recordFields(ProjectItem)
	.map(({ name }) => name)
	.filter((name) => !identity.has(name));
// The names that the field IDs have and the record does not: it has `Description` alone.
const named: Readonly<Record<string, string>> = {
	ShortDescription: 'Description',
	LongDescription: 'Description',
	Location: 'LocationId',
	System: 'SystemId',
	Tax: 'TaxId',
};

function fieldsToWrite({ UpdateProjectItemFieldIds: ids }: Values): string[] {
	if (!Array.isArray(ids)) return itemFields;
	const names = ids.map((id) => projectItemFieldIds[Number(id)] ?? '');
	return names.map((name) => named[name] ?? name);
}

function updated(item: Values, update: Values, fields: readonly string[]): Values {
	const kept = Object.entries(item).filter(([name]) => !fields.includes(name));
	const written = fields.filter((name) => name in update).map((name) => [name, update[name]]);
	return Object.fromEntries([...kept, ...written]) as Values;
}

/**
 * The items of a project after an update. An item is found by its component ID; a field that is to be updated
 * and is missing in the update is empty afterwards. What the service does with an unknown component ID is
 * undocumented: here nothing happens.
 */
export function itemsAfter(items: readonly Values[], body: Values): Values[] {
	const fields = fieldsToWrite(body);
	const changed = new Map(items.map((item) => [String(item.ComponentId), item]));
	for (const update of listOf(body.UpdateProjectItems)) {
		const id = String(update.ComponentId ?? '');
		const item = changed.get(id);
		if (item) changed.set(id, updated(item, update, fields));
	}
	const gone = new Set([...idsOf(body.ComponentIdsToDelete), ...idsOf(body.SIItemIdsToDelete)]);
	const isLeft = ({ ComponentId, SIItemId }: Values) =>
		!gone.has(String(ComponentId)) && !gone.has(String(SIItemId));
	return [...[...changed.values()].filter(isLeft), ...listOf(body.NewProjectItems)];
}
