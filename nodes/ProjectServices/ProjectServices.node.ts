// The action node: its description, and which room of the house carries out what was chosen.
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { endpoints } from '../../api';
import { parameterError } from './errors';
import { parametersOf } from './parameters';
import { nodeProperties, subtitle } from './properties';
import { executeRead } from './read';
import { getRecordFields } from './resourceMapping';
import type { Run } from './run';
import { connectionSettings } from './settings';
import { connect } from './connection';
import { executeWrite } from './write';

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
		const node = this.getNode();
		const parameters = parametersOf(this);
		const address = `${String(parameters('resource', 0))}/${String(parameters('operation', 0))}`;
		const found = endpoints.find((endpoint) => endpoint.address === address);
		if (!found) throw parameterError(node, `There is no operation ${address}`);
		const { endpoint, resource } = found;
		const connection = await connect(this, connectionSettings(this, parameters));
		const run: Run = {
			context: this,
			node,
			endpoint,
			noun: resource.name.toLowerCase(),
			parameters,
			connection,
			itemCount: this.getInputData().length,
			tally: { unsplit: 0 },
		};
		const items =
			endpoint.kind === 'read'
				? await executeRead({ ...run, endpoint })
				: await executeWrite({ ...run, endpoint });
		return [items];
	}
}
