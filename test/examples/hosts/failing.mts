// A workflow that fails: it asks for a purchase order that is not there.
import type { Workflow, WorkflowNode } from '../../host/rest/apiTypes.mjs';

/** The failing workflow behind a trigger of the given type, by default the manual one. */
export function failingWorkflow(trigger: Partial<WorkflowNode> = {}, settings = {}): Workflow {
	const start = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...trigger,
	};
	const read = {
		id: 'read',
		name: 'Get Purchase Order',
		type: 'n8n-nodes-project-services.projectServices',
		typeVersion: 1,
		position: [220, 0],
		parameters: { resource: 'purchaseOrder', operation: 'get', id: 'PO-0', options: {} },
		credentials: { projectServicesApi: { id: '', name: 'Project Services API' } },
	};
	return {
		name: 'Failing Workflow',
		nodes: [start, read],
		connections: { Start: { main: [[{ node: read.name, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', ...settings },
	};
}
