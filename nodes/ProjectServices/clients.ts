// Clients by their ids: gathered over all input items, duplicates asked once, each answer paired with who asked.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../api/endpoint';
import { encodeBody } from '../../wire';
import { fetchAnswer } from './answers';
import { errorItem, nodeError, parameterError } from './errors';
import { fanOut } from './fanOut';
import { countUnsplit, divide, type Division, shapeRow } from './items';
import { listOf, optionsOf } from './parameters';
import { progress, remark, remarkRetries, remarkUnsplit, type Run } from './run';
import { requestFormat, responseFormat, shapingOf, wholeNumber } from './settings';
import type { ServiceRequest } from './exchange';

type ClientRun = Run<ReadEndpoint>;

interface Asked {
	/** The id as it was first given. */
	readonly id: string;
	readonly items: Set<number>;
}

interface Wishes {
	/** Ids in the order in which they were first asked for; the keys ignore case, since ids are GUIDs. */
	readonly asked: Map<string, Asked>;
	readonly failed: Map<number, unknown>;
}

function keyOf(id: unknown): string {
	return String(id ?? '').toLowerCase();
}

function isRecord(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}

function addWishes(
	{ context, node, parameters }: ClientRun,
	itemIndex: number,
	{ asked, failed }: Wishes,
): void {
	const given = parameters('clientIds', itemIndex, '');
	const isText = !(Array.isArray(given) ? given : [given]).some(isRecord);
	const ids = isText ? listOf(given) : [];
	if (ids.length === 0) {
		const problem = parameterError(
			node,
			isText ? 'Client IDs is empty' : 'Client IDs holds something that is no text',
			itemIndex,
			isText
				? 'Enter one or more IDs, parted by commas, or map them from the input item.'
				: 'Map the ID itself, or an array of IDs, not a whole record.',
		);
		if (!context.continueOnFail()) throw problem;
		failed.set(itemIndex, problem);
	}
	for (const id of ids) {
		const known = asked.get(keyOf(id)) ?? { id, items: new Set<number>() };
		known.items.add(itemIndex);
		asked.set(keyOf(id), known);
	}
}

function requestFor(
	{ endpoint, node, parameters }: ClientRun,
	ids: readonly string[],
): ServiceRequest {
	const options = optionsOf(parameters, 0);
	const body = encodeBody(
		endpoint.body ?? endpoint.answer,
		ids,
		requestFormat(node, endpoint, options),
	);
	if (!body.ok) throw parameterError(node, `The client IDs cannot be sent: ${body.problem}`);
	const { text, contentType } = body;
	return {
		method: endpoint.method,
		path: endpoint.path,
		body: { text, contentType },
		accept: responseFormat(node, options),
		write: false,
	};
}

function batchesOf<T>(values: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
		values.slice(index * size, (index + 1) * size),
	);
}

interface Found {
	readonly client: IDataObject;
	readonly items: ReadonlySet<number>;
}

async function readBatch(
	run: ClientRun,
	batch: readonly Asked[],
	{ failed }: Wishes,
	{ projection }: Division,
): Promise<Found[]> {
	const everybody = new Set(batch.flatMap(({ items }) => [...items]));
	const [first = 0] = everybody;
	const request = requestFor(
		run,
		batch.map(({ id }) => id),
	);
	const outcome = await fetchAnswer(run, request, first, projection).then(
		(clients) => ({ clients: clients as IDataObject[] }),
		(error: unknown) => ({ error }),
	);
	if ('clients' in outcome) {
		const byId = new Map(batch.map((asked) => [keyOf(asked.id), asked]));
		return outcome.clients.map((client) => ({
			client,
			items: byId.get(keyOf(client.Id))?.items ?? everybody,
		}));
	}
	if (!run.context.continueOnFail()) throw nodeError(run.node, outcome.error, first);
	for (const item of everybody) failed.set(item, outcome.error);
	return [];
}

function reportMissing(run: ClientRun, { asked, failed }: Wishes, found: readonly Found[]): void {
	const answered = new Set(found.map(({ client }) => keyOf(client.Id)));
	const missing = [...asked].filter(
		([key, { items }]) => !answered.has(key) && ![...items].some((item) => failed.has(item)),
	);
	if (missing.length === 0) return;
	const shown = missing
		.slice(0, 10)
		.map(([, { id }]) => id)
		.join(', ');
	remark(
		run,
		`${missing.length} of ${asked.size} client IDs were not found: ${shown}${missing.length > 10 ? ', ...' : ''}`,
	);
}

/** Carries out client/getAll for all input items. */
export async function readClients(run: ClientRun): Promise<INodeExecutionData[]> {
	const { endpoint, itemCount, node, parameters } = run;
	const wishes: Wishes = { asked: new Map(), failed: new Map() };
	for (let item = 0; item < itemCount; item++) addWishes(run, item, wishes);
	const division = divide(shapingOf(node, endpoint, parameters, 0), 'Id');
	const batches = batchesOf(
		[...wishes.asked.values()],
		endpoint.idsPerRequest ?? wishes.asked.size,
	);
	const concurrency = wholeNumber(node, 'concurrency', optionsOf(parameters, 0).concurrency);
	const results = await fanOut(batches.length, concurrency, async (index) => {
		const found = await readBatch(run, batches[index] ?? [], wishes, division);
		progress(run, `request ${index + 1} of ${batches.length} for clients`);
		return found;
	});
	const found = results.flat();
	reportMissing(run, wishes, found);
	remarkRetries(run);
	const items: INodeExecutionData[] = [];
	for (const { client, items: askers } of found) {
		const pairedItem = [...askers]
			.filter((item) => !wishes.failed.has(item))
			.map((item) => ({ item }));
		if (pairedItem.length === 0) continue;
		run.tally.unsplit += countUnsplit([client], division.rest);
		for (const json of shapeRow(client, division.rest)) items.push({ json, pairedItem });
	}
	for (const [item, error] of wishes.failed) items.push(errorItem(error, item));
	remarkUnsplit(run);
	return items;
}
