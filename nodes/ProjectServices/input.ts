// What the request of an operation is read from.
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Endpoint, ReadEndpoint, WriteEndpoint } from '../../api/endpoint';
import type { Connection } from '../shared/connection';
import type { Parameters } from '../shared/expressions';
import type { ReadOptions } from '../shared/optionValues';

export interface OperationInput<E extends Endpoint> {
	readonly context: IExecuteFunctions;
	readonly node: INode;
	readonly endpoint: E;
	readonly parameters: Parameters;
	readonly optionsOf: ReadOptions;
	readonly itemCount: number;
	/** The resource's name in a sentence ("purchase order"). */
	readonly noun: string;
	readonly client: Pick<
		Connection,
		'baseUrl' | 'customFieldNames' | 'owner' | 'report' | 'settings'
	>;
}
export type WriteInput = OperationInput<WriteEndpoint>;
export type ReadInput = OperationInput<ReadEndpoint>;
/** The same for any operation, an endpoint or not. */
export type NodeInput = Omit<OperationInput<Endpoint>, 'endpoint'>;
