// All tests of the reads once more, with the fast readers turned off: nobody may notice but by the clock.
jest.mock('../../wire/fast/switch', () => ({ useFastReaders: false }));

import { useFastReaders } from '../../wire/fast/switch';
import './reads.test.mjs';

test('the fast readers are off', () => {
	expect(useFastReaders).toBe(false);
});
