// An ID that does not exist comes back in a record without anything else, and names end in ID.
import type { Declared } from './index';
import { USUAL } from './truth';

export const echoesIds: Declared = {
	name: 'echoes IDs',
	habits: { unknownId: 'echo', names: 'upperIds', formats: 'json' },
	truth: {
		...USUAL,
		'format.xml': 'no',
	},
};
