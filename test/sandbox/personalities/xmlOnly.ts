// XML alone, whatever is asked for, without offsets; IDs that do not exist are refused.
import type { Declared } from './index';
import { USUAL } from './truth';

export const xmlOnly: Declared = {
	name: 'XML only',
	sandbox: { dialect: 'dataContract', seed: 9 },
	habits: {
		formats: 'xml',
		nulls: 'null',
		offsets: 'none',
		unknownId: 400,
		missingClients: 404,
		projects: { pageZero: 'empty', beyondEnd: 'refused' },
		catalog: { pageZero: 'empty' },
		without: ['SITask.Notes', 'SITask.Number', 'TimeSheet.CF1'],
	},
	truth: {
		...USUAL,
		'format.json': 'no',
		'dates.offset': 'none',
	},
};
