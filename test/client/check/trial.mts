// A check of one personality, without sockets: what it answered, and what was sent for it.
import { check, checkFile, type CheckResult } from '../../../client/check/check';
import type { IdsToTry } from '../../../client/check/idsToTry';
import type { RecordSchema, Schema } from '../../../api/schema/types';
import type { ServiceSettings } from '../../../client/serviceSettings';
import type { HttpRequest } from '../../../client/transport/http';
import { ConnectionError } from '../../../client/transport/networkErrors';
import { newPersonality, type Personality } from '../../sandbox/personality.mjs';
import type { ServiceRequest } from '../../sandbox/responses/messages';
import { defaults, type Service } from '../../sandbox/service.mjs';
import { newState, sampleClientIds, sampleIds } from '../../sandbox/state';
import { clientOf, fakeClock, response } from '../fakes';

export const SECRET = 'k3y-0f-th3-t3st-S3cr3t';

export function idsOf(seed: number): IdsToTry {
	return {
		productCatalogId: sampleIds.catalog,
		projectId: sampleIds.projectWithThreeTasks,
		taskId: sampleIds.task,
		purchaseOrderId: sampleIds.purchaseOrder,
		serviceOrderId: sampleIds.serviceOrder,
		servicePlanId: sampleIds.servicePlan,
		timeSheetId: sampleIds.timeSheet,
		clientIds: sampleClientIds(seed, 3),
	};
}

export interface Trial {
	readonly result: CheckResult;
	readonly answers: Readonly<Record<string, string>>;
	readonly requests: readonly HttpRequest[];
	readonly writes: number;
	readonly service: Service;
	readonly written: ReturnType<typeof newPersonality>['written'];
	/** Of these, what was asked for by no ID but those that were entered. */
	readonly own: ReturnType<typeof newPersonality>['written'];
	readonly file: string;
}

function serviceRequest({ url, method, headers, body = '' }: HttpRequest): ServiceRequest {
	const { pathname, search, searchParams } = new URL(url);
	return {
		method,
		path: pathname.replace('/exchange', ''),
		pairs: [...searchParams],
		target: `${pathname}${search}`,
		headers,
		rawBody: Buffer.from(body),
	};
}

/** Whether a request has an ID that nobody entered, or lacks one. */
function isProbe({ path, pairs, rawBody }: ServiceRequest, ids: IdsToTry): boolean {
	const entered = new Set(Object.values(ids).flat());
	const asked = pairs.filter(([name]) => /^(?:id|projectId)$/.test(name)).map(([, id]) => id);
	const sent = rawBody.length === 0 ? asked : (JSON.parse(rawBody.toString()) as string[]);
	return sent.some((id) => !entered.has(id)) || (sent.length === 0 && !path.includes('COProjects'));
}

/** Checks a service with these habits. */
export async function tryOut(
	personality: Personality,
	{
		ids,
		maxRequests = 20,
		settings,
	}: {
		readonly ids?: IdsToTry;
		readonly maxRequests?: number;
		readonly settings?: Partial<ServiceSettings>;
	} = {},
): Promise<Trial> {
	const options = { ...defaults, products: 60, ...personality.sandbox };
	const service = { options, state: newState(options.seed, options.products) };
	const habits = newPersonality(personality);
	const requests: HttpRequest[] = [];
	const own: (typeof habits)['written'] = [];
	const entered = ids ?? idsOf(options.seed);
	const { credential } = personality.habits;
	const clock = fakeClock();
	// A different number each time, as a real clock gives.
	let turn = 0;
	const random = () => ((turn = (turn + 1) % 97), turn / 97);
	const client = clientOf(
		{
			sendHttp: async (request) => {
				requests.push(request);
				const key = credential ? { [credential.header]: credential.value } : {};
				await clock.sleep(20);
				const asked = serviceRequest({ ...request, headers: { ...request.headers, ...key } });
				const start = habits.written.length;
				const outcome = answerOf(habits, service, asked);
				if (!isProbe(asked, entered)) own.push(...habits.written.slice(start));
				if (!outcome) throw new ConnectionError('ECONNRESET');
				const { status, headers, body } = outcome;
				return {
					...response(status, '', headers),
					body: async (take) => take(await Promise.resolve(body)),
				};
			},
		},
		{ clock: { ...clock, random }, secrets: [SECRET], settings },
	);
	const result = await check(client, {
		ids: entered,
		maxRequests,
		hasCredential: credential !== undefined,
	});
	const answers = Object.fromEntries(result.answers.map(({ id, answer }) => [id, answer]));
	const { written, writes } = habits;
	return { result, answers, requests, writes, service, written, own, file: checkFile(result) };
}

function answerOf(
	habits: ReturnType<typeof newPersonality>,
	service: Service,
	asked: ServiceRequest,
) {
	try {
		return habits.respond(service, asked).response;
	} catch {
		return undefined;
	}
}

/** Names separated by commas, in one order. */
export function namesApart(text: string): string {
	return text.split(', ').sort().join(', ');
}

type Visit = (schema: RecordSchema, record: Readonly<Record<string, unknown>>) => void;

/** Visits all records of what was sent. */
function visit(
	{ schema, value }: { readonly schema: Schema; readonly value: unknown },
	look: Visit,
): void {
	if (schema.kind === 'list' && Array.isArray(value))
		for (const each of value) visit({ schema: schema.item, value: each }, look);
	if (schema.kind !== 'record' || typeof value !== 'object' || value === null) return;
	const record = value as Readonly<Record<string, unknown>>;
	look(schema, record);
	for (const field of schema.fields)
		visit({ schema: field.schema, value: record[field.name] }, look);
}

/** Documented fields that no record of their type had, by what was sent. */
export function neverSeenIn(written: Trial['written']): string {
	const documented = new Set<string>();
	const came = new Set<string>();
	const look: Visit = ({ name, fields }, record) => {
		for (const field of fields) documented.add(`${name}.${field.name}`);
		for (const field of Object.keys(record)) came.add(`${name}.${field}`);
	};
	for (const each of written) visit(each, look);
	return [...documented].filter((name) => !came.has(name)).join(', ') || 'none';
}

/** The newest date of a change, by what was sent. */
export function newestIn(written: Trial['written']): string {
	const dates: string[] = [];
	const look: Visit = (_, { UpdatedOn, PublishedOn }) => {
		for (const date of [UpdatedOn, PublishedOn])
			if (typeof date === 'string' && !date.startsWith('0001')) dates.push(date);
	};
	for (const each of written) visit(each, look);
	// All are in UTC, so that the texts sort in time.
	return dates.sort((a, b) => (a.slice(0, 27) < b.slice(0, 27) ? -1 : 1)).at(-1) ?? 'unknown';
}

/** The texts and long numbers of all records that were sent; short words may be in any text. */
export function valuesIn(written: Trial['written']): string[] {
	const values = new Set<string>();
	const look: Visit = (_, record) => {
		for (const value of Object.values(record)) {
			const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
			if (text.length >= 6 && /[\d @.]/.test(text)) values.add(text);
		}
	};
	for (const each of written) visit(each, look);
	return [...values];
}
