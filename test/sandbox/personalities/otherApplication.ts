// Another application answers at the base URL, with lists and names like those of the service.
import type { Declared } from './index';
import { NOTHING } from './truth';

export const otherApplication: Declared = {
	name: 'another application',
	habits: {
		instead: {
			status: 200,
			type: 'application/json',
			body: '{"id":"7f3a","status":"ok","name":"Shop","items":[{"id":1,"name":"Chair"}],"totalCount":1}',
		},
	},
	truth: NOTHING,
};
