// Checked values: what was given, turned into what the service takes, or every reason why it cannot be.
import type { z } from 'zod/v4';
import { acceptsOf } from '../../api/accepts';
import type { Schema } from '../../api/kinds';
import { encodeBody, type Format } from '../../wire';
import { coercionOf, type CoercionSettings } from './coercion';
import { type Problem, unexpected, withoutFullStop } from './problems';

export interface CheckSettings extends CoercionSettings {
	/** The format that the value will be written in; XML, for one, cannot carry every character. */
	readonly format: Format;
}

export type Checked =
	| { readonly ok: true; readonly value: unknown }
	| { readonly ok: false; readonly problems: readonly Problem[] };

export type Check = (value: unknown) => Checked;

type Path = Problem['path'];

/** A path as people write it: ClientAddresses[1].TypeId. */
export function pathText(path: Path): string {
	return path.reduce<string>((text, step) => {
		if (typeof step === 'number') return `${text}[${step}]`;
		return text === '' ? step : `${text}.${step}`;
	}, '');
}

/** A problem as a sentence without its full stop; `whole` names the value itself. */
export function sentenceOf(problem: Problem, whole = 'The record'): string {
	return `${pathText(problem.path) || whole} ${problem.text}`;
}

function valueAt(value: unknown, path: Path): unknown {
	return path.reduce<unknown>(
		(holder, step) =>
			typeof holder === 'object' && holder !== null
				? (holder as Record<string | number, unknown>)[step]
				: undefined,
		value,
	);
}

function problemOf(issue: z.core.$ZodIssue, value: unknown): Problem {
	const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
	const found = valueAt(value, path);
	return found === undefined || found === null
		? { path, text: 'is required' }
		: { path, text: unexpected(found, issue.message) };
}

function isBelow(path: Path, start: Path): boolean {
	return start.every((step, index) => step === path[index]);
}

/** What the schema says against a value, apart from what is known of it already. */
function schemaProblems(schema: Schema, value: unknown, known: readonly Problem[]): Problem[] {
	const result = schema.safeParse(value);
	const found = result.success ? [] : result.error.issues;
	return found
		.map((issue) => problemOf(issue, value))
		.filter(({ path }) => !known.some((problem) => isBelow(path, problem.path)));
}

function writingProblem(schema: Schema, value: unknown, format: Format): Problem[] {
	const written = encodeBody(schema, value, format);
	if (written.ok) return [];
	const problem = withoutFullStop(written.problem);
	return written.path === undefined
		? [{ path: [], text: `cannot be sent. ${problem}` }]
		: [{ path: written.path, text: problem }];
}

/**
 * Makes the check of a schema; make it once and use it for many values.
 *
 * A check gives either a value that can be sent, or everything that is wrong with it by field.
 */
export function checkOf(schema: Schema, settings: CheckSettings): Check {
	const coerce = coercionOf(schema, settings);
	const accepts = acceptsOf(schema);
	// A checked value always fits into JSON.
	const mustTry = settings.format !== 'json';
	return (given) => {
		const strange: Problem[] = [];
		const value = coerce(given, strange);
		const isRight = strange.length === 0 && accepts(value);
		const wrong = isRight ? [] : [...strange, ...schemaProblems(schema, value, strange)];
		const problems =
			wrong.length === 0 && mustTry ? writingProblem(schema, value, settings.format) : wrong;
		return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
	};
}
