// Every example of examples/ with what it must do.
import { agentExamples } from './cases/agents.mjs';
import { catalogExamples } from './cases/catalogs.mjs';
import { changeOrderExamples } from './cases/changeOrders.mjs';
import { clientExamples } from './cases/clients.mjs';
import { purchaseOrderExamples } from './cases/purchaseOrders.mjs';
import { serviceExamples } from './cases/service.mjs';
import { workExamples } from './cases/work.mjs';
import type { Examples } from './example.mjs';

export const examples: Examples = {
	...agentExamples,
	...catalogExamples,
	...changeOrderExamples,
	...clientExamples,
	...purchaseOrderExamples,
	...serviceExamples,
	...workExamples,
};
