// Reading by ID marks projects as imported; totals are never set; names in snake_case; numbers as text.
import type { Declared } from './index';
import { USUAL } from './truth';

export const marksByReading: Declared = {
	name: 'marks by reading',
	habits: {
		marks: 'readById',
		names: 'snake_case',
		formats: 'json',
		projects: { total: 'zero', beyondEnd: 'repeats', pageZero: 'whole' },
		catalog: { total: 'long', cap: 40, beyondEnd: 'refused' },
		unknownId: 'emptyRecord',
		asText: ['Product.OFE', 'COProjectInfo.Price'],
		without: ['Client.CustomField24', 'TaskItem.InstalledNotes'],
	},
	truth: {
		...USUAL,
		'format.xml': 'no',
		'changeOrderProjects.total': 'wrong',
		'productCatalog.total': 'wrong',
		'imported.byReading': 'yes',
		'lists.withoutId': 'unknown',
		'fields.retyped': 'COProjectInfo.Price, Product.OFE',
	},
};
