// The panel of all operations: what is the same stands in it once, and every operation has its own in their order.
import type { INodeProperties } from 'n8n-workflow';

import { readServiceSettings } from '../../../client/serviceSettings';
import { ProjectServicesApi } from '../../../credentials/ProjectServicesApi.credentials';
import {
	mergePanels,
	nodeProperties,
	type OperationPanel,
	operationPanels,
} from '../../../nodes/ProjectServices/nodePanel';
import { widget } from '../../../nodes/shared/widgets';

function panel(operationKey: string, ...names: readonly string[]): OperationPanel {
	const [resource = '', operation = ''] = operationKey.split('/');
	return { resource, operation, properties: names.map((name) => widget(name, 'string', '')) };
}

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

test('building the panel writes each parameter as JSON once', () => {
	const stringify = jest.spyOn(JSON, 'stringify');
	let written: number;
	let panel: INodeProperties[];
	try {
		panel = nodeProperties();
		written = stringify.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
	} finally {
		stringify.mockRestore();
	}
	expect(written).toBeLessThan(2 * JSON.stringify(panel).length);
});

test.each<[string, OperationPanel[], string[]]>([
	[
		'once where it is the same',
		[
			panel('task/get', 'id', 'output', 'options'),
			panel('client/getAll', 'ids', 'output', 'options'),
		],
		['ids', 'id', 'output', 'options'],
	],
	[
		'twice where the order requires it',
		[panel('task/get', 'a', 'b'), panel('client/get', 'b', 'a')],
		['a', 'b', 'a'],
	],
	[
		'twice where a third operation would show it, too',
		[panel('task/get', 'a'), panel('task/update', 'b'), panel('client/update', 'a')],
		['a', 'b', 'a'],
	],
])('a parameter is in the panel %s', (_, panels, names) => {
	expect(merge(panels).map(({ name }) => name)).toEqual(names);
});

test('parameters that differ in one word are not the same', () => {
	const [one] = panel('task/get', 'a').properties;
	const other = { ...panel('client/get'), properties: [{ ...one, description: 'Another' }] };
	expect(merge([panel('task/get', 'a'), other])).toHaveLength(2);
});

test('the values of a status are separated as filters are, and the credential says so', () => {
	const values = { serviceSettings: true, appliedValues: 'Done, "Done, with remarks"\nImported' };
	const read = readServiceSettings(values);
	expect(read.ok && read.settings.statuses.appliedValues).toEqual([
		'Done',
		'Done, with remarks',
		'Imported',
	]);
	const shown = new ProjectServicesApi().properties
		.filter(({ name }) => ['appliedValues', 'refusedValues'].includes(name))
		.map(({ description }) => description);
	expect(shown).toHaveLength(2);
	for (const text of shown)
		expect(text).toContain(
			'separated by commas or line breaks, one with a comma in double quotation marks',
		);
});
