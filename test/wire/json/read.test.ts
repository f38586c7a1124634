// JSON answers and requests: exact numbers anywhere, odd documents with a defined outcome.
import { Client } from '../../api/client';
import { ProductCatalog } from '../../api/productCatalog';
import { UpdateProject } from '../../api/project';
import { PurchaseOrder } from '../../api/purchaseOrder';
import { list, text } from '../../api/kinds';
import { encodeBody } from '../../wire';
import { readJson } from '../../wire/json';
import { fc } from '../fastCheck';
import { decode, problemOf, valueOf } from './support';

function json(source: string): unknown {
	const read = readJson(source);
	if (!read.ok) throw new Error(read.problem);
	return read.value;
}

describe('numbers', () => {
	test.each<[string, unknown]>([
		['{"a":638712345678901234}', { a: '638712345678901234' }],
		['{"a": 638712345678901234 }', { a: '638712345678901234' }],
		['{"a":\n\t638712345678901234\n}', { a: '638712345678901234' }],
		[
			'[638712345678901234,1,-638712345678901234]',
			['638712345678901234', 1, '-638712345678901234'],
		],
		['{"a b":638712345678901234}', { 'a b': '638712345678901234' }],
		['{"a\\"":638712345678901234}', { 'a"': '638712345678901234' }],
		['{"ü":638712345678901234}', { ü: '638712345678901234' }],
		[
			'{"":[{"a":79228162514264337593543950335}]}',
			{ '': [{ a: '79228162514264337593543950335' }] },
		],
		['{"a":1E400,"b":-1e400}', { a: '1E400', b: '-1e400' }],
		['{"a":1.50,"b":1.0E+2,"c":10.00}', { a: 1.5, b: 100, c: 10 }],
		['{"a":0.1000000000000000055511151231257827}', { a: '0.1000000000000000055511151231257827' }],
		['{"a":-0,"b":[-0,-0.0],"c":0}', { a: 0, b: [0, 0], c: 0 }],
	])('%s', (source, expected) => {
		expect(json(source)).toStrictEqual(expected);
	});

	test.each([
		'{"a":"see: 638712345678901234, [1E400"}',
		'{"a":"x\\":638712345678901234,"}',
		'{"a":"\\\\\\":638712345678901234"}',
		'[":638712345678901234","b\\\\"]',
		'{"638712345678901234":"638712345678901234"}',
	])('a text that looks like a number stays as it is: %s', (source) => {
		expect(json(source)).toStrictEqual(JSON.parse(source));
	});

	test.each(['{"a":0638712345678901234}', '{"a":1.2.3.4.5.6.7.8.9}', '{"a":1e5e5}', '{"a":+1}'])(
		'what is no JSON number is refused: %s',
		(source) => {
			expect(readJson(source)).toMatchObject({ ok: false });
		},
	);

	test('any JSON value is read as JSON.parse reads it', () => {
		fc.assert(
			fc.property(
				fc.jsonValue({ noUnicodeString: false }),
				fc.integer({ max: 3, min: 0 }),
				(value, indent) => {
					const source = JSON.stringify(value, null, indent);
					fc.pre(!/\d{16}|\d[eE]|-0|__proto__/.test(source));
					expect(json(source)).toStrictEqual(JSON.parse(source));
				},
			),
			{ numRuns: 1000 },
		);
	});

	test('long numbers are found wherever they stand, and texts beside them are untouched', () => {
		const long = fc.constantFrom('638712345678901234', '-0.12345678901234567891', '1e999');
		const word = fc.constantFrom('":638712345678901234,', '\\', '"', ',1e999', 'a', '');
		fc.assert(
			fc.property(fc.array(fc.tuple(word, word, long), { maxLength: 5 }), (members) => {
				const source = members
					.map(([name, words, number], index) => {
						const key = JSON.stringify(`${index}${name}`);
						return `{${key}:${number},"words":[${JSON.stringify(words)} , ${number}]}`;
					})
					.join(',');
				expect(json(`[${source}]`)).toStrictEqual(
					members.map(([name, words, number], index) => ({
						[`${index}${name}`]: number,
						words: [words, number],
					})),
				);
			}),
		);
	});
});

describe('odd documents', () => {
	test('of a key that stands twice the last value counts', () => {
		expect(valueOf(PurchaseOrder, '{"Id":"1","Id":"2"}')).toEqual({ Id: '2' });
	});

	test.each(['"__proto__"', '"\\u005f_proto__"', '"__prot\\u006F__"'])(
		'%s as a key is dropped and never becomes a prototype',
		(key) => {
			const value = valueOf(
				PurchaseOrder,
				`{"Id":"1",${key}:{"polluted":1},"VendorAddress":{${key}:"x","City":"y"}}`,
			);
			expect(value).toEqual({ Id: '1', VendorAddress: { City: 'y' } });
			expect(Object.keys(value as object)).toEqual(['Id', 'VendorAddress']);
			expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
			expect(({} as Record<string, unknown>).polluted).toBeUndefined();
		},
	);

	test('"constructor" is a name like any other', () => {
		expect(valueOf(PurchaseOrder, '{"Id":"1","constructor":{"prototype":1}}')).toEqual({
			Id: '1',
			constructor: { prototype: 1 },
		});
	});

	test('nesting of 100 levels is read, and of 101 is refused', () => {
		const nested = (levels: number) => `{"Id":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
		expect(decode({ schema: PurchaseOrder }, nested(100)).ok).toBe(true);
		expect(problemOf({ schema: PurchaseOrder }, nested(101))).toBe(
			'The answer is nested more than 100 levels deep.',
		);
		expect(problemOf({ schema: PurchaseOrder }, nested(1_000_000))).toContain('100 levels');
	});

	test('null stays null, absent stays absent, empty stays empty, unknown fields stay', () => {
		const source = '{"Id":null,"Contacts":[],"Notes":"","VendorAddress":{},"New":{"a":[1,null]}}';
		expect(valueOf(PurchaseOrder, source)).toStrictEqual(JSON.parse(source));
	});

	test('a lone object where a list is expected stays as it came', () => {
		expect(valueOf(PurchaseOrder, '{"Id":"1","Contacts":{"Name":"x"}}')).toEqual({
			Id: '1',
			Contacts: { Name: 'x' },
		});
	});
});

describe('places of faults', () => {
	test.each([
		['{"Id":"1","Number":', 'The answer is cut off after 19 characters.'],
		['{"Id":"1","Num', 'The answer is cut off after 14 characters.'],
		['{"Id":"1\\u00', 'The answer is cut off after 12 characters.'],
		['{"Id":12.', 'The answer is cut off after 9 characters.'],
		['{"Id":-', 'The answer is cut off after 7 characters.'],
		['{"Id":tru', 'The answer is cut off after 9 characters.'],
		['{"Id":"1"', 'The answer is cut off after 9 characters.'],
		['[{"Id":"1"},', 'The answer is cut off after 12 characters.'],
		['{', 'The answer is cut off after 1 character.'],
		[`{"Id":"${'x'.repeat(1227)}`, 'The answer is cut off after 1,234 characters.'],
		['{"Id":"1"}}', 'The answer is no valid JSON: "}" is not expected in line 1, column 11.'],
		['{"Id":\n  nil}', 'The answer is no valid JSON: "nil" is not expected in line 2, column 3.'],
		["{'Id':1}", 'The answer is no valid JSON: "\'" is not expected in line 1, column 2.'],
		['{"Id":1,}', 'The answer is no valid JSON: "}" is not expected in line 1, column 9.'],
		['{"Id" 1}', 'The answer is no valid JSON: "1" is not expected in line 1, column 7.'],
		['[1 2]', 'The answer is no valid JSON: "2" is not expected in line 1, column 4.'],
		['{"Id":"a\tb"}', 'The answer is no valid JSON: "\\t" is not expected in line 1, column 9.'],
		['{"Id":"\\x"}', 'The answer is no valid JSON: "\\\\" is not expected in line 1, column 8.'],
		['{"Id":012}', 'The answer is no valid JSON: "1" is not expected in line 1, column 8.'],
		['{"Id":.5}', 'The answer is no valid JSON: "." is not expected in line 1, column 7.'],
	])('%s', (source, problem) => {
		expect(problemOf({ schema: PurchaseOrder }, source)).toBe(problem);
	});

	test('every cut of a document is called a cut', () => {
		const whole =
			'{"Id":"1\\u00e9\\n","CurrencyRate":-12.5e+3,"Contacts":[ {"Name":null},true , false],"a":{}}';
		for (let length = 1; length < whole.length; length++) {
			expect(problemOf({ schema: PurchaseOrder }, whole.slice(0, length))).toBe(
				`The answer is cut off after ${length} character${length === 1 ? '' : 's'}.`,
			);
		}
	});

	test('what JSON.parse refuses always has a place', () => {
		const piece = fc.constantFrom(
			'{',
			'}',
			'[',
			']',
			':',
			',',
			'"',
			'"a"',
			'1',
			'-',
			'null',
			' ',
			'x',
			'\\',
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
				const source = pieces.join('');
				let isValid = true;
				try {
					JSON.parse(source);
				} catch {
					isValid = false;
				}
				expect(readJson(source).ok).toBe(isValid);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('requests', () => {
	function written(schema: Parameters<typeof encodeBody>[0], value: unknown): unknown {
		const body = encodeBody(schema, value, 'json');
		return body.ok ? body.text : body;
	}

	test('exact texts in number fields go out as the numbers they are', () => {
		expect(
			written(ProductCatalog, {
				Products: [
					{ UpdatedOnTicks: '638712345678901234', Msrp: '0.1234567890123456789012345678' },
				],
			}),
		).toBe(
			'{"Products":[{"Msrp":0.1234567890123456789012345678,"UpdatedOnTicks":638712345678901234}]}',
		);
	});

	test('a text in a text field stays a text, whatever it looks like', () => {
		expect(written(Client, { Name: '638712345678901234', Number: '007' })).toBe(
			'{"Name":"638712345678901234","Number":"007"}',
		);
	});

	test('the order is the document’s, unknown fields come last, undefined is left out, null is not', () => {
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
		).toBe(
			'{"ProjectId":"p","UpdateProjectItemFieldIds":[1,175],"Contacts":[{"b":1,"a":["1e5"]}]}',
		);
	});

	test('a list of ids is an array', () => {
		expect(written(list(text, 'string'), ['1', '2'])).toBe('["1","2"]');
	});

	test('what is no number to send is refused with its field', () => {
		expect(written(ProductCatalog, { Products: [{}, { Msrp: Number.NaN }] })).toEqual({
			ok: false,
			problem: 'NaN is no number to send',
			path: ['Products', 1, 'Msrp'],
		});
	});

	test('a value that holds itself is refused', () => {
		const loop: Record<string, unknown> = {};
		loop.self = loop;
		expect(written(UpdateProject, { Contacts: [loop] })).toMatchObject({ ok: false });
	});
});
