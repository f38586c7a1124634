// What a model that builds workflows is given of the nodes: n8n leaves out notices, and what operations and values do.
import path from 'node:path';

import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { changeFeeds, endpoints } from '../../api/index';
import { rowSchema, recordSchema } from '../../api/endpoint';
import { recordFields, type Schema } from '../../api/schema/types';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { serviceOperations } from '../../nodes/ProjectServices/operations/serviceOperations';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { hostDirectory, hostRequire } from '../host/location.cjs';

const action = new ProjectServices().description;
const trigger = new ProjectServicesTrigger().description;

const addresses = [...endpoints, ...changeFeeds, ...serviceOperations].map(
	({ operationKey }) => operationKey,
);

function hintOf({ builderHint }: Pick<INodeProperties, 'builderHint'>): string {
	return (builderHint as { readonly propertyHint?: string } | undefined)?.propertyHint ?? '';
}

/** All parameters that an operation may show. */
function parametersOf(address: string): INodeProperties[] {
	const [resource = '', operation = ''] = address.split('/');
	return action.properties.filter(({ displayOptions: { show = {} } = {} }) => {
		const isOf = (name: string, value: string) => show[name]?.includes(value) ?? true;
		return isOf('resource', resource) && isOf('operation', operation);
	});
}

function neededFor({ name, type, options = [] }: INodeProperties): readonly string[] {
	switch (type) {
		case 'resourceLocator':
			return ['__rl: true', 'mode: "id"'];
		case 'resourceMapper':
			return ['mappingMode: "defineBelow"', 'value: { Id:', 'autoMapInputData'];
		case 'fixedCollection':
			return (options as INodePropertyCollection[]).flatMap((group) => [
				`{ ${group.name}: [{`,
				...group.values.map((value) => `${value.name}: ...`),
			]);
		case 'collection':
			return ['options', 'filters'].includes(name)
				? []
				: ['PascalCase', `{ ${options[0]?.name}: ... }`];
		case 'options':
		case 'multiOptions':
			return ['resource', 'operation'].includes(name)
				? []
				: described(options as INodePropertyOptions[]);
		default:
			return [];
	}
}

/** What a hint does not say of what it has to say for the parameter to be filled in rightly. */
function lackingIn(property: INodeProperties): string[] {
	const texts = neededFor(property);
	return texts
		.filter((text) => !hintOf(property).includes(text))
		.map((text) => `${property.name}: ${text}`);
}

function described(options: readonly INodePropertyOptions[]): string[] {
	return options.flatMap(({ value, description }) =>
		description === undefined ? [] : [`${String(value)}: ${description}`],
	);
}

test.each(addresses)(
	'%s: hints say how parameters are written and what their values do',
	(address) => {
		const parameters = parametersOf(address);
		const options = parameters.filter(({ name }) => name === 'options');
		const inside = options.flatMap(({ options: all = [] }) => all as INodeProperties[]);
		expect([...parameters, ...inside].flatMap(lackingIn)).toEqual([]);
	},
);

test('n8n loads both nodes with their hints', () => {
	const directory = hostDirectory();
	const file = path.join(
		directory,
		'node_modules/n8n-core/dist/nodes-loader/validate-node-description.js',
	);
	const { validateNodeDescription } = hostRequire<{
		validateNodeDescription(description: INodeTypeDescription): void;
	}>(file);
	for (const description of [action, trigger])
		expect(() => validateNodeDescription(description)).not.toThrow();
});

/** The names in a list in which numbered ones stand from the first to the last. */
function namesIn(text: string): string[] {
	return text.split(', ').flatMap((part) => {
		const [, stem = '', first, last] = /^(\D+)(\d+) to \1(\d+)$/.exec(part) ?? [];
		if (last === undefined) return [part];
		const count = Number(last) - Number(first) + 1;
		return Array.from({ length: count }, (_, index) => `${stem}${Number(first) + index}`);
	});
}

const names = (schema: Schema) => recordFields(schema).map(({ name }) => name);

const reads = [...endpoints, ...changeFeeds].flatMap(({ operationKey, endpoint }) =>
	endpoint.kind === 'read' && !operationKey.endsWith('/commitChanges')
		? [[operationKey, names(rowSchema(endpoint))] as const]
		: [],
);

test.each(reads)('%s: the hint of the selected fields names all of them', (address, fields) => {
	const [property] = parametersOf(address).filter(({ name }) => name === 'fields');
	const [, list = ''] = /^An array of: (.*)$/.exec(hintOf(property)) ?? [];
	expect(namesIn(list)).toEqual(fields);
});

const publishes = endpoints.flatMap(({ operationKey, endpoint }) =>
	endpoint.kind === 'write' && endpoint.records !== undefined
		? [[operationKey, names(recordSchema(endpoint))] as const]
		: [],
);

test.each(publishes)('%s: the hint of the record names all of its fields', (address, fields) => {
	const [property] = parametersOf(address).filter(({ name }) => name === 'record');
	const [, list = ''] = /Fields: (.*)$/.exec(hintOf(property)) ?? [];
	expect(namesIn(list)).toEqual(fields);
});

test('the hint of a record names what its lists have inside', () => {
	const [clients] = parametersOf('client/publish').filter(({ name }) => name === 'record');
	expect(hintOf(clients)).toContain('ClientAddresses: [{ TypeId, Name, Street1, ');
});

test('the hint of the item fields names each number', () => {
	const codes = parametersOf('project/update').find(
		({ name }) => name === 'updateProjectItemFieldIds',
	);
	expect(hintOf(codes as INodeProperties)).toMatch(
		/1 Quantity, 2 SerialNumber, .*, 101 CustomField1 to 175 CustomField75$/,
	);
});

test('the shapes of the trigger are there, too', () => {
	expect(trigger.properties.flatMap(lackingIn)).toEqual([]);
});

test('each write names the exact spelling of the option that sends nothing', () => {
	const modes = action.properties.filter(({ name }) => name === 'dataMode');
	expect(modes.length).toBeGreaterThan(0);
	for (const { description } of modes) expect(description).toContain('dryRun: true');
});

test('what a model reads of both nodes stays small', () => {
	const size = JSON.stringify(action).length + JSON.stringify(trigger).length;
	expect(size).toBeLessThan(156_000);
});
