// A publish of clients, one for each input item, as the tests of writes run it.
import type { INodeParameters } from 'n8n-workflow';

/** @param options The node's options; two records per request by default */
export function clientPublish(options: object = {}): INodeParameters {
	return {
		resource: 'client',
		operation: 'publish',
		listId: 'L1',
		listName: 'List',
		record: { mappingMode: 'autoMapInputData', value: null, schema: [] },
		options: { recordsPerRequest: 2, maxRetries: 0, ...options },
	};
}
