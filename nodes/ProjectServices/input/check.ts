// Checked values: what was given, turned into what the service takes, or every reason why it cannot be.
import type { Schema } from '../../../api/schema/types';
import { encodeBody, type Format } from '../../../wire';
import type { Problem } from '../../shared/problems';
import { conversionOf, type ConversionSettings, present } from './records';

export interface CheckSettings extends ConversionSettings {
	/** The format in which the value will be written; XML, for one, cannot carry every character. */
	readonly format: Format;
}

export type Checked =
	| { readonly ok: true; readonly value: unknown }
	| { readonly ok: false; readonly problems: readonly Problem[] };

export type Check = (value: unknown) => Checked;

/** A path as people write it: ClientAddresses[1].TypeId. */
function pathText(path: Problem['path']): string {
	return path.reduce<string>((text, step) => {
		if (typeof step === 'number') return `${text}[${step}]`;
		return text === '' ? step : `${text}.${step}`;
	}, '');
}

/** A problem as a sentence without its full stop; `whole` names the value itself. */
export function sentenceOf(problem: Problem, whole = 'The record'): string {
	return `${pathText(problem.path) || whole} ${problem.text}`;
}

/**
 * Makes the check of a schema; make it once and use it for many values.
 *
 * A check gives either a value that can be sent, or everything that is wrong with it by field.
 */
export function checkOf(schema: Schema, settings: CheckSettings): Check {
	const convert = present(conversionOf(schema, settings));
	return (given) => {
		const problems: Problem[] = [];
		const value = convert(given, problems);
		// A converted value always fits into JSON.
		if (problems.length === 0 && settings.format !== 'json') {
			const written = encodeBody(schema, value, settings.format);
			if (!written.ok) problems.push({ path: written.path ?? [], text: written.problem });
		}
		return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
	};
}
