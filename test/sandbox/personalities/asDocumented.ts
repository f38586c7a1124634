// The simulated service as it is: XmlSerializer, empty fields left out, 404 for what does not exist.
import type { Declared } from './index';
import { USUAL } from './truth';

export const asDocumented: Declared = {
	name: 'as documented',
	habits: {},
	truth: USUAL,
};
