// JSON request bodies: order, numbers, and what is left out.
import { Client } from '../../../api/resources/client';
import { ProductCatalog } from '../../../api/resources/productCatalog';
import { UpdateProject } from '../../../api/resources/project';
import { list, string } from '../../../api/schema/types';
import { encodeBody } from '../../../wire';

function written(schema: Parameters<typeof encodeBody>[0], value: unknown): unknown {
	const body = encodeBody(schema, value, 'json');
	return body.ok ? body.value.text : body;
}

test('digits in number fields are written as numbers', () => {
	expect(
		written(ProductCatalog, {
			Products: [{ UpdatedOnTicks: '638712345678901234', Msrp: '0.1234567890123456789012345678' }],
		}),
	).toBe(
		'{"Products":[{"Msrp":0.1234567890123456789012345678,"UpdatedOnTicks":638712345678901234}]}',
	);
});

test('a string in a string field stays a string, whatever it looks like', () => {
	expect(written(Client, { Name: '638712345678901234', Number: '007' })).toBe(
		'{"Name":"638712345678901234","Number":"007"}',
	);
});

test('fields are in the documented order, undocumented ones last; undefined is left out, null is not', () => {
	expect(
		written(Client, {
			Zzz: 1,
			Name: 'n',
			Id: null,
			Fax: undefined,
			ClientContacts: [],
			Aaa: { b: 1 },
		}),
	).toBe('{"Id":null,"Name":"n","ClientContacts":[],"Zzz":1,"Aaa":{"b":1}}');
});

test('bytes, codes and opaque records are written as given', () => {
	expect(
		written(UpdateProject, {
			Contacts: [{ b: 1, a: ['1e5'] }],
			UpdateProjectItemFieldIds: [1, '175'],
			ProjectId: 'p',
		}),
	).toBe('{"ProjectId":"p","UpdateProjectItemFieldIds":[1,175],"Contacts":[{"b":1,"a":["1e5"]}]}');
});

test('a list of ids is an array', () => {
	expect(written(list(string, 'string'), ['1', '2'])).toBe('["1","2"]');
});
