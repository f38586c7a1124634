// Every regular expression of wire/ and client/ takes steps in proportion to a text, whatever the service sends.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

import { counted, growth, LINEAR as LINEAR_WORK } from '../growth.mjs';
import { stepCounter } from './matching.mjs';

const root = path.resolve(__dirname, '..', '..');

interface Named {
	readonly name: string;
	readonly pattern: RegExp;
}

function sourceFiles(): string[] {
	return ['wire', 'client'].flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => path.join(root, folder, name)),
	);
}

/** The regular expressions that are written as literals. */
function literalsOf(file: string): Named[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	const found: Named[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/su.exec(node.text) ?? [];
			found.push({
				name: `${path.relative(root, file)}: ${node.text}`,
				pattern: new RegExp(pattern, flags),
			});
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** The regular expressions that our files build while they are loaded. */
function builtBy(files: readonly string[]): Named[] {
	const found: Named[] = [];
	const Original = globalThis.RegExp;
	globalThis.RegExp = new Proxy(Original, {
		construct(target, [pattern, flags]: [string, string?]) {
			const built = new target(pattern, flags);
			const [, , caller = ''] = (new Error().stack ?? '').split('\n');
			if (files.some((file) => caller.includes(file)))
				found.push({ name: String(built), pattern: built });
			return built;
		},
	});
	jest.isolateModules(() => files.forEach((file) => jest.requireActual(file)));
	globalThis.RegExp = Original;
	return found;
}

const prefixes = [
	'',
	'<a b="',
	'<?xml version="1.0"',
	...'< <a <!-- " [ : &# 0 1e x ;charset='.split(' '),
];
const pumps = [
	...' \n<>&;"\'=-.,:[{\\/?!#aeé0\u0001',
	...'<!-- </a &amp; &#1; \\" _x005B_ <?a?> 0. -0 a.'.split(' '),
	...['<!-- -->', '<a ', '<a b="c" ', '<h1 ', ', ', ': ', 'a ', '=" ', '; '],
];
const suffixes = ['', '!', '"'];
/** How often a pump is repeated: where steps grow with more than this, four times as many take over eight times as many. */
const [FEW, MANY] = [24, 96];
const LINEAR = 8;
/** What short texts may take. */
const SOME_STEPS = 400;
const MOST_STEPS = 200_000;

/** The hostile text, as prefix, pump and suffix, for which a regular expression takes too long; undefined if none does. */
function slowText(pattern: RegExp): string | undefined {
	const count = stepCounter(pattern);
	for (const prefix of prefixes) {
		for (const pump of pumps) {
			for (const suffix of suffixes) {
				const text = (times: number) => prefix + pump.repeat(times) + suffix;
				const few = count(text(FEW), MOST_STEPS);
				const many = count(text(MANY), MOST_STEPS);
				const isSlow = many >= MOST_STEPS || many > LINEAR * Math.max(few, SOME_STEPS);
				if (isSlow) return JSON.stringify([prefix, pump, suffix]);
			}
		}
	}
	return undefined;
}

const files = sourceFiles();
const all = files.flatMap(literalsOf).concat(builtBy(files));

test('the regular expressions are found', () => {
	expect(all.length).toBeGreaterThan(50);
	expect(all.some(({ name }) => name.includes('wire/json/read.ts'))).toBe(true);
	expect(all.some(({ name }) => name.startsWith('/^<('))).toBe(true);
});

test.each(all.map(({ name, pattern }) => [name, pattern] as const))('%s', (_name, pattern) => {
	expect(slowText(pattern)).toBeUndefined();
});

test.each([
	['exponential', /^(?:<!--[^]*?-->\s*)*<html/],
	['quadratic', /\s+$/],
])('an expression of %s time is found', (_name, pattern) => {
	expect(slowText(pattern)).toBeDefined();
});

test('work of quadratic time is found by counting its steps', () => {
	const { pairs } = counted<{ pairs(texts: readonly string[]): number }>('test/wire/quadratic.ts');
	const texts = (count: number) => Array.from({ length: count }, String);
	expect(growth(400, texts, pairs)).toBeGreaterThan(LINEAR_WORK);
});
