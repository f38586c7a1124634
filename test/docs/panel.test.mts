// The built panels of the nodes against n8n's rules, and what saved workflows rely on.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Linter } from 'eslint';
import n8nRules from 'eslint-plugin-n8n-nodes-base';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { parser } from 'typescript-eslint';

import { changeFeeds, endpoints } from '../../api/index';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { serviceOperations } from '../../nodes/ProjectServices/operations/serviceOperations';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { allProperties, propertyProblems, shownProperties } from './checks/description';

interface Codex {
	readonly alias: string[];
}

const nodes = path.join(__dirname, '../../nodes');

const { properties } = new ProjectServices().description;
const { version, properties: trigger } = new ProjectServicesTrigger().description;

// Numbers in names are sorted as numbers, and Get by IDs is not n8n's Get Many.
const exceptions = /unsorted-items|get-many|action-miscased/;

const lint = {
	files: ['**/*.ts'],
	plugins: { 'n8n-nodes-base': n8nRules },
	languageOptions: { parser },
	rules: n8nRules.configs.nodes.rules,
};

/** What n8n's linter, which reads literals, finds in a panel that is written out as one. */
function lintProblems(panel: readonly INodeProperties[]): string[] {
	const literal = JSON.stringify(panel, null, 1).replace(/^( *)"(\w+)":/gm, '$1$2:');
	const source = `const properties: INodeProperties[] = ${literal};`;
	const lines = source.split('\n');
	return new Linter()
		.verify(source, lint, { filename: 'nodes/Panel/panel.ts' })
		.filter(({ ruleId }) => !exceptions.test(ruleId ?? ''))
		.map(({ ruleId, line }) => `${lines[line - 1]?.trim()} ${ruleId?.split('/')[1]}`);
}

test.each([
	['the action node', properties],
	['the trigger', trigger],
])('every parameter of %s is worded, sorted and filled as n8n asks', (_, panel) => {
	const placed = allProperties(panel);
	expect(placed.length).toBeGreaterThan(15);
	const problems = placed.flatMap(({ property, path }) =>
		propertyProblems(property).map((problem) => `${path}: ${problem}`),
	);
	expect([...lintProblems(panel), ...new Set(problems)]).toEqual([]);
});

function shownFor(address: string, values: object): INodeProperties[] {
	const [resource, operation] = address.split('/');
	return shownProperties(properties, { resource, operation, ...values });
}

const chosen = { itemFieldsToUpdate: 'chosen' };

// What else decides about what is shown.
const panels = [...endpoints, ...changeFeeds, ...serviceOperations].flatMap(
	({ operationKey: key }) =>
		[true, false].flatMap((returnAll) =>
			['raw', 'selected'].flatMap((output) =>
				['mapFields', 'json'].flatMap((dataMode) =>
					['integrationId', 'number'].map((identifyBy) => ({
						address: key,
						shown: shownFor(key, { returnAll, output, dataMode, identifyBy, ...chosen }),
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

test.each([
	[
		'changeOrderProjectChanged',
		['event', 'listNotice', 'deprecated', 'reasons', 'filters', 'options'],
	],
	['productChanged', ['event', 'listNotice', 'catalogId', 'changeTypes', 'options']],
])('the trigger shows for the event %s the parameters of its contract', (event, names) => {
	expect(shownProperties(trigger, { event }).map(({ name }) => name)).toEqual(names);
});

test('the trigger has one version, which does not begin with the deprecated event', () => {
	expect(version).toBe(1);
	expect(trigger.filter(({ name }) => name === 'event')).toMatchObject([
		{ default: 'productChanged' },
	]);
});

const operations = properties.filter(({ name }) => name === 'operation');
const inPeoplesHands = operations.filter(({ displayOptions }) => !displayOptions?.show?.['@tool']);

test('every operation is in its dropdown, once', () => {
	const listed = inPeoplesHands.flatMap(({ displayOptions, options = [] }) =>
		(options as INodePropertyOptions[]).map(
			({ value }) => `${String(displayOptions?.show?.resource?.[0])}/${String(value)}`,
		),
	);
	expect(listed.sort()).toEqual(
		[...endpoints, ...changeFeeds, ...serviceOperations]
			.map(({ operationKey }) => operationKey)
			.sort(),
	);
});

const ofReads = ['options', 'output', 'fields', 'otherFields'];
const ofChanges = ['cursorName', 'changeTypes', ...ofReads];

/** What a saved workflow relies on, as the contract lists it, as well as what all operations of its kind have. */
const contract: Readonly<Record<string, readonly string[]>> = {
	'servicePlan/get': ['id'],
	'serviceOrder/get': ['id'],
	'task/get': ['id'],
	'task/getByProject': ['projectId'],
	'purchaseOrder/get': ['id'],
	'changeOrderProject/getAll': ['returnAs', 'returnAll', 'limit', 'filters'],
	'changeOrderProject/getChanges': ['filters', ...ofChanges],
	'changeOrderProject/commitChanges': ['filters', 'cursorName'],
	'productCatalog/getChanges': ['id', ...ofChanges],
	'productCatalog/commitChanges': ['id', 'cursorName'],
	'productCatalog/getOlderVariant': ['id', 'returnAs'],
	'productCatalog/get': ['id', 'returnAs', 'returnAll', 'limit', 'filters'],
	'client/getAll': ['clientIds'],
	'service/check': ['catalogId'],
	'service/getTransactionStatus': ['messageId', 'options'],
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
	'project/update': [
		'projectId',
		'projectFields',
		'itemFieldsToUpdate',
		'updateProjectItemFieldIds',
		'body',
	],
};

const kinds = [
	...endpoints.map(({ operationKey, endpoint }) => {
		return [operationKey, endpoint.kind === 'read' ? ofReads : ['options', 'dataMode']] as const;
	}),
	...changeFeeds.map(({ operationKey }) => [operationKey, []] as const),
	...serviceOperations.map(({ operationKey }) => [operationKey, []] as const),
];

test.each(kinds)(
	'%s has the parameters that saved workflows rely on, and no others',
	(address, ofKind) => {
		const names = panels
			.filter((panel) => panel.address === address)
			.flatMap(({ shown }) => shown.filter(({ type }) => type !== 'notice'))
			.map(({ name }) => name);
		expect([...new Set(names)].sort()).toEqual(
			['resource', 'operation', ...ofKind, ...(contract[address] ?? [])].sort(),
		);
	},
);

/** The entries of the collection Options that show beside what is chosen. */
function optionsShown(address: string, values: object): string[] {
	const collection = shownFor(address, values).find(({ name }) => name === 'options');
	const options = (collection?.options ?? []) as INodeProperties[];
	const parameters = Object.entries(values).map(([name, value]) => [`/${name}`, value]);
	return shownProperties(options, Object.fromEntries(parameters)).map(({ name }) => name);
}

test('an operation offers seven options at first sight at most', () => {
	const counts = kinds.map(([address]) => optionsShown(address, {}).length);
	expect(Math.max(...counts)).toBeLessThanOrEqual(7);
	expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(55);
});

test('Commit Changes says that it is the last node, and nothing of what it does not request', () => {
	for (const resource of ['changeOrderProject', 'productCatalog']) {
		const shown = shownFor(`${resource}/commitChanges`, {});
		const notices = shown.filter(({ type }) => type === 'notice');
		expect(notices.map(({ displayName }) => displayName)).toEqual([
			expect.stringMatching(/^Commit Changes is the last node/),
		]);
	}
});

test('what needs another option shows beside it', () => {
	const shown = (address: string, values: Readonly<Record<string, unknown>>) => {
		const collection = shownFor(address, {}).find(({ name }) => name === 'options');
		const options = (collection?.options ?? []) as INodeProperties[];
		return shownProperties(options, values).map(({ name }) => name);
	};
	for (const [address, option, value, beside] of [
		['client/publish', 'confirm', 'wait', ['confirmMinutes']],
		['client/publish', 'onlyChanged', true, ['changeLimit']],
		['productCatalog/get', '/returnAs', 'file', ['fileFormat', 'fileName', 'binaryProperty']],
	] as const) {
		const before = shown(address, {});
		const after = shown(address, { [option]: value });
		expect(after.filter((name) => !before.includes(name))).toEqual(beside);
	}
});

const gone = [
	...['responseFormat', 'requestFormat', 'productsPerPage', 'recordsPerRequest', 'concurrency'],
	...['requestsPerMinute', 'maxRetries', 'longestWait', 'timeout', 'customFieldNames'],
	'updatedAfter',
];

test('what the credential says is in no panel', () => {
	const collections = [...properties, ...trigger].filter(({ name }) => name === 'options');
	const options = collections.flatMap(({ options: all = [] }) => all as INodeProperties[]);
	const names = [...properties, ...options].map(({ name }) => name);
	expect(names.filter((name) => gone.includes(name))).toEqual([]);
});

test('the fields of a project begin with those of its items', () => {
	const shown = shownFor('project/update', { dataMode: 'mapFields' });
	expect(shown.map(({ name }) => name)).toEqual(
		['resource', 'operation', 'updateNotice', 'projectId', 'dataMode', 'projectFields'].concat([
			'itemFieldsToUpdate',
			'options',
		]),
	);
	const fields = shown.find(({ name }) => name === 'projectFields')?.options ?? [];
	expect(fields.slice(0, 2).map(({ name }) => name)).toEqual([
		'UpdateProjectItems',
		'NewProjectItems',
	]);
});

test.each(['project', 'task', 'serviceOrder', 'vendor'])(
	'a notice says what may be changed of a %s, and that Dry Run shows it',
	(resource) => {
		const notice = shownFor(`${resource}/update`, {}).find(({ type }) => type === 'notice');
		expect(notice?.displayName).toMatch(/(can be changed|Update Project Items)\. .*'Dry Run'/);
	},
);

const findDeletions = (address: string) => optionsShown(address, {}).includes('findDeletions');

test('Find Deletions is offered only where the service names deleted records', () => {
	expect(findDeletions('productCatalog/getChanges')).toBe(true);
	expect(findDeletions('changeOrderProject/getChanges')).toBe(false);
});

const publishes = endpoints.filter(
	({ endpoint }) => endpoint.kind === 'write' && endpoint.records !== undefined,
);

test.each(publishes.map(({ operationKey }) => operationKey))(
	'a notice above the mapper of %s says what n8n does not show of it',
	(address) => {
		const shown = shownFor(address, { dataMode: 'mapFields' });
		const mapper = shown.findIndex(({ type }) => type === 'resourceMapper');
		const { type, displayName } = shown[mapper - 1];
		expect(type).toBe('notice');
		expect(displayName).toBe(shown[mapper].description);
		expect(displayName).toMatch(/^Each input item is one .*\. ID is .*\. Try it with 'Dry Run'\.$/);
		expect(shownFor(address, { dataMode: 'json' }).map(({ name }) => name)).not.toContain(
			'recordNotice',
		);
	},
);

test('what a list is sent under is a free choice, and the same in every run', () => {
	for (const address of ['client/publish', 'vendor/publish']) {
		const shown = shownFor(address, { dataMode: 'mapFields' });
		const id = shown.find(({ name }) => name === 'listId');
		expect(id?.description).toBe('Any text of your own; always use the same');
	}
});

test('the fields of a catalog are those that a person decides, with texts about writing', () => {
	const shown = shownFor('productCatalog/publish', { dataMode: 'mapFields' });
	const fields = shown.find(({ name }) => name === 'catalogFields')?.options as INodeProperties[];
	expect(fields.map(({ name }) => name)).not.toContain('TotalProductsCount');
	const deleted = fields.find(({ name }) => name === 'DeletedProductIds');
	expect(deleted?.description).toMatch(/^The IDs of records that no longer exist/);
	expect(deleted?.description).not.toContain('automated server exports');
});

const groups = kinds.flatMap(([address]) =>
	shownFor(address, { dataMode: 'mapFields' })
		.filter(
			({ name, type }) => type.endsWith('ollection') && !['options', 'filters'].includes(name),
		)
		.map((group) => ({ address, group })),
);

test('every group of fields says what is sent', () => {
	expect(groups.length).toBeGreaterThan(10);
	const silent = groups.filter(({ group: { description = '' } }) => description === '');
	expect(silent.map(({ address, group }) => `${address}: ${group.name}`)).toEqual([]);
	const ofTask = groups.filter(({ address }) => address === 'task/update');
	for (const { group } of ofTask.filter(({ group: { name } }) => name !== 'updateFields'))
		expect(group.description).toContain('Only fields that you add are sent');
});

test('a list that is not a list of all projects says so', () => {
	const locators = properties.filter(({ type }) => type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(0);
	for (const { modes = [] } of locators)
		expect(modes.find(({ name }) => name === 'list')?.placeholder).toBe(
			'Projects with change orders; for others, By ID',
		);
});

test('Include Imported is on when it is added, where all projects are followed', () => {
	const added = (list: readonly INodeProperties[]) => {
		const filters = list.find(({ name }) => name === 'filters')?.options as INodeProperties[];
		return filters.find(({ name }) => name === 'includeImported')?.default;
	};
	expect(added(shownFor('changeOrderProject/getChanges', {}))).toBe(true);
	expect(added(shownFor('changeOrderProject/commitChanges', {}))).toBe(true);
	expect(added(shownProperties(trigger, { event: 'changeOrderProjectChanged' }))).toBe(true);
	expect(added(shownFor('changeOrderProject/getAll', {}))).toBe(false);
});

test('labels say what is meant', () => {
	const labels = new Map(
		[...properties, ...properties.flatMap(({ options = [] }) => options as INodeProperties[])].map(
			({ name, displayName }) => [name, displayName],
		),
	);
	expect(Object.fromEntries(labels)).toMatchObject({
		binaryProperty: 'Put Output File in Field',
		itemFieldsToUpdate: 'Project Item Fields to Update',
		updateFields: 'Fields by Number',
	});
	const service = operations.find(({ displayOptions }) =>
		displayOptions?.show?.resource?.includes('service'),
	);
	expect(service?.options?.map(({ name }) => name)).toEqual([
		'Check Connection and Service',
		'Get Transaction Status',
	]);
	const [{ options: resources = [] }] = properties;
	expect(resources).toContainEqual(
		expect.objectContaining({ name: 'Connection', value: 'service' }),
	);
});

test('the names of operations are those that people expect', () => {
	const names = operations
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

test('every resource has the default operation that saved workflows rely on', () => {
	// n8n does not save a default: another one would change saved workflows.
	const defaults = operations.map(({ displayOptions, default: value }) => [
		displayOptions?.show?.resource?.[0],
		value,
	]);
	expect(Object.fromEntries(defaults)).toEqual({
		changeOrderProject: 'getAll',
		client: 'getAll',
		productCatalog: 'get',
		project: 'update',
		purchaseOrder: 'get',
		service: 'check',
		serviceOrder: 'get',
		servicePlan: 'get',
		task: 'get',
		timeSheet: 'get',
		vendor: 'publish',
	});
});

test('the description is made again each time, because n8n adds to its lists', () => {
	expect(new ProjectServices().description.properties).not.toBe(properties);
	expect(Object.isFrozen(properties[0]?.options)).toBe(false);
});

test('conditions name a parameter beside them, or a path that begins with a slash', () => {
	for (const panel of [properties, trigger]) {
		const names = new Set(panel.map(({ name }) => name));
		const conditions = panel.flatMap(({ displayOptions: { show, hide } = {} }) =>
			Object.keys({ ...show, ...hide }),
		);
		expect(conditions.length).toBeGreaterThan(0);
		expect(conditions.filter((name) => !/^[/@]/.test(name) && !names.has(name))).toEqual([]);
	}
});
