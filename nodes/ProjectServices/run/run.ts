// What an execution of the node holds while it runs, and how it speaks to the person who watches.
import type { IExecuteFunctions, INode, NodeExecutionHint } from 'n8n-workflow';

import type { Endpoint } from '../../api/endpoint';
import type { Parameters } from './parameters';
import type { Connection } from './connection';

export interface Run<E extends Endpoint = Endpoint> {
	readonly context: IExecuteFunctions;
	readonly node: INode;
	readonly endpoint: E;
	/** The resource's name in a sentence ("purchase order"). */
	readonly noun: string;
	readonly parameters: Parameters;
	readonly connection: Connection;
	readonly itemCount: number;
	/** Records that gave no item, since the collection to be split out is empty in them. */
	readonly tally: { unsplit: number };
}

/** Shows a remark beside the result in the editor, and writes it to n8n's log, which a schedule leaves behind. */
export function remark(
	{ context, node }: Run,
	message: string,
	type: NodeExecutionHint['type'] = 'warning',
): void {
	context.addExecutionHints({ message, type, location: 'outputPane' });
	if (type === 'warning') context.logger.warn(`${node.name}: ${message}`);
}

/** Says that requests had to be sent again, if any had. */
export function remarkRetries(run: Run): void {
	const { retries } = run.connection.count;
	if (retries === 0) return;
	const what =
		retries === 1 ? 'A request was sent again' : `Requests were sent again ${retries} times`;
	remark(run, `${what} after a failure.`, 'info');
}

/** Says that records gave no item because there was nothing to split out of them, if there were any. */
export function remarkUnsplit(run: Run): void {
	const { unsplit } = run.tally;
	if (unsplit === 0) return;
	const what = unsplit === 1 ? 'A record gave' : `${unsplit.toLocaleString('en-US')} records gave`;
	remark(run, `${what} no item: the collection under Split Out is empty there.`, 'info');
}

/** Says how far long work has come: in n8n's log, and in the browser's console when run by hand. */
export function progress({ context, node }: Run, message: string): void {
	context.logger.debug(`${node.name}: ${message}`);
	if (context.getMode() === 'manual') context.sendMessageToUI(`${node.name}: ${message}`);
}
