// Which number the first page of a list has: the pages 1 and 2 in two sizes tell, or page 0.
import { type ReadEndpoint, rowSchema } from '../../api/endpoint';
import type { RecordValue } from '../../wire/result';
import { documentedField } from '../../wire/spelling';
import type { Outcome } from './probe';

/** The rows of the first page that is asked for, and of the second one, which begins in the middle of it. */
export const SIZE = 50;
export const SECOND_SIZE = SIZE / 2;

/** What tells rows apart: the documented fields, however their names are written. */
function keyOf(endpoint: ReadEndpoint, row: RecordValue): string {
	const schema = rowSchema(endpoint);
	const fields = Object.entries(row).flatMap(([own, value]) => {
		const name = documentedField(schema, own)?.name;
		return name === undefined ? [] : [[name, value] as const];
	});
	return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The rows of a page; none for one that is certainly missing, undefined where nothing is known of it. */
function keysOf(outcome: Outcome | undefined): readonly string[] | undefined {
	const { probe, rows, status = 0 } = outcome ?? {};
	if (probe && rows) return rows.map((row) => keyOf(probe.endpoint, row));
	return [400, 404, 410, 416, 422].includes(status) ? [] : undefined;
}

/** Whether page 2 shows that page 1 is the first: then page 0 need not be asked for. */
export function beginsAtOne(one: Outcome, two: Outcome | undefined): boolean {
	const first = keysOf(one) ?? [];
	const [next] = keysOf(two) ?? [];
	return new Set(first).size === first.length && next !== undefined && next === first[SECOND_SIZE];
}

/** The number of the first page; undefined where the pages do not decide it. */
export function firstPageOf(
	one: Outcome,
	two: Outcome | undefined,
	zero: Outcome | undefined,
): 0 | 1 | undefined {
	if (beginsAtOne(one, two)) return 1;
	const [pageOne, pageTwo, pageZero] = [one, two, zero].map(keysOf);
	if (!pageOne || !pageTwo || !pageZero) return undefined;
	const hasRepeated = [pageOne, pageTwo, pageZero].some((keys) => new Set(keys).size < keys.length);
	if (hasRepeated) return undefined;
	if (pageOne.length === 0) return pageZero.length > 0 && pageTwo.length === 0 ? 0 : undefined;
	const isNew = (key: string) => !pageOne.includes(key) && !pageTwo.includes(key);
	const isRepeated = pageTwo[0] === pageOne[0];
	if (pageZero.length > 0 && pageZero.every(isNew)) {
		// If the service gives pages of the sizes that are asked for, and counts from 0, page 2 begins like page 1.
		const takesSizes = pageOne.length === SIZE && pageTwo.length === SECOND_SIZE;
		return isRepeated || !takesSizes ? 0 : undefined;
	}
	return pageZero.some(isNew) || isRepeated ? undefined : 1;
}
