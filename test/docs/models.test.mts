// What a model that builds workflows is given of the nodes: n8n leaves out notices, and what operations and values do.
import path from 'node:path';

import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { hostDirectory, hostRequire } from '../host/location.cjs';

const action = new ProjectServices().description;
const trigger = new ProjectServicesTrigger().description;

function hintOf({ builderHint }: Pick<INodeProperties, 'builderHint'>): string {
	return (builderHint as { readonly propertyHint?: string } | undefined)?.propertyHint ?? '';
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

const inside = action.properties
	.filter(({ name }) => name === 'options')
	.flatMap(({ options = [] }) => options as INodeProperties[]);

test.each([
	['the action node', [...action.properties, ...inside]],
	['the trigger', trigger.properties],
])('the hints of %s say how parameters are written and what their values do', (_, properties) => {
	expect(properties.length).toBeGreaterThan(5);
	expect(properties.flatMap(lackingIn)).toEqual([]);
	const without = properties.map((property) => ({ ...property, builderHint: undefined }));
	expect(without.flatMap(lackingIn)).not.toEqual([]);
});

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

test('what a model reads of both nodes stays small', () => {
	const size = JSON.stringify(action).length + JSON.stringify(trigger).length;
	expect(size).toBeLessThan(156_000);
});
