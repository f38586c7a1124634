// Every seventh request fails for a moment.
import type { Declared } from './index';
import { USUAL } from './truth';

export const flaky: Declared = {
	name: 'flaky',
	habits: { flaky: { every: 7, status: 503 } },
	truth: USUAL,
};
