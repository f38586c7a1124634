// The shapes of parameters, for a model that builds workflows: n8n gives it neither what values do nor lists that are loaded.
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { recordFields, type Schema } from '../../api/schema/types';

/** n8n 2.41 reads `propertyHint`. `message`, which n8n 2.11 reads, stays empty: it would double the description. */
type BuilderHint = NonNullable<INodeProperties['builderHint']> & { readonly propertyHint: string };

export function builderHint(hint: string): BuilderHint {
	return { message: '', propertyHint: hint };
}

/** The field names of the lists and records in a record. */
export function nestedNames(record: Schema): string {
	return recordFields(record)
		.flatMap(({ name, schema }) => {
			const isList = schema.kind === 'list';
			const names = fieldNames(isList ? schema.item : schema);
			if (names === '') return [];
			return [isList ? `${name}: [{ ${names} }]` : `${name}: { ${names} }`];
		})
		.join('; ');
}

interface Named {
	readonly name: string;
	/** The common part of numbered names. */
	readonly family?: string;
}

/** Names in one line; a run of numbered ones is shown by its first and its last. */
function namesInLine(all: readonly Named[]): string {
	const runs: Array<{ first: Named; last: Named }> = [];
	for (const named of all) {
		const run = runs.at(-1);
		const continues = named.family !== undefined && named.family === run?.last.family;
		if (run && continues) run.last = named;
		else runs.push({ first: named, last: named });
	}
	return runs
		.map(({ first, last }) => (first === last ? first.name : `${first.name} to ${last.name}`))
		.join(', ');
}

/** The field names of a record. */
export function fieldNames(record: Schema): string {
	return namesInLine(recordFields(record));
}

/** The numbers of fields with their names. */
export function codeNames(codes: Readonly<Record<number, string>>): string {
	return namesInLine(
		Object.entries(codes).map(([number, name]) => ({
			name: `${number} ${name}`,
			family: /^(.*\D)\d+$/.exec(name)?.[1],
		})),
	);
}

/** The descriptions of a dropdown's values: a model gets only the values. */
function valuesHint({ options = [] }: INodeProperties): string | undefined {
	const described = (options as INodePropertyOptions[]).filter(({ description }) => description);
	if (described.length === 0) return undefined;
	return described.map(({ value, description }) => `${String(value)}: ${description}`).join('; ');
}

/** The names that a group of fields has inside: those of the service. */
function groupHint({ options = [] }: INodeProperties): string {
	const [first] = options as INodeProperties[];
	return `Keys are PascalCase: { ${first?.name ?? ''}: ... }`;
}

/** The shape of a list of entries. */
function entriesHint({ options = [] }: INodeProperties): string {
	const [{ name, values }] = options as INodePropertyCollection[];
	const inside = values.map((value) => `${value.name}: ...`).join(', ');
	return `{ ${name}: [{ ${inside} }] }`;
}

/** The names of collections that hold choices of the node, in camelCase. */
const OWN_COLLECTIONS = new Set(['filters', 'options']);

const LOCATOR = '{ __rl: true, mode: "id", value: the ID }; the mode "list" is for people';

/** Parameters that choose others: n8n refuses a hint on them, and shows what their values do. */
const CHOOSING = new Set(['resource', 'operation']);

/** How the value of a parameter is written. */
function shapeHint(property: INodeProperties): string | undefined {
	switch (property.type) {
		case 'options':
		case 'multiOptions':
			return CHOOSING.has(property.name) ? undefined : valuesHint(property);
		case 'resourceLocator':
			return LOCATOR;
		case 'collection':
			return OWN_COLLECTIONS.has(property.name) ? undefined : groupHint(property);
		case 'fixedCollection':
			return entriesHint(property);
		default:
			return undefined;
	}
}

/** A parameter with the shape of its value, and those of its options. */
export function withBuilderHint(property: INodeProperties): INodeProperties {
	const hint = shapeHint(property) ?? '';
	const { options = [] } = property;
	return {
		...property,
		...(hint !== '' && property.builderHint === undefined && { builderHint: builderHint(hint) }),
		...(property.name === 'options' && {
			options: (options as INodeProperties[]).map(withBuilderHint),
		}),
	};
}
