// What a run of the node holds: what its parameters are read from, and what it works with.
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Endpoint, ReadEndpoint, WriteEndpoint } from '../../api/endpoint';
import type { Connection } from '../shared/connection';
import type { Parameters } from '../shared/expressions';
import type { ReadOptions } from '../shared/optionValues';
import type { Report } from './report';

/** An execution of any operation, an endpoint or not. */
export interface NodeRun {
	readonly context: IExecuteFunctions;
	readonly node: INode;
	readonly parameters: Parameters;
	readonly optionsOf: ReadOptions;
	readonly itemCount: number;
	/** The resource's name in a sentence ("purchase order"). */
	readonly noun: string;
	readonly client: Connection;
	readonly report: Report;
}

export interface Run<E extends Endpoint = Endpoint> extends NodeRun {
	readonly endpoint: E;
}
export type ReadRun = Run<ReadEndpoint>;
export type WriteRun = Run<WriteEndpoint>;
