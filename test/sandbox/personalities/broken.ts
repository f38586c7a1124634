// Every connection breaks.
import type { Declared } from './index';
import { NOTHING } from './truth';

export const broken: Declared = {
	name: 'broken',
	habits: { failsFrom: { request: 1, how: 'reset' } },
	truth: { ...NOTHING, reachable: 'no' },
};
