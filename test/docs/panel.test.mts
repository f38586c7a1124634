// The built panels of the nodes against n8n's rules, which linters can only read off written literals.
import type { INodeProperties } from 'n8n-workflow';
import { endpoints } from '../../api/index';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { allProperties, isTitleCase, propertyProblems, shownProperties } from './description';

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
const panels = endpoints.flatMap(({ address }) =>
	[true, false].flatMap((returnAll) =>
		['raw', 'selected'].flatMap((output) =>
			['mapFields', 'json'].flatMap((dataMode) =>
				['integrationId', 'number'].map((identifyBy) => ({
					address,
					shown: shownFor(address, { returnAll, output, dataMode, identifyBy }),
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

const trigger = new ProjectServicesTrigger().description.properties;

test('the trigger is worded as n8n asks, and shows its contract for each event', () => {
	const problems = allProperties(trigger).flatMap(({ property, path }) =>
		propertyProblems(property).map((problem) => `${path}: ${problem}`),
	);
	expect(problems).toEqual([]);
	const shown = (event: string) => shownProperties(trigger, { event }).map(({ name }) => name);
	const published = ['event', 'deprecated', 'filters', 'options'];
	expect(shown('changeOrderProjectPublished')).toEqual(published);
	expect(shown('productChanged')).toEqual(['event', 'catalogId', 'options']);
	expect(shown('productRemoved')).toEqual(['event', 'catalogId', 'options']);
	expect(shown('recordChanged')).toEqual(['event', 'recordType', 'recordIds', 'options']);
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
	expect(listed.sort()).toEqual(endpoints.map(({ address }) => address).sort());
	for (const { shown } of panels) {
		expect(shown.map(({ name }) => name)).toEqual(expect.arrayContaining(['resource', 'options']));
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
	'changeOrderProject/getAll': ['returnAll', 'limit', 'filters'],
	'productCatalog/getOlderVariant': ['id', 'returnAs'],
	'productCatalog/get': ['id', 'returnAs', 'returnAll', 'limit'],
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

test.each(endpoints.map(({ address, endpoint }) => [address, endpoint.kind] as const))(
	'%s has the parameters that saved workflows rely on, and no others',
	(address, kind) => {
		const common = ['resource', 'operation', 'options'];
		const more = kind === 'read' ? ['output', 'fields'] : ['dataMode'];
		const names = panels
			.filter((panel) => panel.address === address)
			.flatMap(({ shown }) => shown.filter(({ type }) => type !== 'notice'))
			.map(({ name }) => name);
		expect([...new Set(names)].sort()).toEqual(
			[...common, ...more, ...(contract[address] ?? [])].sort(),
		);
	},
);

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
