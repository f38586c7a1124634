// A gateway that lacks its key refuses every request in a form of its own.
import type { Declared } from './index';
import { NOTHING } from './truth';

export const gateway: Declared = {
	name: 'gateway',
	habits: {
		instead: { status: 403, type: 'application/json', body: '{"message":"Forbidden"}' },
	},
	truth: NOTHING,
};
