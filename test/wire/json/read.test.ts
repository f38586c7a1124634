// JSON responses: exact numbers anywhere, unusual documents with a defined result.
import { PurchaseOrder } from '../../../api/resources/purchaseOrder';
import { readJson } from '../../../wire/json/read';
import { decode, problemOf, valueOf } from '../support';

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
		'{"half a pair":"\ud800x\udc00"}',
		'{"half a pair":"\\\\\ud800\ud800"}',
	])('a string, also one that looks like a number, stays as it is: %s', (source) => {
		expect(json(source)).toStrictEqual(JSON.parse(source));
	});

	test.each(['"\\\ud800"', '{"a":"\\\\\\\udc00"}', '{"\\\ud800\ud800":1}'])(
		'half a pair behind a backslash is no JSON: %j',
		(source) => {
			expect(() => JSON.parse(source)).toThrow();
			const problem = expect.stringContaining('"\\\\" is not expected');
			expect(readJson(source)).toMatchObject({ ok: false, problem });
		},
	);

	test.each(['{"a":0638712345678901234}', '{"a":1.2.3.4.5.6.7.8.9}', '{"a":1e5e5}', '{"a":+1}'])(
		'what is not a JSON number is an error: %s',
		(source) => {
			expect(readJson(source)).toMatchObject({ ok: false });
		},
	);
});

describe('unusual documents', () => {
	test('records that are not written alike are read alike', () => {
		const records = [
			'{"a":1,"b":null,"c":"x"}',
			'{ "a" : 1 , "b" : null , "c" : "x" }',
			'{"b":null,\n\t"a":1,\n\t"c":"x"}',
			'{"c":"x","\\u0061":1,"b":null}',
			'{"a":\t1,"b":\r\nnull,"c":  "x"}',
		];
		for (const [index, first] of records.entries()) {
			const others = records.toSpliced(index, 1);
			const texts = [first, first, ...others, first];
			const text = `[${texts.join()}]`;
			expect(JSON.stringify(json(text))).toBe(JSON.stringify(JSON.parse(text)));
		}
	});

	test.each([
		['{"a":1"b":2}', 1],
		['{"a":1,,"b":2}', 2],
		['{"a":1,"b"2}', 3],
		['{,"a":1}', 4],
		['{,"b":1}', 5],
		['{"a":1,}', 6],
	])('%s is not a record, whatever came before it', (record, number) => {
		const records = ['{"a":1,"b":2}', '{"b":1,"a":2}'];
		for (const [index, [first, second]] of [records, records.toReversed()].entries()) {
			const texts = [first, second, first, second, second];
			// Names that no other text had.
			const named = (text: string) => text.replace(/[ab]/g, `$&, ${number}.${index}`);
			expect(readJson(named(`[${texts.join()}]`))).toMatchObject({ ok: true });
			expect(readJson(named(`[${texts.join()},${record}]`))).toMatchObject({ ok: false });
		}
	});

	test('of a repeated key, the last value counts', () => {
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

	test('nesting of 100 levels is read, of 101 is an error with its place', () => {
		const nested = (levels: number) => `{"Id":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
		expect(decode({ schema: PurchaseOrder }, nested(100)).ok).toBe(true);
		expect(problemOf({ schema: PurchaseOrder }, nested(101))).toBe(
			'The response is nested more than 100 levels deep (line 1, column 106).',
		);
		expect(problemOf({ schema: PurchaseOrder }, nested(1_000_000))).toContain('100 levels');
	});

	test.each([
		'{"Id":null,"Contacts":[],"Notes":"","VendorAddress":{},"New":{"a":[1,null]}}',
		'{"Id":"1","Contacts":{"Name":"x"}}',
		'{"Id":"1","constructor":{"prototype":1}}',
	])('null, empty, unknown and odd values stay as they came: %s', (source) => {
		expect(JSON.stringify(valueOf(PurchaseOrder, source))).toBe(source);
	});
});

describe('places of errors', () => {
	test.each([
		['{"Id":12.', 'is cut off after 9 bytes'],
		['{"Id":-', 'is cut off after 7 bytes'],
		['{', 'is cut off after 1 byte'],
		[`{"Id":"${'é'.repeat(1227)}`, 'is cut off after 2,461 bytes'],
		['{"Id":"1"}}', 'is not valid JSON: "}" comes after its end (line 1, column 11)'],
		['{"Id":"1"}x', 'is not valid JSON: "x" comes after its end (line 1, column 11)'],
		['{"Id":"1"}\nnull', 'is not valid JSON: "null" comes after its end (line 2, column 1)'],
		['{"Id":"1"} 12', 'is not valid JSON: "12" comes after its end (line 1, column 12)'],
		['{"Id":"1"}{', 'is not valid JSON: "{" comes after its end (line 1, column 11)'],
		['{"Id":nul', 'is cut off after 9 bytes'],
		['{"Id":nil', 'is not valid JSON: "nil" is not expected (line 1, column 7)'],
		['{"Id":\n  nil}', 'is not valid JSON: "nil" is not expected (line 2, column 3)'],
		["{'Id':1}", 'is not valid JSON: "\'" is not expected (line 1, column 2)'],
		['{"Id":1,}', 'is not valid JSON: "}" is not expected (line 1, column 9)'],
		['{"Id" 1}', 'is not valid JSON: "1" is not expected (line 1, column 7)'],
		['[1 2]', 'is not valid JSON: "2" is not expected (line 1, column 4)'],
		['{"Id":"é🔌\tb"}', 'is not valid JSON: "\\t" is not expected (line 1, column 14)'],
		['{"Id":"\\x"}', 'is not valid JSON: "\\\\" is not expected (line 1, column 8)'],
		['{"Id":012}', 'is not valid JSON: "012" is not expected (line 1, column 7)'],
		['{"Id":.5}', 'is not valid JSON: ".5" is not expected (line 1, column 7)'],
		['{"New":{"a":[1,\nx]}}', 'is not valid JSON: "x" is not expected (line 2, column 1)'],
	])('%s', (source, problem) => {
		expect(problemOf({ schema: PurchaseOrder }, source)).toBe(`The response ${problem}.`);
	});
});
