// Work of linear and of quadratic growth is told apart.
import { counted, growth, LINEAR } from './growth.mjs';

const { loops } = counted<typeof import('./growthLoops')>('test/growthLoops.ts');

test('linear growth is below the bound, quadratic growth above', () => {
	const same = (count: number) => count;
	expect(growth(8_000, same, (count) => loops(count, 1))).toBeLessThan(LINEAR);
	expect(growth(800, same, (count) => loops(count, count))).toBeGreaterThan(LINEAR);
});
