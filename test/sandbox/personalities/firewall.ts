// Something in front of the service refuses every request with a page.
import type { Declared } from './index';
import { NOTHING } from './truth';

export const firewall: Declared = {
	name: 'firewall',
	habits: {
		instead: { status: 403, type: 'text/html', body: '<html><title>Blocked</title></html>' },
	},
	truth: NOTHING,
};
