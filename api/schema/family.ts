// Custom-field families: many fields with one stem and a number, in ranges of kinds.
import { marked, type Schema } from './kinds';

type UpTo<N extends number, A extends number[] = []> = A['length'] extends N
	? A[number] | N
	: UpTo<N, [...A, A['length']]>;
type Between<F extends number, T extends number> = Exclude<UpTo<T>, UpTo<F>> | F;
type Range = readonly [from: number, to: number, schema: Schema];
type FamilyShape<P extends string, R extends readonly Range[]> = {
	[E in R[number] as `${P}${Between<E[0], E[1]>}`]: E[2];
};

/** A numbered custom-field family: `family('CustomField', [1, 5, text], [6, 10, flag])`. */
export function family<const P extends string, const R extends readonly Range[]>(
	stem: P,
	...ranges: R
) {
	const shape: Record<string, Schema> = {};
	for (const [from, to, schema] of ranges) {
		const member = marked(schema, { family: stem });
		for (let number = from; number <= to; number++) shape[`${stem}${number}`] = member;
	}
	return shape as FamilyShape<P, R>;
}
