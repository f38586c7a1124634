// What the action node does when it runs: which room of the house carries out what was chosen.
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { endpoints } from '../../api';
import { connect } from './connection';
import { parameterError } from './errors';
import { parametersOf } from './parameters';
import { executeRead } from './read';
import type { Run } from './run';
import { connectionSettings } from './settings';
import { executeWrite } from './write';

/**
 * Carries out the operation that is chosen in the node.
 *
 * @returns The items of the node's one output.
 * @throws NodeApiError or NodeOperationError where the node must stop.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const parameters = parametersOf(context, node);
	const address = `${String(parameters('resource', 0))}/${String(parameters('operation', 0))}`;
	const found = endpoints.find((endpoint) => endpoint.address === address);
	if (!found) throw parameterError(node, `There is no operation ${address}`);
	const { endpoint, resource } = found;
	const connection = await connect(context, connectionSettings(node, parameters));
	const run: Run = {
		context,
		node,
		endpoint,
		noun: resource.name.toLowerCase(),
		parameters,
		connection,
		itemCount: context.getInputData().length,
		tally: { unsplit: 0 },
	};
	return endpoint.kind === 'read'
		? await executeRead({ ...run, endpoint })
		: await executeWrite({ ...run, endpoint });
}
