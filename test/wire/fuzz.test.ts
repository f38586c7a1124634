// Twenty thousand mutated documents, or as many as fit the time; fuzz.mts goes on for longer.
import { fuzz } from './fuzz';

const SECONDS = 20;

test(
	'mutated documents are refused in words or read as what they say',
	() => {
		const { documents, accepted, refused } = fuzz({ documents: 20_000, seconds: SECONDS, seed: 4 });
		expect(documents).toBeGreaterThan(1000);
		expect(accepted).toBeGreaterThan(documents / 100);
		expect(refused).toBeGreaterThan(documents / 4);
	},
	(SECONDS + 20) * 1000,
);
