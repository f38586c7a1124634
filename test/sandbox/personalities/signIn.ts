// Something in front of the service gives a page to sign in, with status 200.
import type { Declared } from './index';
import { NOTHING } from './truth';

export const signIn: Declared = {
	name: 'sign-in page',
	habits: { failsFrom: { request: 1, how: 'page' } },
	truth: NOTHING,
};
