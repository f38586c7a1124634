// Where the node's parameters come from: what was saved, the item, or n8n.
import type { IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';
import { listAt, parametersOf } from '../../../nodes/shared/expressions';

const computed = jest.fn((name: string, itemIndex: number) => `${name} of item ${itemIndex}`);

function read(parameters: INodeParameters) {
	const items = [{ json: { id: 'A-1' } }, { json: { 'my id': 'B-2' } }];
	const context = { getInputData: () => items, getNodeParameter: computed };
	return parametersOf(context as unknown as IExecuteFunctions, { parameters } as INode);
}

beforeEach(() => computed.mockClear());

test.each<[unknown]>([
	['PO-1'],
	[''],
	[null],
	[0],
	[false],
	[['Id', 'Name']],
	[{ timeout: 5, customFieldNames: { names: [{ field: 'CustomField1' }] } }],
	['a=b'],
	['{{ $json.id }}'],
])('%j without an expression is what was saved', (value) => {
	expect(read({ given: value as string })('given', 1, 'fallback')).toEqual(value);
	expect(computed).not.toHaveBeenCalled();
});

test.each<[unknown]>([
	['={{ $now }}'],
	['=PO-{{ $json.id }}'],
	['={{ $json.id }} '],
	['={{ $json.id + "" }}'],
	['={{ $json.id.x }}'],
	['={{ $json.id }}{{ $json.id }}'],
	[{ names: [{ field: '={{ $json.id }}' }] }],
	[['Id', '={{ $json.id }}']],
])('%j is computed by n8n for each item', (value) => {
	const parameters = read({ given: value as string });
	const given = [0, 1].map((itemIndex) => parameters('given', itemIndex));
	expect(given).toEqual(['given of item 0', 'given of item 1']);
});

test.each([
	['={{ $json.id }}', ['A-1', 'fallback']],
	['={{$json.id}}', ['A-1', 'fallback']],
	['={{ $json["my id"] }}', ['fallback', 'B-2']],
	["={{$json['my id']}}", ['fallback', 'B-2']],
	['={{ $json.toString }}', ['fallback', 'fallback']],
])('%s is the field of the item, or the fallback', (value, expected) => {
	const parameters = read({ given: value });
	expect([0, 1].map((itemIndex) => parameters('given', itemIndex, 'fallback'))).toEqual(expected);
	expect(computed).not.toHaveBeenCalled();
});

test('a parameter that was not saved is the fallback', () => {
	expect(read({})('given', 0, 'fallback')).toBe('fallback');
	expect(computed).not.toHaveBeenCalled();
});

describe('the values of a filter', () => {
	const twoNames = ['Miller, Inc.', 'B'];
	const listed = (saved: unknown, value: unknown) =>
		listAt({ parameters: { filters: saved } } as unknown as INode, 'filters.clients', value);

	test.each<[string, string[]]>([
		['A, B\nC', ['A', 'B', 'C']],
		['"Miller, Inc.", B', ['Miller, Inc.', 'B']],
		['A\n"Miller, Inc."', ['A', 'Miller, Inc.']],
		[' "A ""B"", C" ', ['A "B", C']],
		['19" Rack, 5"', ['19" Rack', '5"']],
		['"A, B', ['"A', 'B']],
		['"A" B, C', ['"A" B', 'C']],
		['"A\nB"', ['"A', 'B"']],
		['"",, ,', []],
	])('typed as %j are %j', (typed, expected) => {
		expect(listed({ clients: typed }, typed)).toEqual(expected);
	});

	test.each<[unknown, string[]]>([
		['Miller, Inc.', ['Miller, Inc.']],
		['A\r\n Miller, Inc. \n\n', ['A', 'Miller, Inc.']],
		['"A"', ['"A"']],
		[twoNames, twoNames],
		[7, ['7']],
		[null, []],
	])('of an expression that gives %j are %j', (value, expected) => {
		expect(listed({ clients: '={{ $json.client }}' }, value)).toEqual(expected);
		expect(listed('={{ $json.filters }}', value)).toEqual(expected);
	});
});
