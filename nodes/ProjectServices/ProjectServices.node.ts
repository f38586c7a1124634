// The action node: its description; what it does when it runs is in execute.ts.
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { nodeProperties, subtitle } from './properties';
import { getRecordFields } from './resourceMapping';

export class ProjectServices implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Project Services',
		name: 'projectServices',
		icon: {
			light: 'file:../../icons/projectServices.svg',
			dark: 'file:../../icons/projectServices.dark.svg',
		},
		group: ['input', 'output'],
		version: 1,
		subtitle: subtitle(),
		description:
			'Read and publish service plans, orders, tasks, purchase orders, catalogs, clients, vendors, time sheets and projects',
		defaults: { name: 'Project Services' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'projectServicesApi', required: true }],
		properties: nodeProperties(),
	};

	methods = { resourceMapping: { getRecordFields } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Loaded by the first run: n8n keeps the node in memory whether a workflow uses it or not.
		const { execute } = await import('./execute');
		return [await execute(this)];
	}
}
