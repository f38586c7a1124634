// Numbers keep their value: as a JavaScript number where that has it, as a text of the digits otherwise.
import { exactNumber, isLongNumber, numberToken, plainNumber } from '../../wire/exactNumber';
import { countText } from '../../wire/result';
import { fc } from '../fastCheck.mjs';

const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('exactNumber', () => {
	test.each<[string, number | string]>([
		['0', 0],
		['-0', 0],
		['-0.000', 0],
		['-0E5', 0],
		['1.50', 1.5],
		['1.0E+2', 100],
		['1e-7', 1e-7],
		['0.1000000000000000000000000000', 0.1],
		['0.30000000000000004', 0.30000000000000004],
		['9007199254740991', 9007199254740991],
		['-9007199254740991', -9007199254740991],
		['9007199254740992', '9007199254740992'],
		['10000000000000000', '10000000000000000'],
		['-9223372036854775808', '-9223372036854775808'],
		['79228162514264337593543950335', '79228162514264337593543950335'],
		['0.1234567890123456789012345678', '0.1234567890123456789012345678'],
		['-1E400', '-1E400'],
		['1e-400', '1e-400'],
		['4.9e-324', '4.9e-324'],
		['5e-324', 5e-324],
		['1.7976931348623157e308', Number.MAX_VALUE],
	])('%s is %p', (token, expected) => {
		expect(exactNumber(token)).toBe(expected);
		expect(isLongNumber(token)).toBe(typeof expected === 'string');
	});

	test('is the number itself for every double that is printed with a fraction or an exponent', () => {
		fc.assert(
			fc.property(doubles, (number) => {
				fc.pre(!/^-?\d+$/.test(String(number)));
				expect(exactNumber(String(number))).toBe(number);
			}),
		);
	});

	test('loses nothing: what comes out has the digits of what went in', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[1-9][0-9]{0,30}$/), (token) => {
				expect(BigInt(exactNumber(token))).toBe(BigInt(token));
			}),
		);
	});

	test('a million digits are fast', () => {
		const zeros = `1${'0'.repeat(500_000)}1${'0'.repeat(500_000)}`;
		expect(exactNumber(zeros)).toBe(zeros);
		expect(exactNumber(`0.${zeros}`)).toBe(`0.${zeros}`);
	});
});

test.each(['00638712345678901234', '--638712345678901234', '638712345678901234x', ''])(
	'%j is not a long number',
	(text) => expect(isLongNumber(text)).toBe(false),
);

describe('numberToken', () => {
	test.each<[string, string | undefined]>([
		['12', '12'],
		[' +007. ', '7'],
		['.5', '0.5'],
		['-00.50', '-0.50'],
		['\n1E5\n', '1E5'],
		['000', '0'],
		...['', '.', '-', 'e5', '0x10', '1,5', '1 2', 'NaN', 'INF', '١٢'].map(
			(text): [string, undefined] => [text, undefined],
		),
	])('%p is %p', (text, expected) => {
		expect(numberToken(text)).toBe(expected);
	});

	test('gives what JSON accepts', () => {
		const texts = fc.stringMatching(/^ ?[+-]?[0-9]{0,3}\.?[0-9]{0,3}([eE][+-]?[0-9]{1,2})? ?$/);
		fc.assert(
			fc.property(texts, (text) => {
				const token = numberToken(text);
				if (token !== undefined) expect(JSON.parse(token)).toBe(Number(text));
			}),
		);
	});
});

describe('plainNumber', () => {
	test.each([
		['12', '12'],
		['1.50', '1.50'],
		['1e+21', '1000000000000000000000'],
		['1.5e-7', '0.00000015'],
		['-1.25E1', '-12.5'],
		['12e3', '12000'],
		['0.5e1', '5'],
		['0e5', '0'],
		['1e9999', '1e9999'],
	])('%s is written %s', (token, expected) => {
		expect(plainNumber(token)).toBe(expected);
	});

	test('keeps the value of every double', () => {
		fc.assert(
			fc.property(doubles, (number) => {
				const text = plainNumber(String(number));
				expect(text).not.toMatch(/e/i);
				expect(Number(text)).toBe(number === 0 ? 0 : number);
			}),
		);
	});
});

test.each([
	[0, '0'],
	[999, '999'],
	[1000, '1,000'],
	[9007199254740991, '9,007,199,254,740,991'],
	[-123456, '-123,456'],
])('%d is %s for a person', (count, expected) => {
	expect(countText(count)).toBe(expected);
});
