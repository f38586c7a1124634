// What a model that builds workflows is given of the nodes: n8n leaves out notices, and what operations and values do.
import path from 'node:path';

import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { changeFeeds, endpoints } from '../../api/index';
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

test('the shapes of the trigger are there, too', () => {
	expect(trigger.properties.flatMap(lackingIn)).toEqual([]);
});

test('what a model reads of both nodes stays small', () => {
	const size = JSON.stringify(action).length + JSON.stringify(trigger).length;
	expect(size).toBeLessThan(156_000);
});
