// Where the property tests get fast-check from, and how much they try.
export { default as fc } from 'fast-check';

declare const THOROUGH: boolean;

/** How often something is tried: usually, and in `npm run test:all`. */
export function tries(usual: number, thorough: number): number {
	return THOROUGH ? thorough : usual;
}
