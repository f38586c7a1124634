// The panel of all operations: what is the same stands in it once, and every operation has its own in their order.
import type { INodeProperties } from 'n8n-workflow';

import {
	mergePanels,
	type OperationPanel,
	operationPanels,
} from '../../../nodes/ProjectServices/nodePanel';

/** The parameters that show for an operation, each without what says so. */
function shownFor(
	merged: readonly INodeProperties[],
	{ resource, operation }: OperationPanel,
): INodeProperties[] {
	return merged.flatMap(({ displayOptions, ...property }) => {
		const { resource: resources, operation: operations, ...rest } = displayOptions?.show ?? {};
		if (!resources?.includes(resource) || !operations?.includes(operation)) return [];
		const own = {
			...(displayOptions?.hide && { hide: displayOptions.hide }),
			...(Object.keys(rest).length > 0 && { show: rest }),
		};
		return [Object.keys(own).length === 0 ? property : { ...property, displayOptions: own }];
	});
}

/** Merges panels: every operation must have its own parameters in their order. */
function merge(panels: readonly OperationPanel[]): INodeProperties[] {
	const merged = mergePanels(panels);
	for (const one of panels) expect(shownFor(merged, one)).toEqual(one.properties);
	return merged;
}

test('every operation of the node has its own parameters, and shares many', () => {
	const panels = operationPanels();
	const separate = panels.flatMap(({ properties }) => properties);
	expect(merge(panels).length).toBeLessThan(0.8 * separate.length);
});
