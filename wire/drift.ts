// Where responses differ from the service's document.

/** Fields by their paths (`Products[].Warranty`), at most ten of each kind. */
export interface Drift {
	/** Came, and are not documented. */
	readonly undocumented: readonly string[];
	/** Are documented as required, and did not come or were null. */
	readonly missing: readonly string[];
	/** Came with a type other than documented. */
	readonly retyped: readonly string[];
}

/** What was noticed so far. */
export type DriftLog = Readonly<Record<keyof Drift, Set<string>>>;

const MAX_PATHS = 10;
const MAX_PATH_LENGTH = 200;

export function createDriftLog(): DriftLog {
	return { undocumented: new Set(), missing: new Set(), retyped: new Set() };
}

export function noteDrift(paths: Set<string>, path: string): void {
	if (paths.size >= MAX_PATHS) return;
	paths.add(path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path);
}

/** What was noticed; undefined if it was nothing. */
export function driftIn({ undocumented, missing, retyped }: DriftLog): Drift | undefined {
	if (undocumented.size + missing.size + retyped.size === 0) return undefined;
	return { undocumented: [...undocumented], missing: [...missing], retyped: [...retyped] };
}

/** The path of a field of the record at a path. */
export function fieldPath(record: string, name: string): string {
	return record === '' ? name : `${record}.${name}`;
}

/** The path of the records in the list at a path. */
export function listPath(list: string): string {
	return list === '' ? '' : `${list}[]`;
}
