// People's own names for custom fields, as the credential has them, and which of them count.
import type { INode } from 'n8n-workflow';

import { ClientList } from '../../../api/resources/client';
import { Product } from '../../../api/resources/productCatalog';
import { ServiceOrder } from '../../../api/resources/serviceOrder';
import type { Schema } from '../../../api/schema/types';
import { customFieldNames } from '../../../nodes/shared/customFieldNames';

const node = { name: 'Node', type: 'test', parameters: {} } as unknown as INode;

function namesFor(schema: Schema, credential: string): object {
	return Object.fromEntries(customFieldNames(node, schema, credential));
}

test.each<[string, Schema, object]>([
	['', Product, {}],
	['CustomField1 = Room', Product, { 'Product.CustomField1': 'Room' }],
	['Product.CustomField1=Room', Product, { 'Product.CustomField1': 'Room' }],
	['Client.CustomField1 = Region', Product, {}],
	['Client.CustomField1 = Region', ClientList, { 'Client.CustomField1': 'Region' }],
	// One type otherwise than all.
	[
		'ItemCustomField1 = Color\nServiceOrderLabor.ItemCustomField1 = Crew',
		ServiceOrder,
		{
			'ServiceOrderLabor.ItemCustomField1': 'Crew',
			'ServiceOrderProduct.ItemCustomField1': 'Color',
		},
	],
	['CustomField58 = Weight', ClientList, {}],
	['CustomField2 = a = b', Product, { 'Product.CustomField2': 'a = b' }],
	[
		'CustomField1 = Room\r\n\r\n  CustomField2 = Rack  \n',
		Product,
		{ 'Product.CustomField1': 'Room', 'Product.CustomField2': 'Rack' },
	],
])('%j names', (credential, schema, expected) => {
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
