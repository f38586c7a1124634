// The built panels of the nodes against n8n's rules, and what saved workflows rely on.

import { Linter } from 'eslint';
import n8nRules from 'eslint-plugin-n8n-nodes-base';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { parser } from 'typescript-eslint';

import { changeFeeds, endpoints } from '../../api/index';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { serviceOperations } from '../../nodes/ProjectServices/operations/serviceOperations';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { allProperties, propertyProblems, shownProperties } from './checks/description';

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

test('a bad parameter is found', () => {
	const bad = { displayName: 'the list', name: 'list', type: 'collection', default: {} } as const;
	const entry = { displayName: 'B', name: 'b', type: 'string', default: '' } as const;
	const options = [entry, { ...entry, displayName: 'A', placeholder: 'e.g. T-9' }];
	expect(propertyProblems({ ...bad, options })).toEqual([
		'a placeholder without "Add "',
		'options are not sorted',
	]);
	expect(propertyProblems({ ...entry, placeholder: 'e.g. XY-9' })).toHaveLength(1);
	expect(lintProblems([{ ...bad, options }]).join()).toContain('miscased');
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
	const collection = shownFor(address, {}).find(({ name }) => name === 'options');
	const options = (collection?.options ?? []) as INodeProperties[];
	return shownProperties(options, { ...values }).map(({ name }) => name);
}

const W = ['confirm', 'confirmMinutes', 'dryRun', 'resendUncertain'];
const C = ['onlyChanged', 'changeLimit'];
const M = ['ignoreUnknownFields'];
const G = ['deletionLimit', 'onlyFilled', 'startOver'];
const F = ['binaryProperty', 'fileFormat', 'fileName', 'onlyFilled'];

test.each(
	Object.entries({
		'servicePlan/get': ['onlyFilled'],
		'serviceOrder/get': ['onlyFilled'],
		'task/get': ['onlyFilled'],
		'task/getByProject': ['onlyFilled'],
		'purchaseOrder/get': ['onlyFilled'],
		'timeSheet/get': ['onlyFilled'],
		'client/getAll': ['onlyFilled'],
		'productCatalog/getOlderVariant': ['onlyFilled'],
		'productCatalog/get': F,
		'productCatalog/getChanges': [...G, 'findDeletions'],
		'changeOrderProject/getAll': F,
		'changeOrderProject/getChanges': G,
		'productCatalog/publish': [...W, ...M, ...C],
		'client/publish': [...W, ...M, ...C],
		'vendor/publish': [...W, ...M],
		'timeSheet/update': [...W, ...M, ...C],
		'task/update': [...W, ...C],
		'serviceOrder/update': [...W, ...C],
		'vendor/update': W,
		'project/update': W,
		'service/getTransactionStatus': ['waitMinutes'],
	}),
)('%s has the options of its contract, and no others', (address, names) => {
	const collection = shownFor(address, {}).find(({ name }) => name === 'options');
	expect(collection?.options?.map(({ name }) => name).sort()).toEqual([...names].sort());
});

test('what a person does not change has the value of the contract', () => {
	const withOptions = (list: readonly INodeProperties[]) =>
		list.flatMap((one) => [
			one,
			...(one.name === 'options' ? ((one.options ?? []) as INodeProperties[]) : []),
		]);
	const defaults = (list: readonly INodeProperties[]) =>
		Object.fromEntries(withOptions(list).map(({ name, default: value }) => [name, value]));
	expect(defaults(properties)).toMatchObject({
		resource: 'productCatalog',
		...{ output: 'raw', fields: [], otherFields: '', returnAll: false, limit: 50 },
		...{ fileFormat: 'ndjson', fileName: '', binaryProperty: 'data', onlyFilled: false },
		...{ cursorName: 'default', changeTypes: ['created', 'updated', 'deleted'] },
		...{ deletionLimit: 50, findDeletions: 'compare', startOver: false },
		...{ dataMode: 'mapFields', identifyBy: 'integrationId', itemFieldsToUpdate: 'held' },
		...{ confirm: 'no', confirmMinutes: 10, dryRun: false, resendUncertain: false },
		...{ ignoreUnknownFields: false, onlyChanged: false },
		...{ messageId: '={{ $json.MessageId }}', waitMinutes: 0 },
	});
	expect(
		['changeOrderProject/getAll', 'productCatalog/get', 'productCatalog/getOlderVariant'].map(
			(address) => defaults(shownFor(address, {})).returnAs,
		),
	).toEqual(['changeOrderProjects', 'products', 'products']);
	expect(defaults(trigger)).toMatchObject({
		event: 'productChanged',
		changeTypes: ['created', 'updated'],
		reasons: ['new', 'publishedAgain', 'progress', 'approval', 'deleted', 'archived'],
		...{ emitExisting: false, deletionLimit: 50, findDeletions: 'compare' },
	});
	expect(trigger.find(({ name }) => name === 'reasons')?.displayName).toBe('Emit When');
});

test('the nodes and the credential have the names that saved workflows rely on', () => {
	const credentials = [{ name: 'projectServicesApi', required: true }];
	expect(new ProjectServices().description).toMatchObject({
		...{ name: 'projectServices', displayName: 'Project Services', version: 1, credentials },
	});
	expect(new ProjectServicesTrigger().description).toMatchObject({
		...{ name: 'projectServicesTrigger', displayName: 'Project Services Trigger', credentials },
	});
});

test('the filters of a list are those of its contract', () => {
	const filters = (list: readonly INodeProperties[]) =>
		list
			.find(({ name }) => name === 'filters')
			?.options?.map(({ name }) => name)
			.sort();
	const ofProjects = ['clients', 'includeImported', 'progresses', 'projectId', 'searchText'];
	expect(filters(shownFor('changeOrderProject/getAll', {}))).toEqual(ofProjects);
	expect(filters(shownFor('changeOrderProject/getChanges', {}))).toEqual(ofProjects);
	expect(filters(shownFor('changeOrderProject/commitChanges', {}))).toEqual(ofProjects);
	expect(filters(shownProperties(trigger, { event: 'changeOrderProjectChanged' }))).toEqual(
		ofProjects,
	);
	expect(filters(shownFor('productCatalog/get', {}))).toEqual([
		...['categories', 'manufacturers', 'models', 'partNumbers', 'search', 'updatedAfter'],
		'vendors',
	]);
});

test('an operation offers seven options at first sight at most', () => {
	const counts = kinds.map(([address]) => optionsShown(address, {}).length);
	expect(Math.max(...counts)).toBeLessThanOrEqual(7);
	expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(55);
});

test.each([
	['client/publish', 'confirm', 'wait', ['confirmMinutes']],
	['client/publish', 'onlyChanged', true, ['changeLimit']],
	['productCatalog/get', '/returnAs', 'file', ['fileFormat', 'fileName', 'binaryProperty']],
] as const)('%s: %s = %j shows %j beside it', (address, option, value, beside) => {
	const before = optionsShown(address, {});
	const after = optionsShown(address, { [option]: value });
	expect(after.filter((name) => !before.includes(name))).toEqual(beside);
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
	const named = [properties[0], ...operations]
		.flatMap(({ options = [] }) => options as INodePropertyOptions[])
		.map(({ name, value }) => `${String(value)}: ${name}`);
	expect(named).toEqual(
		expect.arrayContaining([
			...['service: Connection', 'getAll: Get by IDs', 'getOlderVariant: Get (Legacy)'],
		]),
	);
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
