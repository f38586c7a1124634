// How work grows with the size of its input, by counting how often functions and loops run: no machine is too busy for
// that. What V8 itself does is not counted; for regular expressions, see wire/regularExpressions.test.mts.
import { createRequire } from 'node:module';
import path from 'node:path';

import { buildSync } from 'esbuild';
import ts from 'typescript';

/** A work of linear growth takes about this many times as many steps with the large input, one of quadratic growth its square. */
const FACTOR = 8;
/** Above linear growth, and far below quadratic growth. */
export const LINEAR = 3 * FACTOR;

const root = path.resolve(__dirname, '..');
let steps = 0;
const step = () => {
	steps++;
};

/** The text of a program that calls `step` in each function and each turn of a loop. */
function withSteps(text: string): string {
	const { factory } = ts;
	const call = () => factory.createCallExpression(factory.createIdentifier('step'), undefined, []);
	const counting = (block: ts.Statement) =>
		factory.createBlock([
			factory.createExpressionStatement(call()),
			...(ts.isBlock(block) ? block.statements : [block]),
		]);
	const counted: ts.TransformerFactory<ts.SourceFile> = (context) => (source) => {
		const visit = (node: ts.Node): ts.Node => {
			const inner = ts.visitEachChild(node, visit, context);
			if (ts.isIterationStatement(inner, false))
				return Object.assign(inner, { statement: counting(inner.statement) });
			if (ts.isFunctionLike(inner) && 'body' in inner && inner.body) {
				const body = inner.body as ts.ConciseBody;
				const block = ts.isBlock(body) ? body : factory.createReturnStatement(body);
				return Object.assign(inner, { body: counting(block) });
			}
			return inner;
		};
		return ts.visitEachChild(source, visit, context);
	};
	const source = ts.createSourceFile('counted.js', text, ts.ScriptTarget.Latest);
	return ts.createPrinter().printFile(ts.transform(source, [counted]).transformed[0]!);
}

const loaded = new Map<string, unknown>();

/** A module of the product, with all that it imports, whose steps `growth` counts. */
export function counted<Module>(file: string): Module {
	if (loaded.has(file)) return loaded.get(file) as Module;
	const built = buildSync({
		entryPoints: [path.join(root, file)],
		...{ bundle: true, format: 'cjs', platform: 'node', write: false },
	});
	const module = { exports: {} };
	const code = withSteps(built.outputFiles[0]!.text);
	const run = new Function('module', 'exports', 'require', 'step', code);
	run(module, module.exports, createRequire(__filename), step);
	loaded.set(file, module.exports);
	return module.exports as Module;
}

function stepsOf(work: () => void): number {
	const before = steps;
	work();
	return steps - before;
}

/** How many times as many steps the work takes with an input of this size as with one of an eighth of it. */
export function growth<Input>(
	size: number,
	make: (size: number) => Input,
	work: (input: Input) => void,
): number {
	const [small, large] = [make(Math.ceil(size / FACTOR)), make(size)];
	const few = stepsOf(() => work(small));
	// Otherwise nothing is counted.
	expect(few).toBeGreaterThan(0);
	return stepsOf(() => work(large)) / few;
}
