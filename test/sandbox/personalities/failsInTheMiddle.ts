// After 8 requests, only errors come: what is known so far is told, and nothing is concluded from the errors.
import type { Declared } from './index';
import { USUAL } from './truth';

export const failsInTheMiddle: Declared = {
	name: 'fails in the middle',
	habits: { failsFrom: { request: 9, how: 500 } },
	truth: {
		...USUAL,
		'productCatalog.total': 'unknown',
		'productCatalog.firstPage': 'unknown',
		'productCatalog.form': 'unknown',
		'imported.byReading': 'unknown',
		'lists.withoutId': 'unknown',
	},
};
