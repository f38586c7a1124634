// Writes in n8n's engine, to a service that only listens.
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { runNode, type RunResult, type RunSettings } from '../../../engine.mjs';
import { type Answer, type BareService, reply, startBareService } from '../../../service.mjs';

/** The MessageId in the answer to the request of this number. */
export function messageId(number: number): string {
	return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The answers to requests by their number, counted from 0; others get a PublishResponse. */
const replies = new Map<number, Answer>();
/** The answer to a request by its body. */
let refuses: ((body: string) => Answer | undefined) | undefined;

let bare: BareService;
beforeAll(async () => {
	bare = await startBareService((response, request, count) => {
		const number = count - 1;
		const accepted = JSON.stringify({ MessageId: messageId(number), Message: 'Accepted' });
		const refusal = refuses?.(request.body);
		(replies.get(number) ?? refusal ?? reply(200, accepted))(response, request, count);
	});
});
beforeEach(() => service.reset());
afterAll(async () => await bare.stop());

/** A service for all tests of a file, emptied before each. */
export const service = {
	replies,
	/** From now on, a request is answered in this way where its body gives cause to. */
	refuse(answer: (body: string) => Answer | undefined) {
		refuses = answer;
	},
	get url() {
		return bare.url;
	},
	/** What was sent, byte for byte. */
	get received() {
		return bare.arrived.map(({ body, headers, url }) => ({
			path: url,
			contentType: headers['content-type'] ?? '',
			text: body,
		}));
	},
	/** The bodies of the requests, read as JSON. */
	bodies: () => bare.arrived.map(({ body }) => JSON.parse(body) as unknown),
	reset() {
		bare.arrived.length = 0;
		replies.clear();
		refuses = undefined;
	},
};

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

/** @param options The node's options */
export function clientPublish(options: object = {}): INodeParameters {
	return {
		resource: 'client',
		operation: 'publish',
		listId: 'L1',
		listName: 'List',
		record: automatic,
		options: options as INodeParameters,
	};
}

export function clients(count: number, prefix = 'C') {
	return Array.from({ length: count }, (_, index) => ({
		Name: `${prefix}${index}`,
		Number: `${prefix}${index}`,
	}));
}

export interface Publish extends Settings {
	readonly options?: Readonly<Record<string, unknown>> & { readonly recordsPerRequest?: number };
	readonly parameters?: object;
}

/** Publishes a client for each input item; two in a request, unless `recordsPerRequest` is another number. */
export async function publish({ options, parameters, ...settings }: Publish): Promise<RunResult> {
	const { recordsPerRequest = 2, ...others } = options ?? {};
	const service = { maxRetries: 0, recordsPerRequest, ...settings.service };
	return await write({ ...clientPublish(others), ...parameters }, { ...settings, service });
}

/** The input items that some items are paired with. */
export function pairsOf(items: readonly INodeExecutionData[] = []): number[] {
	return items.flatMap(({ pairedItem }) =>
		[pairedItem].flat().map((pair) => (typeof pair === 'object' ? pair.item : Number(pair))),
	);
}
