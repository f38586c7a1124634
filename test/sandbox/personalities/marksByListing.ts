// Reading the list marks its rows as imported, which no reading by ID can be told from.
import type { Declared } from './index';
import { USUAL } from './truth';

export const marksByListing: Declared = {
	name: 'marks by listing',
	habits: { marks: 'readList', unknownId: 'message', projects: { total: 'absent' } },
	truth: {
		...USUAL,
		'changeOrderProjects.total': 'absent',
		'imported.byReading': 'unknown',
		'lists.withoutId': 'unknown',
	},
};
