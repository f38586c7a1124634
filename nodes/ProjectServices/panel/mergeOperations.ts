// The panel of all operations. A parameter that several of them share is in it once, because n8n walks the whole panel
// several times in every execution, however little of it is shown.
import type { INodeProperties } from 'n8n-workflow';

/** The parameters of an operation in their order, each with what else has to be chosen for it to be shown. */
export interface OperationPanel {
	readonly resource: string;
	readonly operation: string;
	readonly properties: readonly INodeProperties[];
}

/** A parameter and the operations that have it. */
interface Place {
	readonly property: INodeProperties;
	/** Equal for parameters that are the same. */
	readonly key: string;
	readonly panels: OperationPanel[];
}

function distinct(values: readonly string[]): string[] {
	return [...new Set(values)];
}

function resourcesOf(panels: readonly OperationPanel[]): string[] {
	return distinct(panels.map(({ resource }) => resource));
}

function operationsOf(panels: readonly OperationPanel[]): string[] {
	return distinct(panels.map(({ operation }) => operation));
}

/** Whether no other operation has both one of these operations' resources and the name of one of them. */
function standAlone(panels: readonly OperationPanel[], all: readonly OperationPanel[]): boolean {
	const resources = resourcesOf(panels);
	const operations = operationsOf(panels);
	const alike = all.filter(
		({ resource, operation }) => resources.includes(resource) && operations.includes(operation),
	);
	return alike.every((panel) => panels.includes(panel));
}

/** Puts the parameters of an operation among the others, in their order: merged with an equal one, or added. */
function add(places: Place[], panel: OperationPanel, all: readonly OperationPanel[]): void {
	let next = 0;
	for (const property of panel.properties) {
		const key = JSON.stringify(property);
		const same = places.findIndex(
			(place, index) =>
				index >= next && place.key === key && standAlone([...place.panels, panel], all),
		);
		if (same < 0) places.splice(next, 0, { property, key, panels: [panel] });
		else places[same].panels.push(panel);
		next = Math.max(same, next) + 1;
	}
}

function shownFor({ property, panels }: Place): INodeProperties {
	const { displayOptions } = property;
	const resource = resourcesOf(panels);
	const operation = operationsOf(panels);
	const show = { resource, operation, ...displayOptions?.show };
	return { ...property, displayOptions: { ...displayOptions, show } };
}

/** The parameters of all operations, each operation's in its own order. */
export function mergePanels(all: readonly OperationPanel[]): INodeProperties[] {
	const places: Place[] = [];
	for (const panel of all) add(places, panel, all);
	return places.map(shownFor);
}
