// The example workflows: whole, importable as they are, and in step with the node. That they run is tested in n8n.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IConnections, INode, INodeProperties, ResourceMapperField } from 'n8n-workflow';
import { findEndpoint } from '../../api/index';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { mapperFields } from '../../nodes/ProjectServices/resourceMapping';
import { shownProperties } from './description';

interface Workflow {
	readonly name: string;
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
}

const folder = path.resolve(__dirname, '../../examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

function read(file: string): Workflow {
	return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow;
}

const ours = 'n8n-nodes-project-services.projectServices';
const panels: Readonly<Record<string, readonly INodeProperties[]>> = {
	[ours]: new ProjectServices().description.properties,
	[`${ours}Trigger`]: [
		...new ProjectServicesTrigger().description.properties,
		// n8n gives every polling trigger this one.
		{ displayName: 'Poll Times', name: 'pollTimes', type: 'fixedCollection', default: {} },
	],
};
const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
const isTrigger = ({ type }: INode) => /Trigger$/.test(type);

/** Defaults of the parameters that a saved node leaves out, as n8n fills them in. */
function withDefaults(
	properties: readonly INodeProperties[],
	parameters: INode['parameters'],
): INode['parameters'] {
	const defaults = properties.map(({ name, default: value }) => [name, value] as const);
	return { ...(Object.fromEntries(defaults) as INode['parameters']), ...parameters };
}

function optionNames(property: INodeProperties): string[] {
	return (property.options ?? []).map(({ name }) => name);
}

function parameterProblems({ type, parameters }: INode): string[] {
	const properties = panels[type] ?? [];
	const shown = shownProperties(properties, withDefaults(properties, parameters));
	return Object.entries(parameters).flatMap(([name, value]) => {
		const property = shown.find((each) => each.name === name);
		if (!property) return [`${name} is not shown`];
		if (property.type !== 'collection') return [];
		const unknown = Object.keys(value as object).filter(
			(key) => !optionNames(property).includes(key),
		);
		return unknown.map((key) => `${name}.${key} is unknown`);
	});
}

function mapperProblems({ parameters }: INode): string[] {
	const record = parameters.record as
		{ mappingMode?: string; schema?: ResourceMapperField[] } | undefined;
	if (!record || record.mappingMode === 'autoMapInputData') return [];
	const endpoint = findEndpoint(String(parameters.resource), String(parameters.operation));
	const fields = endpoint?.kind === 'write' ? mapperFields(endpoint, new Map()) : [];
	const saved = (record.schema ?? []).map(({ id, type }) => `${id}: ${type}`);
	const current = fields.map(({ id, type }) => `${id}: ${type}`);
	return saved.join() === current.join() ? [] : ['the saved fields are not those of the record'];
}

function workflowProblems({ name, nodes, connections }: Workflow): string[] {
	const names = nodes.map((node) => node.name);
	const linked = Object.entries(connections).flatMap(([source, { main = [] }]) => [
		source,
		...main.flatMap((targets) => (targets ?? []).map((target) => target.node)),
	]);
	const credentials = nodes.flatMap((node) => Object.values(node.credentials ?? {}));
	return [
		...(name === '' ? ['no name'] : []),
		...(new Set(names).size === names.length ? [] : ['a node name twice']),
		...(new Set(nodes.map(({ id }) => id)).size === nodes.length ? [] : ['a node id twice']),
		...linked.filter((each) => !names.includes(each)).map((each) => `no node "${each}"`),
		...nodes
			.filter((node) => !isNote(node) && !linked.includes(node.name))
			.map((node) => `"${node.name}" is not connected`),
		...(nodes.some(isTrigger) ? [] : ['no trigger']),
		...credentials.filter(({ id }) => id !== '').map((each) => `a credential's id: ${each.id}`),
		...nodes
			.filter(({ type }) => type in panels)
			.flatMap((node) =>
				[...parameterProblems(node), ...mapperProblems(node)].map(
					(problem) => `"${node.name}": ${problem}`,
				),
			),
	];
}

test.each(files)('%s is whole and in step with the node', (file) => {
	const workflow = read(file);
	expect(workflowProblems(workflow)).toEqual([]);
	expect(workflow.nodes.some(({ type }) => type in panels)).toBe(true);
});

test('every example stands in examples/README.md', () => {
	const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
	expect(files.filter((file) => !readme.includes(`(${file})`))).toEqual([]);
	expect(files.length).toBeGreaterThan(5);
});

describe('a wrong example is caught', () => {
	const right = read('clients-from-data-table.json');
	const changed = (change: (node: INode) => Partial<INode>): string[] =>
		workflowProblems({
			...right,
			nodes: right.nodes.map((node) => (node.type === ours ? { ...node, ...change(node) } : node)),
		});

	test.each<[string, (node: INode) => Partial<INode>, string]>([
		['a node renamed', () => ({ name: 'Other' }), 'no node "Send Clients"'],
		[
			'an unknown parameter',
			({ parameters }) => ({ parameters: { ...parameters, taskId: '1' } }),
			'"Send Clients": taskId is not shown',
		],
		[
			'an unknown option',
			({ parameters }) => ({ parameters: { ...parameters, options: { speed: 1 } } }),
			'"Send Clients": options.speed is unknown',
		],
		[
			'old fields',
			({ parameters }) => ({ parameters: { ...parameters, record: { schema: [] } } }),
			'"Send Clients": the saved fields are not those of the record',
		],
		[
			'a credential of somebody',
			() => ({ credentials: { projectServicesApi: { id: 'x1', name: 'Mine' } } }),
			"a credential's id: x1",
		],
	])('%s', (_, change, problem) => {
		expect(changed(change)).toContain(problem);
	});
});
