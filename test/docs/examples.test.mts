// The example workflows: complete, importable as they are, readable on the canvas, with a note and sample data, and valid
// for our nodes and for the installed n8n. What they do is tested in e2e/workflows/examples.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode, INodeProperties, ResourceMapperField } from 'n8n-workflow';
import { findEndpoint } from '../../api/index';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { mapperFields } from '../../nodes/ProjectServices/description/loadedFields';
import { hostDirectory } from '../host/location.cjs';
import { shownProperties } from './checks/description';

interface Workflow {
	readonly nodes: readonly INode[];
}

interface NodeType {
	readonly name: string;
	readonly version: number | number[];
	readonly properties: readonly INodeProperties[];
}

const folder = path.resolve(__dirname, '../../examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');

function read(file: string): Workflow {
	return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow;
}

const base = 'n8n-nodes-base.';
const agents = '@n8n/n8n-nodes-langchain.';
const installed = [base, agents].flatMap((prefix) => {
	const directory = hostDirectory();
	const file = path.join(directory, 'node_modules', prefix.slice(0, -1), 'dist/types/nodes.json');
	const types = JSON.parse(readFileSync(file, 'utf8')) as NodeType[];
	return types.map((type) => ({ ...type, name: `${prefix}${type.name}` }));
});
const ours = 'n8n-nodes-project-services.projectServices';
const action = new ProjectServices().description.properties;
const panels: Readonly<Record<string, readonly INodeProperties[]>> = {
	[ours]: action,
	// n8n gives every tool these two.
	[`${ours}Tool`]: [
		...action,
		{ displayName: 'Tool Description', name: 'descriptionType', type: 'options', default: 'auto' },
		{ displayName: 'Description', name: 'toolDescription', type: 'string', default: '' },
	],
	[`${ours}Trigger`]: [
		...new ProjectServicesTrigger().description.properties,
		// n8n gives every polling trigger this one.
		{ displayName: 'Poll Times', name: 'pollTimes', type: 'fixedCollection', default: {} },
	],
};

/** One sentence for each problem: the condition, and what it says if it holds. */
function problemsIf(...checks: ReadonlyArray<readonly [boolean, string]>): string[] {
	return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

/** What n8n itself has of a node: its type, version, parameters. */
function typeProblems({ type, typeVersion, parameters }: INode): string[] {
	if (type === `${base}code`) return ['is a Code node'];
	const versions = installed.filter(({ name }) => name === type);
	const found = versions.find(({ version }) => [version].flat().includes(typeVersion));
	if (!found) return [`has an unknown version ${typeVersion} of ${type}`];
	const known = found.properties.map((property) => property.name);
	return Object.keys(parameters)
		.filter((parameter) => !known.includes(parameter))
		.map((parameter) => `has an unknown parameter ${parameter}`);
}

/** What our panel does not show for a node's parameters; n8n fills in the defaults that a saved node leaves out. */
function parameterProblems({ type, parameters }: INode): string[] {
	const properties = panels[type] ?? [];
	const defaults = properties.map(({ name, default: value }) => [name, value]);
	const shown = shownProperties(properties, { ...Object.fromEntries(defaults), ...parameters });
	return Object.entries(parameters).flatMap(([name, value]) => {
		const property = shown.find((each) => each.name === name);
		if (!property) return [`${name} is not shown`];
		if (property.type !== 'collection') return [];
		const known = (property.options ?? []).map((option) => option.name);
		const unknown = Object.keys(value as object).filter((key) => !known.includes(key));
		return unknown.map((key) => `${name}.${key} is unknown`);
	});
}

/** What the editor compares: where it differs, n8n shows "Fields are outdated". */
function asCompared(field: ResourceMapperField): string {
	const { id, displayName, required, defaultMatch, display, canBeUsedToMatch, type } = field;
	return [id, displayName, required, defaultMatch, display, canBeUsedToMatch, type].join(': ');
}

function hasOldFields({ parameters }: INode): boolean {
	const record = parameters.record as
		{ mappingMode?: string; schema?: ResourceMapperField[] } | undefined;
	if (!record || record.mappingMode === 'autoMapInputData') return false;
	const endpoint = findEndpoint(String(parameters.resource), String(parameters.operation));
	const fields = endpoint?.kind === 'write' ? mapperFields(endpoint, new Map()) : [];
	return (record.schema ?? []).map(asCompared).join() !== fields.map(asCompared).join();
}

function nodeProblems(node: INode): string[] {
	const { name, type, retryOnFail = false, onError, notes } = node;
	const isOurs = type in panels;
	const problems = [
		...(isOurs ? parameterProblems(node) : typeProblems(node)),
		...problemsIf(
			[isOurs && hasOldFields(node), 'the saved fields are not those of the record'],
			[/[a-z]\d$|^HTTP Request|^Edit Fields/.test(name), 'does not say what it is for'],
			[retryOnFail && onError !== undefined, 'retries and continues'],
			[retryOnFail && isOurs, 'retries by itself already'],
			[notes !== undefined, 'has a note of its own'],
		),
	];
	return problems.map((problem) => `"${name}": ${problem}`);
}

function problemsOf({ nodes }: Workflow): string[] {
	const credentials = nodes.flatMap((node) => Object.values(node.credentials ?? {}));
	const errorTriggers = nodes.filter(({ type }) => type.endsWith('.errorTrigger'));
	return [
		...problemsIf(
			[!nodes.some(({ type }) => type.endsWith('Trigger')), 'no trigger'],
			[
				!nodes.some(({ type, credentials }) => type in panels || credentials?.projectServicesApi) &&
					errorTriggers.length === 0,
				'no node of ours',
			],
			...credentials.map(({ id }) => [id !== '', `a credential's id: ${id}`] as const),
			// n8n 2.41.1 gives null for such a reference after a crash and after a failed poll.
			...errorTriggers.map(
				({ name }) =>
					[JSON.stringify(nodes).includes(`$('${name}')`), `refers to "${name}"`] as const,
			),
		),
		...nodes.flatMap(nodeProblems),
	];
}

test.each(files)('%s is complete, readable, valid, and in the table of README.md', (file) => {
	expect(problemsOf(read(file))).toEqual([]);
	const line = readme.split('\n').find((each) => each.includes(`(${file})`)) ?? 'none';
	expect(line).not.toBe('none');
});

test('what is wrong in an example is found', () => {
	const { nodes } = read('demo.json');
	const wrong = nodes
		.filter(({ type }) => !type.endsWith('Trigger'))
		.map((node) => ({ ...node, typeVersion: 99, parameters: { ...node.parameters, odd: 1 } }));
	const problems = problemsOf({ nodes: wrong }).join('\n');
	for (const problem of ['no trigger', 'unknown version 99', 'odd is not shown'])
		expect(problems).toContain(problem);
});
