// The example workflows: complete, importable as they are, with a note and sample data, and valid for the node.
// What they do is tested in test/examples.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IConnections, INode, INodeProperties, ResourceMapperField } from 'n8n-workflow';
import { findEndpoint } from '../../api/index';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { mapperFields } from '../../nodes/ProjectServices/panel/loadedFields';
import { shownProperties } from './checks/description';
import { editorTexts } from './checks/editorTexts.mjs';

interface Column {
	readonly name: string;
	readonly type: string;
}

interface Workflow {
	readonly name: string;
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
	readonly pinData?: Readonly<Record<string, unknown>>;
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
/** Those of partners over the internet; a database or a mail server is asked for in the note. */
const partnerCredentials = [
	'hubspotAppToken',
	'quickBooksOAuth2Api',
	'shopifyAccessTokenApi',
	'slackApi',
	'smtp',
];
const isErrorTrigger = (type: string) => type === 'n8n-nodes-base.errorTrigger';
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
	const saved = (record.schema ?? []).map(asCompared);
	return saved.join() === fields.map(asCompared).join()
		? []
		: ['the saved fields are not those of the record'];
}

/** What the editor compares: where it differs, n8n shows "Fields are outdated". */
function asCompared(field: ResourceMapperField): string {
	const { id, displayName, required, defaultMatch, display, canBeUsedToMatch, type } = field;
	return [id, displayName, required, defaultMatch, display, canBeUsedToMatch, type].join(': ');
}

const isOfDataTable = ({ type }: INode) => type === 'n8n-nodes-base.dataTable';

/** The nodes of a data table name it, since the editor cannot look up what another node returns, and have its columns. */
function dataTableProblems({ nodes }: Workflow): string[] {
	const made = nodes.find((node) => isOfDataTable(node) && node.parameters.resource === 'table');
	const { column = [] } = (made?.parameters.columns ?? {}) as { column?: Column[] };
	const columns = column.map(({ name, type }) => `${name}: ${type}`).join();
	return nodes
		.filter((node) => isOfDataTable(node) && node.parameters.resource === 'row')
		.flatMap(({ name, parameters }) => {
			const { mode, value } = parameters.dataTableId as { mode: string; value: string };
			const { schema } = (parameters.columns ?? {}) as { schema?: ResourceMapperField[] };
			const saved = schema?.map(({ id, type }) => `${id}: ${type}`).join() ?? columns;
			return [
				...(mode === 'name' && value === made?.parameters.tableName
					? []
					: [`"${name}": its table`]),
				...(saved === columns ? [] : [`"${name}": its columns`]),
			];
		});
}

/** What a note may print in bold besides the names of nodes: its headings, and buttons of n8n 2.41. */
const headings = ['Before the first run', 'Try it'];
const buttons = [
	'Activate',
	'Data tables',
	'Deactivate',
	'Execute workflow',
	'Import CSV',
	'Publish',
	'Unpin',
];

function noteProblems({ name, nodes }: Workflow): string[] {
	const [note, ...others] = nodes.filter(isNote);
	const content = String(note?.parameters.content ?? '');
	const known = [...headings, ...buttons, ...nodes.map((node) => node.name)];
	const bold = [...content.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = '']) => text);
	return [
		...(others.length > 0 ? ['more than one note'] : []),
		...(content.startsWith(`## ${name}\n`) ? [] : ['the note does not begin with the name']),
		...headings
			.filter((heading) => !content.includes(`**${heading}**`))
			.map((heading) => `the note says nothing about "${heading}"`),
		...bold.filter((text) => !known.includes(text)).map((text) => `the note names "${text}"`),
	];
}

/** Every node of a partner has sample data, so that the example can be tried without the partner. */
function pinProblems({ nodes, pinData = {} }: Workflow): string[] {
	const pinned = Object.keys(pinData);
	const partners = nodes.filter(
		({ type, credentials = {} }) =>
			Object.keys(credentials).some((each) => partnerCredentials.includes(each)) &&
			!(type in panels),
	);
	return [
		...pinned.filter((name) => !nodes.some((node) => node.name === name)),
		...partners.filter(({ name }) => !pinned.includes(name)).map(({ name }) => name),
	].map((name) => `the sample data of "${name}"`);
}

function tableName({ parameters }: INode): string[] {
	return typeof parameters.tableName === 'string' ? [parameters.tableName] : [];
}

function workflowProblems(workflow: Workflow): string[] {
	const { name, nodes, connections } = workflow;
	const names = nodes.map((node) => node.name);
	const linked = Object.entries(connections).flatMap(([source, { main = [] }]) => [
		source,
		...main.flatMap((targets) => (targets ?? []).map((target) => target.node)),
	]);
	const credentials = nodes.flatMap((node) => Object.values(node.credentials ?? {}));
	return [
		...(name === '' ? ['no name'] : []),
		...pinProblems(workflow),
		...dataTableProblems(workflow),
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

test.each(files)('%s is complete and valid for the node', (file) => {
	const workflow = read(file);
	// The demo has a note for `npm run demo`, not for people who import it.
	const problems = file === 'demo.json' ? workflowProblems(workflow) : problemsOf(workflow);
	expect(problems).toEqual([]);
	expect(workflow.nodes.some(({ type }) => type in panels || isErrorTrigger(type))).toBe(true);
});

test('every example is in the table of examples/README.md', () => {
	const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
	expect(files.filter((file) => !readme.includes(`(${file})`))).toEqual([]);
	expect(files.length).toBeGreaterThan(5);
});

test('no data table has a name that is a part of another one', () => {
	// n8n looks a table up by a part of its name.
	const names = files.flatMap((file) => read(file).nodes.flatMap(tableName));
	const unique = [...new Set(names)];
	const parts = unique.filter((name) =>
		unique.some((other) => other !== name && other.toLowerCase().includes(name.toLowerCase())),
	);
	expect(parts).toEqual([]);
	expect(unique.length).toBeGreaterThan(2);
});

test('the buttons that notes name are those of the installed n8n', () => {
	const texts = editorTexts();
	expect(buttons.filter((button) => !texts.has(button))).toEqual([]);
	expect(texts.has('Import from file')).toBe(false);
});

function problemsOf(workflow: Workflow): string[] {
	return [...workflowProblems(workflow), ...noteProblems(workflow)];
}

describe('a wrong example is caught', () => {
	const right = read('clients-from-data-table.json');
	const changed = (change: (node: INode) => Partial<INode>): string[] =>
		problemsOf({
			...right,
			nodes: right.nodes.map((node) => (node.type === ours ? { ...node, ...change(node) } : node)),
		});

	test.each<[string, (node: INode) => Partial<INode>, string]>([
		['a node renamed', () => ({ name: 'Other' }), 'no node "Publish Clients"'],
		[
			'an unknown parameter',
			({ parameters }) => ({ parameters: { ...parameters, taskId: '1' } }),
			'"Publish Clients": taskId is not shown',
		],
		[
			'an unknown option',
			({ parameters }) => ({ parameters: { ...parameters, options: { speed: 1 } } }),
			'"Publish Clients": options.speed is unknown',
		],
		[
			'old fields',
			({ parameters }) => ({ parameters: { ...parameters, record: { schema: [] } } }),
			'"Publish Clients": the saved fields are not those of the record',
		],
		[
			'a credential of somebody',
			() => ({ credentials: { projectServicesApi: { id: 'x1', name: 'Mine' } } }),
			"a credential's id: x1",
		],
	])('%s', (_, change, problem) => {
		expect(changed(change)).toContain(problem);
	});

	test.each<[string, string, string]>([
		['a button that n8n does not have', 'Choose **Import from file**.', 'Import from file'],
		['a node under an old name', 'See **Send Clients**.', 'Send Clients'],
	])('%s', (_, text, named) => {
		const nodes = right.nodes.map((node) =>
			isNote(node)
				? { ...node, parameters: { content: `${String(node.parameters.content)} ${text}` } }
				: node,
		);
		expect(problemsOf({ ...right, nodes })).toEqual([`the note names "${named}"`]);
	});

	test('a node of a partner without sample data', () => {
		const partner = {
			...(right.nodes[0] as INode),
			id: 'slack',
			name: 'Slack',
			type: 'n8n-nodes-base.slack',
			credentials: { slackApi: { id: '', name: 'Slack' } },
		};
		const nodes = [...right.nodes, partner];
		expect(workflowProblems({ ...right, nodes })).toContain('the sample data of "Slack"');
	});
});
