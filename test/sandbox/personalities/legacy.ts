// The list of change order projects is gone, and catalogs come in the older form, whole.
import type { Declared } from './index';
import { USUAL } from './truth';

export const legacy: Declared = {
	name: 'legacy',
	sandbox: { catalogForm: 'older', deletedProductIds: false },
	habits: { projectList: 404, unknownId: 204, nulls: 'absent' },
	truth: {
		...USUAL,
		'changeOrderProjects.list': 'notFound',
		'changeOrderProjects.total': 'unknown',
		'changeOrderProjects.firstPage': 'unknown',
		'productCatalog.total': 'absent',
		'productCatalog.firstPage': 'unknown',
		'productCatalog.form': 'alwaysLegacy',
		'imported.byReading': 'unknown',
	},
};
