// Responses that differ from the service's document, gathered over an execution and said once.
import type { Drift } from '../../wire/reading/records';

/** What was noticed in all responses of an execution. */
export interface DriftReport {
	add(drift: Drift): void;
	/** Sentences for people; none if nothing was noticed. */
	sentences(): string[];
}

const maxPaths = 10;

const texts: Readonly<Record<keyof Drift, (noun: string, paths: string) => string>> = {
	undocumented: (noun, paths) =>
		`The service sent fields of the ${noun} that this version does not know: ${paths}. Raw items hold them unchanged; Selected Fields takes their names under 'Other Fields'.`,
	missing: (noun, paths) =>
		`The service sent no value for required fields of the ${noun}: ${paths}.`,
	retyped: (noun, paths) =>
		`The service sent fields of the ${noun} with a type other than documented: ${paths}.`,
};

/** Of more than the most, nobody has counted how many there are. */
function listText(paths: readonly string[]): string {
	return `${paths.join(', ')}${paths.length < maxPaths ? '' : ' and possibly more'}`;
}

/** The name within a row of the field that a hint writes as a path: `Warranty` for `Products[].Warranty`. */
export function nameInRow(path: string, rows: string | undefined): string {
	const start = `${rows}[].`;
	return path.slice(path.startsWith(start) ? start.length : 0).replaceAll('[]', '');
}

/**
 * Gathers differences.
 *
 * @param noun the resource in a sentence ("product catalog")
 */
export function createDriftReport(noun: string): DriftReport {
	const found: Readonly<Record<keyof Drift, Set<string>>> = {
		undocumented: new Set(),
		missing: new Set(),
		retyped: new Set(),
	};
	const kinds = Object.keys(texts) as Array<keyof Drift>;
	return {
		add: (drift) => {
			for (const kind of kinds) {
				for (const path of drift[kind]) if (found[kind].size < maxPaths) found[kind].add(path);
			}
		},
		sentences: () =>
			kinds
				.filter((kind) => found[kind].size > 0)
				.map((kind) => texts[kind](noun, listText([...found[kind]]))),
	};
}
