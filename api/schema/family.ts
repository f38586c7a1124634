// Custom-field families: many fields with one stem and a number, in ranges of one type each.
import { annotate, type Schema } from './types';

type Range = readonly [from: number, to: number, schema: Schema];

/** A numbered custom-field family: `family('CustomField', [1, 5, string], [6, 10, boolean])`. */
export function family<const Stem extends string, const Ranges extends readonly Range[]>(
	stem: Stem,
	...ranges: Ranges
) {
	const shape: Record<string, Schema> = {};
	for (const [from, to, schema] of ranges) {
		const member = annotate(schema, { family: stem });
		for (let number = from; number <= to; number++) shape[`${stem}${number}`] = member;
	}
	return shape as Record<`${Stem}${number}`, Ranges[number][2]>;
}
