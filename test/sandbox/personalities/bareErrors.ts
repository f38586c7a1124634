// Status 401 without any content: the service, or something in front of it.
import type { Declared } from './index';
import { NOTHING } from './truth';

export const bareErrors: Declared = {
	name: 'errors without content',
	habits: { instead: { status: 401, type: 'text/plain', body: '' } },
	truth: { ...NOTHING, authentication: 'refused' },
};
