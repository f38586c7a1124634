// One read of a check, and what came of it: a list of the service, an error in its own form, or anything else.
import { type ReadEndpoint, rowSchema } from '../../api/endpoint';
import { isRecord } from '../../api/schema/types';
import { readText } from '../../wire/encoding';
import { counted, type RecordValue } from '../../wire/result';
import { documentedField, plainName } from '../../wire/spelling';
import { UntypedReader } from '../../wire/untyped';
import { saysThatItFailed } from '../../wire/saidFailure';
import { ServiceError } from '../failures/serviceError';
import { type QueryValues, readRequest } from '../reads/readRequest';
import type { HttpResponse } from '../transport/http';
import { send } from '../transport/send';
import type { ServiceClient } from '../transport/serviceClient';
import { readerOf } from '../transport/serviceRequest';
import { comparableId, idText } from '../values/ids';
import { pushTo } from '../values/pushTo';

export type Format = 'json' | 'xml';

/** What was asked for: a page of a list, in a format. */
export interface Probe {
	readonly endpoint: ReadEndpoint;
	/** The ID of the list and what else its query has, beside the page. */
	readonly values: QueryValues;
	readonly page: number;
	readonly size: number;
	readonly accept: Format;
}

export interface Outcome {
	readonly probe: Probe;
	/** The rows, where a list of the service came or the record that has it. */
	readonly rows?: readonly RecordValue[];
	/** The format in which a success came. */
	readonly format?: Format;
	readonly status?: number;
	/** Whether an error is written as the framework of the service writes it. */
	readonly isOwnError?: boolean;
	/** Why no response came: the code of the network error, or "timeout". */
	readonly code?: string;
}

/** How ASP.NET Web API writes an error; gateways and other applications write it otherwise. */
const OWN_ERROR = /^\s*(?:\{\s*"Message"\s*:\s*"[^"]|(?:<\?[^>]*>\s*)?<Error[^>]*>\s*<Message>)/;
const MAX_HEAD_BYTES = 1000;
/** A larger response is not looked at: it would take too much of n8n's memory. */
const MAX_BYTES = 40_000_000;

/** The value of a field in any spelling; undefined for an absent one. */
function member(record: RecordValue, name: string): unknown {
	return Object.entries(record).find(([own]) => plainName(own) === plainName(name))?.[1];
}

/** The rows in a response that is a page of this list; undefined for anything else. */
function rowsIn({ endpoint, values }: Probe, value: unknown): readonly RecordValue[] | undefined {
	const { idParameter = '', paging, response, rows: name = '' } = endpoint;
	if (!isRecord(value) || saysThatItFailed(value)) return undefined;
	const list = member(value, name);
	const wrapped = isRecord(list) ? Object.values(list).flat() : list;
	if (Array.isArray(wrapped)) {
		const rows = wrapped.filter(isRecord);
		const isOwn = (row: RecordValue) =>
			Object.keys(row).some((own) => documentedField(rowSchema(endpoint), own));
		return rows.every(isOwn) ? rows : undefined;
	}
	// A page without rows may lack the list: then its names and its ID tell it from another application.
	const isDocumented = Object.keys(value).every((own) => documentedField(response, own));
	const id = idText(member(value, idParameter));
	const isAsked = id !== '' && comparableId(id) === comparableId(idText(values[idParameter]));
	const hasTotal = member(value, paging?.total ?? '') !== undefined;
	return isAsked || (isDocumented && (hasTotal || list !== undefined)) ? [] : undefined;
}

/** The code of a broken connection; what a library said instead may name an address. */
function plainCode(code: string): string {
	return /^(?:connect )?[A-Z][A-Z\d_]*$/.test(code) ? code : 'broken';
}

/** The beginning of the latest response that is an error. */
function withErrorHead(client: ServiceClient) {
	let head: Uint8Array[] = [];
	const sendHttp: ServiceClient['sendHttp'] = async (request) => {
		const response = await client.sendHttp(request);
		head = [];
		const body: HttpResponse['body'] = async (take) =>
			await response.body((piece) => {
				if (response.status >= 400 && head.length < MAX_HEAD_BYTES) head.push(Buffer.from(piece));
				take(piece);
			});
		return { ...response, body };
	};
	return { client: { ...client, sendHttp }, errorHead: () => readText(Buffer.concat(head)) };
}

/**
 * Sends a read.
 *
 * @throws ServiceError where the execution was stopped, or n8n sends nothing to the service
 */
export async function ask(client: ServiceClient, probe: Probe): Promise<Outcome> {
	const { accept, endpoint, page, size, values } = probe;
	const { paging } = endpoint;
	const query = { ...values, ...(paging && { [paging.number]: page, [paging.size]: size }) };
	const reader = (contentType?: string) => new UntypedReader({ contentType, maxBytes: MAX_BYTES });
	const watched = withErrorHead(client);
	try {
		const response = await send(watched.client, {
			...readRequest(endpoint, query, accept),
			reader,
		});
		const { status } = response;
		const untyped = readerOf(response, UntypedReader);
		const decoded = untyped.end();
		if (!decoded.ok) return { probe, status };
		return { probe, status, format: untyped.format, rows: rowsIn(probe, decoded.value) };
	} catch (error) {
		const failure = error instanceof ServiceError ? error.failure : undefined;
		switch (failure?.kind) {
			case 'status':
				return {
					probe,
					status: failure.status,
					isOwnError: OWN_ERROR.test(watched.errorHead()),
				};
			case 'redirect':
				return { probe, status: failure.status };
			case 'response':
				return { probe };
			case 'connection':
				return { probe, code: plainCode(failure.code) };
			case 'timeout':
				return { probe, code: 'timeout' };
			default:
				throw error;
		}
	}
}

/** What came, without a value: "50 rows". */
function factsOf({ code, format, probe, rows, status = 0 }: Outcome): string {
	if (code !== undefined) return `no response (${code})`;
	const inOther = format === probe.accept ? '' : ` in ${format?.toUpperCase()}`;
	if (rows) return `${counted(rows.length, 'row')}${inOther}`;
	return status < 300 ? 'no list of the service' : `status ${status}`;
}

/** A sentence for each list, without IDs: "COProjects: page 1 (JSON), page 1 (XML) 50 rows; page 2 (JSON) 25 rows". */
export function evidenceOf(outcomes: readonly Outcome[]): string {
	const lists = new Map<string, Map<string, string[]>>();
	for (const outcome of outcomes) {
		const { accept, endpoint, page } = outcome.probe;
		const list = lists.get(endpoint.path) ?? new Map<string, string[]>();
		pushTo(list, factsOf(outcome), `page ${page} (${accept.toUpperCase()})`);
		lists.set(endpoint.path, list);
	}
	const sentences = [...lists].map(([path, list]) => {
		const facts = [...list].map(([came, pages]) => `${pages.join(', ')} ${came}`);
		return `${path.split('/').at(-1)}: ${facts.join('; ')}`;
	});
	return sentences.length === 0 ? 'Not asked' : sentences.join('. ');
}
