// What a model that builds workflows is told of the parameters that it tends to fill in wrongly.
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { type Field, recordFields, type Schema } from '../../api/schema/types';

const HINTS: Readonly<Record<string, string>> = {
	body: "The request body with the service's field names, as an object or JSON text. Each input item is a body of its own",
	clientIds:
		'GUIDs of clients, separated by commas. Numbers and names of clients are not found by it',
	cursorName:
		'Keep "default". Get Changes needs a Commit Changes node with the same ID, credential and cursor name at the end of the same workflow',
	id: 'One ID as text. For several, give the node one input item per ID; a list is not accepted',
	event:
		'The first poll emits nothing. productRemoved finds only products that the service names as deleted, unless options.detectRemovedByComparing is on',
	idsToTry:
		'On some services, reading a record marks its project as imported. Never invent an ID: ask the person, or leave this empty',
	itemFieldsToUpdate:
		'Keep "held". With "all", the service updates every field of the items, also those that are not given',
	updateFields:
		'The numbers of the fields are known to the operator of the service only. Never invent one: ask the person',
};

/** n8n 2.41 reads `propertyHint`. `message`, which n8n 2.11 reads, stays empty: it would double the description. */
type BuilderHint = NonNullable<INodeProperties['builderHint']> & { readonly propertyHint: string };

export function builderHint(hint: string): BuilderHint {
	return { message: '', propertyHint: hint };
}

/** The field names of a record; numbered ones from the first to the last. */
export function namesOf(record: Schema): string {
	const fields = recordFields(record);
	const isInside = ({ family }: Field, index: number) =>
		family !== undefined &&
		fields[index - 1]?.family === family &&
		fields[index + 1]?.family === family;
	return fields
		.flatMap((field, index) => (isInside(field, index) ? [] : [field]))
		.map(({ name, family }, index, shown) =>
			family !== undefined && shown[index - 1]?.family === family ? `to ${name}` : name,
		)
		.join(', ')
		.replaceAll(', to ', ' to ');
}

/** What the values of a dropdown do: a model gets only the values. */
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
const OWN_COLLECTIONS = new Set(['filters', 'idsToTry', 'options', 'requests']);

const LOCATOR = '{ __rl: true, mode: "id", value: the ID }; the mode "list" is for people';

/** Parameters that choose others: n8n refuses a node that has a hint on them. */
const CHOOSING = new Set(['resource', 'operation']);

/** Operations with what they do on each, where n8n accepts it. */
function withOptionHints({ name, options }: INodeProperties): Partial<INodeProperties> {
	if (name !== 'operation') return {};
	const hinted = (options as INodePropertyOptions[]).map((option) => ({
		...option,
		...(option.description !== undefined && { builderHint: builderHint(option.description) }),
	}));
	return { options: hinted };
}

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

/** A parameter, with those in its collection of options, that says to models what the editor says to people otherwise. */
export function withBuilderHint(property: INodeProperties): INodeProperties {
	const hint = [HINTS[property.name], shapeHint(property)].filter(Boolean).join('. ');
	const { options = [] } = property;
	return {
		...property,
		...withOptionHints(property),
		...(hint !== '' && property.builderHint === undefined && { builderHint: builderHint(hint) }),
		...(property.name === 'options' && {
			options: (options as INodeProperties[]).map(withBuilderHint),
		}),
	};
}
