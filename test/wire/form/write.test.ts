// Form bodies: keys, indices without gaps, and what is left out.
import { ProductCatalog } from '../../../api/resources/productCatalog';
import { list, type Schema, string } from '../../../api/schema/types';
import { encodeBody } from '../../../wire';

const ids = list(string, 'string');

function form(schema: Schema, value: unknown): string {
	const body = encodeBody(schema, value, 'form');
	if (!body.ok) throw new Error(`${body.path?.join('.')} ${body.problem}`);
	return body.value.text;
}

test('a list has its indices as keys', () => {
	expect(form(ids, ['a b', 'ü&=', ''])).toBe('[0]=a%20b&[1]=%C3%BC%26%3D&[2]=');
	expect(form(ids, [])).toBe('');
});

test('a null is an empty value, and empty collections are left out', () => {
	const value = { Id: '', Name: null, Products: [], DeletedProductIds: null, Description: 'x' };
	expect(form(ProductCatalog, value)).toBe('Id=&Name=&Description=x&DeletedProductIds=');
});

test('numbers and booleans are written as in XML', () => {
	expect(
		form(ProductCatalog, {
			Products: [{ Msrp: 1e-7, OFE: false, UpdatedOnTicks: '638712345678901234' }],
		}),
	).toBe(
		'Products[0].Msrp=0.0000001&Products[0].OFE=false&Products[0].UpdatedOnTicks=638712345678901234',
	);
});

test('undocumented fields come last, nested as they are, their names encoded', () => {
	expect(form(ProductCatalog, { 'a&b': [{ c: [1] }], Name: 'n' })).toBe('Name=n&a%26b[0].c[0]=1');
});

test('half a surrogate pair is an error with its path', () => {
	expect(encodeBody(ProductCatalog, { Products: [{ Model: '\ud800' }] }, 'form')).toEqual({
		ok: false,
		problem:
			'contains a broken character (half of a surrogate pair), which a form body cannot carry',
		path: ['Products', 0, 'Model'],
	});
});

test.each<[unknown, (string | number)[]]>([
	[{ Products: [{ Id: '1' }, {}, { Id: '3' }] }, ['Products', 1]],
	[{ Products: [{ Id: '1' }, {}] }, ['Products', 1]],
	[{ Products: [null] }, ['Products', 0]],
	[{ DeletedProductIds: ['1', null] }, ['DeletedProductIds', 1]],
	[{ Products: [{ Id: '1', ItemLaborTypes: [{}] }] }, ['Products', 0, 'ItemLaborTypes', 0]],
	[{ New: [1, []] }, ['New', 1]],
])('an item that would leave a gap in the indices is an error: %j', (value, path) => {
	expect(encodeBody(ProductCatalog, value, 'form')).toEqual({
		ok: false,
		problem: 'is empty, which a list in a form body cannot carry',
		path,
	});
});
