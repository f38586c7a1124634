// A gateway with a key that gives JSON alone, in camelCase, with fields of its own and null for what does not exist.
import type { Declared } from './index';
import { USUAL } from './truth';

export const camelCaseGateway: Declared = {
	name: 'camelCase gateway',
	habits: {
		credential: { header: 'x-api-key', value: 'gateway' },
		formats: 'jsonOnly',
		names: 'camelCase',
		nulls: 'both',
		offsets: 'Z',
		tasks: 'one',
		unknownId: 'null',
		missingClients: 'null',
		projects: { total: 'page', cap: 25 },
		catalog: { total: 'absent', cap: 20, beyondEnd: 'repeats' },
		extra: { SITask: { region: 'North' }, Product: { Warranty: { Months: 12 } } },
	},
	truth: {
		...USUAL,
		authentication: 'accepted',
		'format.xml': 'no',
		'changeOrderProjects.total': 'page',
		'productCatalog.total': 'absent',
		'fields.undocumented': 'Product.Warranty, SITask.region',
	},
};
