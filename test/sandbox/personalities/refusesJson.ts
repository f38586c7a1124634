// Status 406 for JSON; XML as XmlSerializer writes it.
import type { Declared } from './index';
import { USUAL } from './truth';

export const refusesJson: Declared = {
	name: 'refuses JSON',
	habits: { formats: 'xmlOnly' },
	truth: { ...USUAL, 'format.json': 'no' },
};
