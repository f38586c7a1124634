// Work of linear and of quadratic time is told apart.
import { growth, LINEAR } from './growth.mjs';

const steps = (count: number) => {
	let sum = 0;
	for (let step = 0; step < count; step++) sum += step % 7;
	if (sum < 0) throw new Error('The loop was left out.');
};

test('linear time is below the bound, quadratic time above', () => {
	const size = 8_000;
	const same = (count: number) => count;
	expect(growth(size * 1_000, same, steps)).toBeLessThan(LINEAR);
	expect(growth(size, same, (count) => steps(count * count))).toBeGreaterThan(LINEAR);
});
