// The built panels of the nodes against n8n's rules, which linters can only read off written literals.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { changeFeeds, endpoints } from '../../api/index';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import {
	allProperties,
	isTitleCase,
	propertyProblems,
	shownProperties,
} from './checks/description';

interface Codex {
	readonly alias: string[];
}

const nodes = path.join(__dirname, '../../nodes');

const { properties } = new ProjectServices().description;

test('every parameter is worded, sorted and filled as n8n asks', () => {
	const placed = allProperties(properties);
	expect(placed.length).toBeGreaterThan(100);
	const problems = placed.flatMap(({ property, path }) =>
		propertyProblems(property).map((problem) => `${path}: ${problem}`),
	);
	expect([...new Set(problems)]).toEqual([]);
});

function shownFor(address: string, values: object): INodeProperties[] {
	const [resource, operation] = address.split('/');
	return shownProperties(properties, { resource, operation, ...values });
}

// What else decides about what is shown.
const panels = [...endpoints, ...changeFeeds].flatMap(({ operationKey: key }) =>
	[true, false].flatMap((returnAll) =>
		['raw', 'selected'].flatMap((output) =>
			['mapFields', 'json'].flatMap((dataMode) =>
				['integrationId', 'number'].map((identifyBy) => ({
					address: key,
					shown: shownFor(key, { returnAll, output, dataMode, identifyBy }),
				})),
			),
		),
	),
);

test('no panel shows a parameter or a label twice', () => {
	const twice = panels.flatMap(({ address, shown }) => {
		const names = shown.map(({ name }) => name);
		const labels = shown.map(({ displayName }) => displayName);
		return [names, labels].flatMap((all) =>
			all.filter((one, index) => all.indexOf(one) !== index).map((one) => `${address}: ${one}`),
		);
	});
	expect([...new Set(twice)]).toEqual([]);
});

const { version, properties: trigger } = new ProjectServicesTrigger().description;

test('the trigger is worded as n8n asks, and shows its contract for each event', () => {
	const problems = allProperties(trigger).flatMap(({ property, path }) =>
		propertyProblems(property).map((problem) => `${path}: ${problem}`),
	);
	expect(problems).toEqual([]);
	const shown = (event: string) => shownProperties(trigger, { event }).map(({ name }) => name);
	const published = ['event', 'deprecated', 'filters', 'options'];
	expect(shown('changeOrderProjectPublished')).toEqual(published);
	expect(shown('productChanged')).toEqual(['event', 'catalogNotice', 'catalogId', 'options']);
	expect(shown('productRemoved')).toEqual(['event', 'catalogNotice', 'catalogId', 'options']);
	expect(shown('recordChanged')).toEqual(['event', 'recordType', 'recordIds', 'options']);
});

test('the trigger has one version, which does not begin with the deprecated event', () => {
	expect(version).toBe(1);
	expect(trigger.filter(({ name }) => name === 'event')).toMatchObject([
		{ default: 'productChanged' },
	]);
});

test('every operation is in its dropdown, once, and has parameters of its own', () => {
	const listed = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.map((option) => {
				const [resource] = displayOptions?.show?.resource ?? [];
				return `${String(resource)}/${'value' in option ? String(option.value) : ''}`;
			}),
		);
	expect(listed.sort()).toEqual(
		[...endpoints, ...changeFeeds].map(({ operationKey }) => operationKey).sort(),
	);
	for (const { address, shown } of panels) {
		const common = changeFeeds.some(({ operationKey }) => operationKey === address)
			? []
			: ['options'];
		expect(shown.map(({ name }) => name)).toEqual(expect.arrayContaining(['resource', ...common]));
		expect(shown.length).toBeGreaterThan(3);
	}
});

/** What a saved workflow relies on, as the contract lists it; `options` is everywhere. */
const contract: Readonly<Record<string, readonly string[]>> = {
	'servicePlan/get': ['id'],
	'serviceOrder/get': ['id'],
	'task/get': ['id'],
	'task/getByProject': ['projectId'],
	'purchaseOrder/get': ['id'],
	'changeOrderProject/getAll': ['returnAs', 'returnAll', 'limit', 'filters'],
	'productCatalog/getOlderVariant': ['id', 'returnAs'],
	'productCatalog/get': ['id', 'returnAs', 'returnAll', 'limit', 'filters'],
	'client/getAll': ['clientIds'],
	'timeSheet/get': ['id'],
	'productCatalog/publish': ['catalogId', 'catalogName', 'catalogFields', 'record', 'body'],
	'client/publish': ['listId', 'listName', 'listDescription', 'record', 'body'],
	'vendor/publish': ['listId', 'listName', 'listDescription', 'record', 'body'],
	'timeSheet/update': ['requestName', 'record', 'body'],
	'task/update': [
		...['taskId', 'contact', 'siteAddress', 'resources', 'resourcesToDelete', 'updateFields'],
		'body',
	],
	'serviceOrder/update': [
		...['serviceOrderId', 'contact', 'billingAddress', 'siteAddress', 'updateFields', 'body'],
	],
	'vendor/update': [
		...['identifyBy', 'integrationId', 'number', 'siteAddress', 'billingAddress', 'updateFields'],
		'body',
	],
	'project/update': ['projectId', 'projectFields', 'updateProjectItemFieldIds', 'body'],
};

test.each(endpoints.map(({ operationKey, endpoint }) => [operationKey, endpoint.kind] as const))(
	'%s has the parameters that saved workflows rely on, and no others',
	(address, kind) => {
		const common = ['resource', 'operation', 'options'];
		const more = kind === 'read' ? ['output', 'fields', 'otherFields'] : ['dataMode'];
		const names = panels
			.filter((panel) => panel.address === address)
			.flatMap(({ shown }) => shown.filter(({ type }) => type !== 'notice'))
			.map(({ name }) => name);
		expect([...new Set(names)].sort()).toEqual(
			[...common, ...more, ...(contract[address] ?? [])].sort(),
		);
	},
);

const list = { productCatalog: 'id', changeOrderProject: 'filters' } as const;

test.each(
	(['productCatalog', 'changeOrderProject'] as const).flatMap((resource) => [
		[
			`${resource}/getChanges`,
			[list[resource], 'changeTypes', 'fields', 'options', 'otherFields', 'output'],
		],
		[`${resource}/commitChanges`, [list[resource]]],
		[`${resource}/resetChanges`, [list[resource]]],
	]) as Array<[string, string[]]>,
)('%s has the parameters of the contract, and no others', (address, own) => {
	const names = panels
		.filter((panel) => panel.address === address)
		.flatMap(({ shown }) => shown.filter(({ type }) => type !== 'notice'))
		.map(({ name }) => name);
	expect([...new Set(names)].sort()).toEqual(
		['resource', 'operation', 'cursorName', ...own].sort(),
	);
});

test('the names of operations are those that people expect', () => {
	const names = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [] }) => options as INodePropertyOptions[])
		.map(({ name, value }) => `${String(value)}: ${name}`);
	expect(names).toEqual(
		expect.arrayContaining(['getAll: Get by IDs', 'getOlderVariant: Get (Legacy)']),
	);
});

test('people find the nodes by the words of their trade', () => {
	const aliases = (node: string): string[] =>
		(JSON.parse(readFileSync(path.join(nodes, node, `${node}.node.json`), 'utf8')) as Codex).alias;
	for (const node of ['ProjectServices', 'ProjectServicesTrigger']) {
		expect(aliases(node)).toEqual(
			expect.arrayContaining(['AV', 'Catalog', 'Change Order', 'Purchase Order', 'Time Sheet']),
		);
	}
});

test('assistants that build workflows are told when to use which operation', () => {
	const { builderHint } = new ProjectServices().description;
	expect(builderHint).toEqual({ searchHint: expect.stringMatching(/Get Changes.*Publish/) });
});

test('the default operation of a resource is the one of before the change feeds', () => {
	// n8n does not save a default: another one would change saved workflows.
	const defaults = properties
		.filter(({ name }) => name === 'operation')
		.map(({ displayOptions, default: value }) => [displayOptions?.show?.resource?.[0], value]);
	expect(Object.fromEntries(defaults)).toMatchObject({
		changeOrderProject: 'getAll',
		productCatalog: 'get',
	});
});

test('the description is made anew each time, because n8n adds to its lists', () => {
	expect(new ProjectServices().description.properties).not.toBe(properties);
	expect(Object.isFrozen(properties[0]?.options)).toBe(false);
});

describe('a parameter against the rules is caught', () => {
	const right: INodeProperties = {
		displayName: 'Only Filled Fields',
		name: 'onlyFilled',
		type: 'boolean',
		default: false,
		description: 'Whether to leave out empty fields',
	};
	const choices = { ...right, type: 'options', default: 'a', description: 'What' } as const;
	const a = { name: 'A', value: 'a' };
	const b = { name: 'B', value: 'b' };

	test('the right one is not', () => {
		expect(propertyProblems(right)).toEqual([]);
		expect(propertyProblems({ ...choices, options: [a, b] })).toEqual([]);
	});

	test.each<[string, INodeProperties, string]>([
		['a label', { ...right, displayName: 'Only filled Fields' }, 'label "Only filled Fields"'],
		['no Whether', { ...right, description: 'Leaves out fields' }, 'no "Whether ..."'],
		['a full stop', { ...right, description: 'Whether to go.' }, 'a final full stop'],
		[
			'a small ID',
			{ ...right, description: 'Whether the id' },
			'"ID", "URL" are written in capitals',
		],
		[
			'a small letter',
			{ ...choices, description: 'what', options: [a] },
			'begins with a small letter',
		],
		['unsorted options', { ...choices, options: [b, a] }, 'options are not sorted'],
		['a value twice', { ...choices, options: [a, { name: 'B', value: 'a' }] }, 'a value twice'],
		['no action', { ...choices, name: 'operation', options: [a] }, 'option "A": no action'],
		[
			'an article in an action',
			{ ...choices, name: 'operation', options: [{ ...a, action: 'Get a task' }] },
			'option "A": action "Get a task"',
		],
		['Web Site', { ...right, displayName: 'Web Site' }, 'label "Web Site"'],
		[
			'an ID that the demo does not know',
			{ ...right, placeholder: 'e.g. 10452' },
			'placeholder "10452" is not an ID of the demo',
		],
		[
			'a locator without By ID',
			{
				...right,
				type: 'resourceLocator',
				description: 'Which',
				modes: [
					{ displayName: 'L', name: 'list', type: 'list', typeOptions: { searchListMethod: 'x' } },
				],
			},
			'no mode By ID',
		],
		['a default', { ...choices, default: 'c', options: [a] }, 'default is none of the options'],
		['a type', { ...right, default: 'no' }, 'default of type string'],
		['a placeholder', { ...right, placeholder: '42' }, 'a placeholder without "e.g."'],
		[
			'an Add',
			{ ...right, type: 'collection', default: {}, description: 'More' },
			'no placeholder "Add ..."',
		],
		[
			'an option',
			{ ...choices, options: [{ name: 'all of it', value: 'a' }] },
			'option "all of it"',
		],
	])('%s', (_, property, problem) => {
		expect(propertyProblems(property)).toEqual([problem]);
	});

	test('what is shown follows the conditions', () => {
		const shown = { ...right, displayOptions: { show: { resource: ['task'] } } };
		const hidden = { ...right, displayOptions: { hide: { resource: ['task'] } } };
		expect(shownProperties([right, shown, hidden], { resource: 'task' })).toEqual([right, shown]);
		expect(shownProperties([right, shown, hidden], { resource: 'x' })).toEqual([right, hidden]);
	});

	test('Title Case is known when it is seen', () => {
		const labels = [
			'Get by Project',
			'Records per Request',
			'ID',
			'CF1',
			'Get By Project',
			'page Size',
		];
		expect(labels.map(isTitleCase)).toEqual([true, true, true, true, false, false]);
	});
});
