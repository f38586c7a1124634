// What an execution of the node holds while it runs.
import type { INodeExecutionData } from 'n8n-workflow';

import type { Endpoint } from '../../api/endpoint';
import type { Connection } from '../shared/connection';
import { errorItem } from '../shared/errorItems';
import { nodeError } from '../shared/errors';
import type { OperationInput } from './input';
import type { Report } from './report';

export interface Run<E extends Endpoint = Endpoint> extends OperationInput<E> {
	readonly client: Connection;
	readonly report: Report;
}

/** An execution of any operation, an endpoint or not. */
export type NodeRun = Omit<Run, 'endpoint'>;

/**
 * The item of the error output for an input item that failed.
 *
 * @throws NodeApiError or NodeOperationError where the node must stop
 */
export function errorItemOrThrow(
	run: Pick<Run, 'context' | 'node'>,
	error: unknown,
	itemIndex: number,
): INodeExecutionData {
	if (run.context.continueOnFail()) return errorItem(error, itemIndex);
	throw nodeError(run.node, error, itemIndex);
}
