// Writes in n8n's engine, to a service that only listens.
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { runNode, type RunResult, type RunSettings } from '../../../engine.mjs';
import { listenerForTests } from '../server.mjs';

export const service = listenerForTests();

export const automatic = { mappingMode: 'autoMapInputData', value: null, schema: [] };

export function byHand(value: object) {
	return { mappingMode: 'defineBelow', value, schema: [] };
}

type Settings = Omit<Partial<RunSettings>, 'parameters'>;

export async function write(parameters: object, settings: Settings = {}): Promise<RunResult> {
	return await runNode({
		parameters: parameters as INodeParameters,
		credential: { baseUrl: service.url, authentication: 'none' },
		timezone: 'Europe/Berlin',
		...settings,
	});
}

/** @param options The node's options; two records per request by default */
export function clientPublish(options: object = {}): INodeParameters {
	return {
		resource: 'client',
		operation: 'publish',
		listId: 'L1',
		listName: 'List',
		record: automatic,
		options: { recordsPerRequest: 2, maxRetries: 0, ...options },
	};
}

export function clients(count: number, prefix = 'C') {
	return Array.from({ length: count }, (_, index) => ({ Name: `${prefix}${index}` }));
}

export interface Publish extends Settings {
	readonly options?: object;
	readonly parameters?: object;
}

/** Publishes a client for each input item. */
export async function publish({ options, parameters, ...settings }: Publish): Promise<RunResult> {
	return await write({ ...clientPublish(options), ...parameters }, settings);
}

/** The names of clients that arrived, in order, whatever became of them. */
export function arrived(): string[] {
	return (service.bodies() as Array<{ Clients: Array<{ Name: string }> }>).flatMap(({ Clients }) =>
		Clients.map(({ Name }) => Name),
	);
}

/** The input items that some items are paired with. */
export function pairsOf(items: readonly INodeExecutionData[] = []): number[] {
	return items.flatMap(({ pairedItem }) =>
		[pairedItem].flat().map((pair) => (typeof pair === 'object' ? pair.item : Number(pair))),
	);
}

/** Stops an execution as soon as this number of requests arrived. */
export function stopAfter(requests: number): (stop: () => void) => void {
	return (stop) => {
		const look = setInterval(() => {
			if (service.received.length < requests) return;
			clearInterval(look);
			stop();
		}, 5);
	};
}
