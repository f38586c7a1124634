// What the action node does when it runs: the operation that was chosen, as a read or a write.
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { changeFeeds, endpoints } from '../../../api';
import type { ChangeOperation } from '../../../api/changeFeed';
import type { ReadEndpoint } from '../../../api/endpoint';
import type { BudgetState } from '../../../client/transport/budget';
import { credentialType } from '../../../credentials/connection';
import { connect, isNewDrift } from '../../shared/connection';
import { errorItem, markErrorItems, parameterError } from '../../shared/errors';
import {
	chosenOperation,
	connectionSettings,
	parametersOf,
	readRunOptions,
} from '../../shared/parameters';
import { type Hints, mayContinue, type Run, showHint, showHints } from './run';

// Each kind of operation is loaded when it is first used: an execution waits for what it loads.

async function executeFeed(
	run: Run<ReadEndpoint>,
	operation: ChangeOperation,
): Promise<INodeExecutionData[]> {
	const { commitChanges, getChanges, resetChanges } = await import('./changes');
	switch (operation) {
		case 'getChanges':
			return await getChanges(run);
		case 'commitChanges':
			return await commitChanges(run);
		case 'resetChanges':
			return resetChanges(run);
		default:
			return operation satisfies never;
	}
}

async function executeEndpoint(run: Run): Promise<INodeExecutionData[]> {
	const { endpoint } = run;
	if (endpoint.kind === 'write') {
		const { executeWrite } = await import('./writes');
		return await executeWrite({ ...run, endpoint });
	}
	if (endpoint.paging) {
		const { readLists } = await import('./lists');
		return await readLists({ ...run, endpoint });
	}
	const { readRecords, readRecordsByIds } = await import('./reads');
	const read = endpoint.body === undefined ? readRecords : readRecordsByIds;
	return await read({ ...run, endpoint });
}

/** The request budget of the execution for this node's credential; all its nodes and their runs share it. */
function budgetState(context: IExecuteFunctions): BudgetState {
	const data = context.getContext('flow');
	const budgets: Record<string, BudgetState> = (data.projectServicesBudgets ??= {});
	return (budgets[context.getNode().credentials?.[credentialType]?.id ?? ''] ??= {});
}

/**
 * Carries out the operation that is chosen in the node.
 *
 * @returns the items of the node's one output
 * @throws NodeApiError or NodeOperationError where the node must stop
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = await carryOut(context).catch((error: unknown) => {
		if (!mayContinue({ context }, error)) return Promise.reject(error);
		// If a node throws, n8n sends its input to the first output, as if it had succeeded.
		return context.getInputData().map((_, itemIndex) => errorItem(error, itemIndex));
	});
	markErrorItems(context.getNode(), items);
	return items;
}

async function carryOut(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const parameters = parametersOf(context, node);
	const operation = chosenOperation(parameters);
	const feed = changeFeeds.find(({ operationKey }) => operationKey === operation);
	const found = feed ?? endpoints.find(({ operationKey }) => operationKey === operation);
	if (!found)
		throw parameterError(
			node,
			`This version does not have the operation ${operation}. Choose 'Resource' and 'Operation' again, or update the package.`,
		);
	const { endpoint, resource } = found;
	const noun = resource.name.toLowerCase();
	const itemCount = context.getInputData().length;
	const hasAllOptionsOnce = endpoint.kind === 'write' || endpoint.body !== undefined;
	const options = readRunOptions(node, parameters, itemCount, hasAllOptionsOnce);
	let retries = 0;
	const client = await connect(context, {
		...connectionSettings(options),
		onRetry: () => retries++,
		pace: {
			requestsPerMinute: options.requestsPerMinute,
			state: budgetState(context),
			onWait: (leftMs) =>
				context.logger.info(
					`${node.name}: the service asks for a pause; requests continue in ${Math.ceil(leftMs / 1000)} seconds.`,
				),
		},
	});
	const hints: Hints = new Map();
	const run = { context, node, noun, parameters, options, client, itemCount, hints };
	try {
		const items = feed
			? await executeFeed({ ...run, endpoint: feed.endpoint }, feed.operation)
			: await executeEndpoint({ ...run, endpoint });
		const differences = client.differences(noun);
		if (differences !== '')
			showHint(run, differences, 'warning', isNewDrift(client.baseUrl, differences));
		if (retries > 0) {
			const what =
				retries === 1 ? 'A request was retried' : `Requests were retried ${retries} times`;
			showHint(run, `${what} after a failure.`, 'info');
		}
		return items;
	} finally {
		showHints(run);
	}
}
