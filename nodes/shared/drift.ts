// Responses that differ from the service's document, gathered over an execution and reported once.
import type { Drift } from '../../wire/reading/records';

const maxPaths = 10;

const texts: Readonly<Record<keyof Drift, (noun: string, paths: string) => string>> = {
	undocumented: (noun, paths) =>
		`The service sent fields of the ${noun} that this version does not know: ${paths}. Raw items hold them unchanged; Selected Fields takes their names under 'Other Fields'.`,
	missing: (noun, paths) =>
		`The service sent no value for required fields of the ${noun}: ${paths}.`,
	retyped: (noun, paths) =>
		`The service sent fields of the ${noun} with a type other than documented: ${paths}.`,
};

/** What was noticed before and now, at most ten fields of each kind. */
export function addDrift(before: Drift | undefined, now: Drift): Drift {
	if (!before) return now;
	const together = (kind: keyof Drift) =>
		[...new Set([...before[kind], ...now[kind]])].slice(0, maxPaths);
	return {
		undocumented: together('undocumented'),
		missing: together('missing'),
		retyped: together('retyped'),
	};
}

/**
 * The sentences for a person.
 *
 * @param noun the resource in a sentence ("product catalog")
 */
export function driftText(noun: string, drift: Drift): string {
	const sentences = Object.entries(texts).map(([kind, textOf]) => {
		const paths = drift[kind as keyof Drift];
		// At the bound, there may be more.
		const more = paths.length < maxPaths ? '' : ' and possibly more';
		return paths.length === 0 ? '' : textOf(noun, `${paths.join(', ')}${more}`);
	});
	return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** The name within a row of the field that a hint writes as a path: `Warranty` for `Products[].Warranty`. */
export function nameInRow(path: string, rows: string | undefined): string {
	const start = `${rows}[].`;
	return path.slice(path.startsWith(start) ? start.length : 0).replaceAll('[]', '');
}
