// The action node: its description; what it does when it is executed is in executeNode.ts.
import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { NODE_HINTS } from './description/nodeHints';
import { nodeProperties, subtitle } from './nodePanel';
import { getFields, getRecordFields } from './description/loadedFields';

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
		description: 'Read, publish, update and sync records of Project Services',
		defaults: { name: 'Project Services' },
		usableAsTool: {
			replacements: {
				description:
					'Look up records of Project Services by ID, find products of a catalog, and send changes of clients, vendors, tasks, orders, projects and time sheets',
			},
		},
		hints: [...NODE_HINTS],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'projectServicesApi', required: true }],
		properties: nodeProperties(),
	};

	methods = {
		listSearch: {
			async searchProjects(
				this: ILoadOptionsFunctions,
				filter?: string,
				paginationToken?: string,
			): Promise<INodeListSearchResult> {
				const search = await import('./description/searchProjects');
				return await search.searchProjects(this, filter, paginationToken);
			},
		},
		loadOptions: { getFields },
		resourceMapping: { getRecordFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		// Loaded by the first execution: n8n keeps the node in memory whether a workflow uses it or not.
		const { executeNode } = await import('./executeNode');
		return [await executeNode(this)];
	}
}
