// Numbers keep their value: as a JavaScript number where that has it, as a text of the digits otherwise.
import {
	exactNumber,
	isLongWhole,
	isNumberToken,
	numberToken,
	plainNumber,
} from '../../wire/exactNumber';
import { fc } from '../fastCheck';

describe('exactNumber', () => {
	test.each<[string, number | string]>([
		['0', 0],
		['-0', 0],
		['-0.000', 0],
		['-0E5', 0],
		['1.50', 1.5],
		['10.00', 10],
		['1.0E+2', 100],
		['1e-7', 1e-7],
		['0.1', 0.1],
		['0.1000000000000000000000000000', 0.1],
		['0.30000000000000004', 0.30000000000000004],
		['123456789012345', 123456789012345],
		['9007199254740991', 9007199254740991],
		['-9007199254740991', -9007199254740991],
		['9007199254740992', '9007199254740992'],
		['10000000000000000', '10000000000000000'],
		['638712345678901234', '638712345678901234'],
		['-9223372036854775808', '-9223372036854775808'],
		['79228162514264337593543950335', '79228162514264337593543950335'],
		['0.1234567890123456789012345678', '0.1234567890123456789012345678'],
		['3.14159265358979323846', '3.14159265358979323846'],
		['1E400', '1E400'],
		['-1E400', '-1E400'],
		['1e-400', '1e-400'],
		['4.9e-324', '4.9e-324'],
		['5e-324', 5e-324],
		['1.7976931348623157e308', Number.MAX_VALUE],
	])('%s is %p', (token, expected) => {
		expect(exactNumber(token)).toBe(expected);
	});

	test('is the number itself for every double that is printed with a fraction or an exponent', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
				fc.pre(!/^-?\d+$/.test(String(number)));
				expect(exactNumber(String(number))).toBe(number);
			}),
		);
	});

	test('loses nothing: what comes out has the digits of what went in', () => {
		const digits = fc.stringMatching(/^[1-9][0-9]{0,30}$/);
		fc.assert(
			fc.property(digits, (token) => {
				const value = exactNumber(token);
				expect(typeof value === 'number' ? BigInt(value) : BigInt(value)).toBe(BigInt(token));
			}),
		);
	});

	test('a million digits are fast', () => {
		const zeros = `1${'0'.repeat(500_000)}1${'0'.repeat(500_000)}`;
		expect(exactNumber(zeros)).toBe(zeros);
		expect(exactNumber(`0.${zeros}`)).toBe(`0.${zeros}`);
	});
});

describe('numberToken', () => {
	test.each<[string, string | undefined]>([
		['12', '12'],
		[' +007. ', '7'],
		['.5', '0.5'],
		['-00.50', '-0.50'],
		['\n1E5\n', '1E5'],
		['000', '0'],
		['', undefined],
		['.', undefined],
		['-', undefined],
		['e5', undefined],
		['0x10', undefined],
		['1,5', undefined],
		['1 2', undefined],
		['NaN', undefined],
		['INF', undefined],
		['١٢', undefined],
	])('%p is %p', (text, expected) => {
		expect(numberToken(text)).toBe(expected);
	});

	test('gives what JSON accepts', () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^ ?[+-]?[0-9]{0,3}\.?[0-9]{0,3}([eE][+-]?[0-9]{1,2})? ?$/),
				(text) => {
					const token = numberToken(text);
					expect(token === undefined || isNumberToken(token)).toBe(true);
					if (token !== undefined) expect(Number(token)).toBe(Number(text));
				},
			),
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
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
				const text = plainNumber(String(number));
				expect(text).not.toMatch(/e/i);
				expect(Number(text)).toBe(number === 0 ? 0 : number);
			}),
		);
	});
});

test.each<[string, boolean]>([
	['638712345678901234', true],
	['-638712345678901234', true],
	['123456789012345678', true],
	['12345678901234567', false],
	['-123456789012345678x', false],
	['00638712345678901234', false],
	['-0638712345678901234', false],
	['6387123456789012.34', false],
	['--638712345678901234', false],
	['', false],
])('%s is a whole number that is always a string: %p', (text, expected) => {
	expect(isLongWhole(text)).toBe(expected);
	if (expected) expect(exactNumber(text)).toBe(text);
});
