// Pages with more rows than the service likes are refused.
import type { Declared } from './index';
import { USUAL } from './truth';

export const smallPages: Declared = {
	name: 'small pages',
	habits: { projects: { largest: 100 }, catalog: { largest: 500 }, offsets: 'Z' },
	truth: USUAL,
};
