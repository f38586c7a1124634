// Where the property tests get fast-check from, and how much they try.
import fc from 'fast-check';

declare const THOROUGH: boolean;

// The same values each time, so that no test is red by chance; `npm run test:all` tries others.
if (!THOROUGH) fc.configureGlobal({ seed: 1 });

export { fc };

/** How often something is tried: usually, and in `npm run test:all`. */
export function tries(usual: number, thorough: number): number {
	return THOROUGH ? thorough : usual;
}
