// Errors come with status 200, and have names that records have, too.
import type { Declared } from './index';
import { USUAL } from './truth';

export const errorsAsSuccess: Declared = {
	name: 'errors as success',
	habits: { unknownId: 'errorRecord', refusal: 'errorRecord', nulls: 'null' },
	truth: { ...USUAL },
};
