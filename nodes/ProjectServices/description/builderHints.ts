// What a model that builds workflows is told of the parameters that it tends to fill in wrongly.
import type { INodeProperties } from 'n8n-workflow';

const HINTS: Readonly<Record<string, string>> = {
	body: "The request body with the service's field names, as an object or JSON text. Each input item is a body of its own.",
	clientIds:
		'GUIDs of clients, separated by commas. Numbers and names of clients are not found by it.',
	cursorName:
		'Keep "default". Get Changes needs a Commit Changes node with the same ID, credential and cursor name at the end of the same workflow.',
	id: 'One ID as text. For several, give the node one input item per ID; a list is not accepted.',
	itemFieldsToUpdate:
		'Keep "held". With "all", the service updates every field of the items, also those that are not given.',
	projectId:
		'A resource locator. For a known or computed ID: { mode: "id", value: the ID }. The mode "list" is for people.',
	record:
		'A resource mapper. Every input item is one record, so use no loop. If the items have the field names of the service: { mappingMode: "autoMapInputData", value: null }.',
	updateFields:
		'The numbers of the fields are known to the operator of the service only. Never invent one: ask the person.',
};

/** n8n 2.11 reads the one, n8n 2.41 the other; n8n 1 reads neither. */
type BuilderHint = NonNullable<INodeProperties['builderHint']> & { readonly propertyHint: string };

/** A parameter with its hint for models, if it has one. */
export function withBuilderHint(property: INodeProperties): INodeProperties {
	const hint = HINTS[property.name];
	if (hint === undefined) return property;
	const builderHint: BuilderHint = { message: hint, propertyHint: hint };
	return { ...property, builderHint };
}
