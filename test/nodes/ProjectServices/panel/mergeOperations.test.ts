// The panel of all operations: what is the same stands in it once, and every operation has its own in their order.
import type { INodeProperties } from 'n8n-workflow';
import {
	mergePanels,
	type OperationPanel,
} from '../../../../nodes/ProjectServices/panel/mergeOperations';
import { operationPanels } from '../../../../nodes/ProjectServices/panel/properties';

function panel(address: string, ...names: readonly string[]): OperationPanel {
	const [resource, operation] = address.split('/');
	const properties = names.map((name): INodeProperties => ({
		displayName: name,
		name,
		type: 'string',
		default: '',
	}));
	return { resource, operation, properties };
}

/** The parameters that are shown for an operation, each without what says so. */
function shownFor(
	merged: readonly INodeProperties[],
	{ resource, operation }: OperationPanel,
): INodeProperties[] {
	return merged.flatMap(({ displayOptions, ...property }) => {
		const { resource: resources, operation: operations, ...rest } = displayOptions?.show ?? {};
		if (!resources?.includes(resource) || !operations?.includes(operation)) return [];
		return [
			Object.keys(rest).length === 0 ? property : { ...property, displayOptions: { show: rest } },
		];
	});
}

function expectEachItsOwn(panels: readonly OperationPanel[]): INodeProperties[] {
	const merged = mergePanels(panels);
	for (const one of panels) expect(shownFor(merged, one)).toEqual(one.properties);
	return merged;
}

function namesOf(merged: readonly INodeProperties[]): string[] {
	return merged.map(({ name }) => name);
}

test('every operation of the node has its own parameters, in their order', () => {
	const panels = operationPanels();
	const merged = expectEachItsOwn(panels);
	expect(merged.length).toBeLessThan(0.8 * panels.flatMap(({ properties }) => properties).length);
});

test('a parameter that is the same in several operations stands once', () => {
	const merged = expectEachItsOwn([
		panel('task/get', 'id', 'output', 'options'),
		panel('client/getAll', 'ids', 'output', 'options'),
	]);
	expect(namesOf(merged)).toEqual(['ids', 'id', 'output', 'options']);
	expect(merged[2].displayOptions).toEqual({
		show: { resource: ['task', 'client'], operation: ['get', 'getAll'] },
	});
});

test('it stands twice where the order asks for it', () => {
	const merged = expectEachItsOwn([panel('task/get', 'a', 'b'), panel('client/get', 'b', 'a')]);
	expect(namesOf(merged)).toEqual(['a', 'b', 'a']);
});

test('it stands twice where a third operation would show it too', () => {
	const merged = expectEachItsOwn([
		panel('task/get', 'a'),
		panel('task/update', 'b'),
		panel('client/update', 'a'),
	]);
	expect(namesOf(merged).sort()).toEqual(['a', 'a', 'b']);
});

test('parameters that differ in one word are not the same', () => {
	const [one] = panel('task/get', 'a').properties;
	const other = { ...panel('client/get'), properties: [{ ...one, description: 'Another' }] };
	expectEachItsOwn([panel('task/get', 'a'), other]);
});
