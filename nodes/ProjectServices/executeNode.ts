// What the action node does when it is executed: the operation that was chosen, as a read or a write.
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { changeFeeds, endpoints } from '../../api';
import type { ChangeOperation } from '../../api/changeFeed';
import type { BudgetState } from '../../client/transport/budget';
import { CREDENTIAL_TYPE } from '../../credentials/credentialValues';
import { connect } from '../shared/connection';
import { errorItem, markErrorItems, redactErrorItems } from '../shared/errorItems';
import { parameterError, redactError } from '../shared/errors';
import { chosenOperation, parametersOf } from '../shared/expressions';
import { checkAgreement, checkCollections } from '../shared/collections';
import { optionsReader } from '../shared/optionValues';
import { sharedCredential } from '../shared/sharedCredential';
import { panelOf } from './nodePanel';
import { kindOf } from './operations/kind';
import { serviceOperations, type ServiceOperation } from './operations/serviceOperations';
import { Report } from './report';
import type { Run, NodeRun, ReadRun } from './nodeRun';

// Each folder is loaded when an execution first needs it.
async function executeEndpoint(run: Run): Promise<INodeExecutionData[]> {
	const operation = kindOf(run.endpoint);
	switch (operation.kind) {
		case 'record': {
			const { readRecords } = await import('./operations/record/readRecords');
			return await readRecords({ ...run, endpoint: operation.endpoint });
		}
		case 'byIds': {
			const { readRecordsByIds } = await import('./operations/byIds/readRecordsByIds');
			return await readRecordsByIds({ ...run, endpoint: operation.endpoint });
		}
		case 'list': {
			const { readLists } = await import('./operations/list/readLists');
			return await readLists({ ...run, endpoint: operation.endpoint });
		}
		case 'publish': {
			const { publishRecords } = await import('./operations/publish/publishRecords');
			return await publishRecords({ ...run, endpoint: operation.endpoint });
		}
		case 'update': {
			const { updateRecords } = await import('./operations/update/updateRecords');
			return await updateRecords({ ...run, endpoint: operation.endpoint });
		}
		default:
			return operation satisfies never;
	}
}

async function executeFeed(
	run: ReadRun,
	operation: ChangeOperation,
): Promise<INodeExecutionData[]> {
	if (operation === 'getChanges') {
		const { getChanges } = await import('./operations/changes/getChanges');
		return await getChanges(run);
	}
	const { commitChanges } = await import('./operations/changes/commitChanges');
	return await commitChanges(run);
}

async function executeService(
	run: NodeRun,
	operation: ServiceOperation,
): Promise<INodeExecutionData[]> {
	switch (operation) {
		case 'check': {
			const { checkService } = await import('./operations/service/checkService');
			return await checkService(run);
		}
		case 'getTransactionStatus': {
			const { getTransactionStatus } = await import('./operations/service/getTransactionStatus');
			return await getTransactionStatus(run);
		}
		default:
			return operation satisfies never;
	}
}

interface ChosenOperation {
	/** The word for one of its records, for messages. */
	readonly noun: string;
	/** Whether all of its options apply to the whole execution. */
	readonly optionsApplyToRun: boolean;
	readonly execute: (run: NodeRun) => Promise<INodeExecutionData[]>;
}

/** The operation behind the node's two dropdowns; undefined where there is none. */
function findOperation(chosen: string): ChosenOperation | undefined {
	const isChosen = ({ operationKey }: { readonly operationKey: string }) => operationKey === chosen;
	const service = serviceOperations.find(isChosen);
	if (service)
		return {
			noun: 'record',
			optionsApplyToRun: true,
			execute: async (run) => await executeService(run, service.operation),
		};
	const feed = changeFeeds.find(isChosen);
	const found = feed ?? endpoints.find(isChosen);
	if (!found) return undefined;
	const { endpoint, resource } = found;
	return {
		noun: resource.name.toLowerCase(),
		optionsApplyToRun: endpoint.kind === 'write' || endpoint.body !== undefined,
		execute: async (run) =>
			feed
				? await executeFeed({ ...run, endpoint: feed.endpoint }, feed.operation)
				: await executeEndpoint({ ...run, endpoint }),
	};
}

/** The request budget of the execution for this node's credential; all its nodes and their runs share it. */
function budgetState(context: IExecuteFunctions): BudgetState {
	const data = context.getContext('flow');
	const budgets: Record<string, BudgetState> = (data.projectServicesBudgets ??= {});
	return (budgets[context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? ''] ??= {});
}

/**
 * An error item for each input item. If a node throws, n8n sends its input to the first output, as if it had succeeded.
 *
 * @throws the error itself where the node stops
 */
function failedItems(
	context: IExecuteFunctions,
	error: unknown,
	mayHaveBeenApplied = false,
): INodeExecutionData[] {
	if (!context.continueOnFail()) throw error;
	const isInterrupted = context.getExecutionCancelSignal()?.aborted === true;
	return context
		.getInputData()
		.map((_, itemIndex) => errorItem(error, itemIndex, { isInterrupted, mayHaveBeenApplied }));
}

/**
 * Carries out the operation that is chosen in the node.
 *
 * @returns the items of the node's one output
 * @throws NodeApiError or NodeOperationError where the node must stop
 */
export async function executeNode(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = await executeChosen(context).catch((error: unknown) => failedItems(context, error));
	markErrorItems(context.getNode(), items);
	return items;
}

async function executeChosen(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const parameters = parametersOf(context, node);
	const operation = chosenOperation(parameters);
	const chosen = findOperation(operation);
	if (!chosen)
		throw parameterError(
			node,
			`This version does not have the operation ${operation}. Choose 'Resource' and 'Operation' again, or update the package.`,
		);
	const { noun, optionsApplyToRun } = chosen;
	const itemCount = context.getInputData().length;
	checkCollections(node, parameters, () => panelOf(operation), itemCount);
	const shared = ['dataMode', ...(optionsApplyToRun ? ['options'] : [])];
	checkAgreement(node, parameters, shared, [...Array(itemCount).keys()]);
	const choices = {
		budget: budgetState(context),
		onWait: (leftMs: number) =>
			context.logger.info(
				`${node.name}: the service asks for a pause; requests continue in ${Math.ceil(leftMs / 1000)} seconds.`,
			),
	};
	const client = connect(context, await sharedCredential(context), choices);
	const report = new Report(context, client);
	const optionsOf = optionsReader(node, parameters);
	const run = { context, node, noun, parameters, optionsOf, client, itemCount, report };
	try {
		const items = await chosen.execute(run);
		return redactErrorItems(items, client.secrets);
	} catch (error) {
		redactError(error, client.secrets);
		return failedItems(context, error, report.requests.isWriteSent);
	} finally {
		report.addRequests(noun);
		report.show();
	}
}
