// People's own names for custom fields, as the credential has them, and which of them count.
import type { INode } from 'n8n-workflow';

import { ClientList } from '../../../api/resources/client';
import { Product } from '../../../api/resources/productCatalog';
import { ServiceOrder } from '../../../api/resources/serviceOrder';
import { customFieldsOf, recordsWithin, type Schema } from '../../../api/schema/types';
import { customFieldNames } from '../../../nodes/shared/customFieldNames';

const node = { name: 'Node', type: 'test', parameters: {} } as unknown as INode;

function namesFor(schema: Schema, credential: string): object {
	return Object.fromEntries(customFieldNames(node, schema, credential));
}

function customFields(schema: Schema): string[] {
	return [...new Set(recordsWithin(schema).flatMap(customFieldsOf))];
}

test('the custom fields of a record and of the records in it, each once', () => {
	expect(customFields(ClientList)).toHaveLength(24);
	expect(customFields(ServiceOrder)).toEqual(
		expect.arrayContaining(['CustomField1', 'ItemCustomField1']),
	);
});

test.each<[string, Schema, string, object]>([
	['none', Product, '', {}],
	[
		'every record that has the field',
		Product,
		'CustomField1 = Room',
		{ 'Product.CustomField1': 'Room' },
	],
	[
		'a record by its type',
		Product,
		'Product.CustomField1=Room',
		{ 'Product.CustomField1': 'Room' },
	],
	['not another record', Product, 'Client.CustomField1 = Region', {}],
	[
		'a record inside another',
		ClientList,
		'Client.CustomField1 = Region',
		{ 'Client.CustomField1': 'Region' },
	],
	[
		'one type otherwise than all',
		ServiceOrder,
		'ItemCustomField1 = Color\nServiceOrderLabor.ItemCustomField1 = Crew',
		{
			'ServiceOrderLabor.ItemCustomField1': 'Crew',
			'ServiceOrderProduct.ItemCustomField1': 'Color',
		},
	],
	['no field that the record lacks', ClientList, 'CustomField58 = Weight', {}],
	[
		'an equals sign in a name',
		Product,
		'CustomField2 = a = b',
		{ 'Product.CustomField2': 'a = b' },
	],
	[
		'several lines, with blank ones between',
		Product,
		'CustomField1 = Room\r\n\r\n  CustomField2 = Rack  \n',
		{ 'Product.CustomField1': 'Room', 'Product.CustomField2': 'Rack' },
	],
])('the credential names %s', (_, schema, credential, expected) => {
	expect(namesFor(schema, credential)).toEqual(expected);
});

test.each([
	['Room Type', /"Room Type" under 'Custom Field Names' in the credential cannot be read/],
	['CustomField1 =', /cannot be read/],
	['CustomFeld1 = A', /^"CustomFeld1" under .* in the credential is not a custom field$/],
	['Produkt.CustomField1 = A', /^"Produkt.CustomField1" .* is not a custom field$/],
	['Client.CustomField99 = A', /^"Client.CustomField99" .* is not a custom field$/],
	['CustomField1 = Model', /in the credential is the name of another field/],
	['CustomField1 = Room\nCustomField2 = Room', /"Room" .* is the name of another field/],
	['CustomField1 = A\nCustomField1 = B', /has two names .* in the credential/],
])('the credential is wrong: %j', (credential, message) => {
	expect(() => namesFor(Product, credential)).toThrow(message);
});
