// A wrong credential: 401 for everything.
import type { Declared } from './index';
import { NOTHING } from './truth';

export const refused: Declared = {
	name: 'refused',
	habits: { failsFrom: { request: 1, how: 401 } },
	truth: { ...NOTHING, reachable: 'yes', authentication: 'refused' },
};
