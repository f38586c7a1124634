// The requests of a check: only reads, up to a maximum, each kept with what came of it.
import { encodeBody } from '../../wire';
import { readText } from '../../wire/encoding';
import { UntypedReader } from '../../wire/untyped';
import { readRequest } from '../reads/readRequest';
import { ServiceError } from '../failures/serviceError';
import type { HttpRequest, HttpResponse } from '../transport/http';
import { NotSentError } from '../transport/networkErrors';
import { send } from '../transport/send';
import type { ServiceClient } from '../transport/serviceClient';
import { readerOf, type ServiceRequest, type ServiceResponse } from '../transport/serviceRequest';
import { isTransient, isUnreachable, type Outcome, type Probe, type SentProbe } from './outcome';
import { listPage, recordsIn, withLists } from './records';

/** How often a failed request is sent again: retries count as requests. */
const MAX_RETRIES = 1;
/** A larger response is not read: it would take too much of n8n's memory. */
const MAX_BYTES = 40_000_000;
/** The check stops after this many requests in a row without a usable response. */
const MAX_CONSECUTIVE_FAILURES = 3;
const LIMIT_REACHED = 'the limit of requests was reached';
const NO_ANSWER = 'the service did not answer any more';
/** The status of a service that cannot write the format that was asked for. */
const NOT_ACCEPTABLE = 406;
/** How ASP.NET Web API writes an error; gateways and other applications write it otherwise. */
const FRAMEWORK_ERROR =
	/^\s*(?:\{\s*"Message"\s*:\s*"[^"]|(?:<\?[^>]*>\s*)?<Error[^>]*>\s*<Message>)/;

function requestOf({ endpoint, query = {}, ids, accept }: SentProbe): ServiceRequest {
	const reader = (contentType?: string) =>
		new UntypedReader({ contentType, maxBytes: MAX_BYTES, longNumbers: 'exact' });
	const request = { ...readRequest(endpoint, query, accept), reader };
	if (!ids || !endpoint.body) return request;
	const body = encodeBody(endpoint.body, ids, 'json');
	if (!body.ok) throw new Error(body.problem);
	return { ...request, body: body.value };
}

/** The outcome of a request that succeeded. */
function outcomeOf(probe: SentProbe, response: ServiceResponse): Outcome {
	const { status } = response;
	const reader = readerOf(response, UntypedReader);
	const text = Buffer.from(reader.received).toString('latin1').trim();
	if (status === 204 || text === '') return { probe, status, kind: 'empty' };
	const decoded = reader.end();
	const { format, root } = reader;
	const received = { probe, status, format };
	if (!decoded.ok) {
		if (decoded.isTooLarge) return { ...received, kind: 'tooLarge' };
		const isWebPage = format === undefined && text.startsWith('<');
		return { ...received, kind: isWebPage ? 'webPage' : 'unreadable' };
	}
	const value =
		format === 'xml' ? withLists(probe.endpoint, root.name, decoded.value) : decoded.value;
	return { ...received, kind: 'data', value };
}

/** The code of a broken connection; what a library said instead may name an address. */
function plainCode(code: string): string {
	return /^(?:connect )?[A-Z][A-Z\d_]*$/.test(code) ? code : 'broken';
}

/** Sends the probes of a check to one service, and stops where more of them would do harm or tell nothing. */
export class Prober {
	readonly outcomes: Outcome[] = [];
	/** How many requests were sent, retries and redirects among them. */
	requestCount = 0;
	/** Why nothing more is asked: the end of a sentence. */
	stopped: string | undefined;
	/** The format that is asked for. */
	private accept: 'json' | 'xml' = 'json';
	/** The body of the latest error: how it is written tells whether the service wrote it. */
	private errorPieces: Uint8Array[] = [];
	private readonly countedClient: ServiceClient;

	constructor(
		private readonly client: ServiceClient,
		private readonly maxRequests: number,
	) {
		const maxRetries = Math.min(client.settings.maxRetries, MAX_RETRIES);
		this.countedClient = {
			...client,
			settings: { ...client.settings, maxRetries },
			sendHttp: async (request) => await this.sendCounted(request),
		};
	}

	/** How many more requests may be sent. */
	get left(): number {
		return this.stopped ? 0 : this.maxRequests - this.requestCount;
	}

	/** The first response with a record, a page or a list of the service. */
	get found(): Outcome | undefined {
		return this.outcomes.find(({ records }) => records);
	}

	/**
	 * Asks for something; from now on in XML, if the service refuses to write JSON.
	 *
	 * @returns undefined where nothing may be sent any more
	 * @throws ServiceError where the execution was stopped, or n8n does not send requests to the service
	 */
	async ask(probe: Probe): Promise<Outcome | undefined> {
		if (this.left <= 0) {
			this.stopped ??= LIMIT_REACHED;
			return undefined;
		}
		const accept = probe.accept ?? this.accept;
		const response = await this.responseTo({ ...probe, accept });
		if (!response) return undefined;
		const outcome = { ...response, records: recordsIn(response), page: listPage(response) };
		this.outcomes.push(outcome);
		this.stopped ??= this.reasonToStop();
		if (outcome.status !== NOT_ACCEPTABLE || probe.accept || accept === 'xml') return outcome;
		this.accept = 'xml';
		return await this.ask(probe);
	}

	/** Whether an error is the answer to what was asked: the service answered other requests after it. */
	isAnswer(outcome: Outcome): boolean {
		if (outcome.kind !== 'status' || isTransient(outcome)) return false;
		const later = this.outcomes.slice(this.outcomes.indexOf(outcome) + 1);
		return later.some(({ kind }) => kind === 'data');
	}

	private async sendCounted(request: HttpRequest): Promise<HttpResponse> {
		if (this.left <= 0) {
			this.stopped = LIMIT_REACHED;
			throw new NotSentError(`the check may send ${this.maxRequests} requests`);
		}
		this.requestCount++;
		const response = await this.client.sendHttp(request);
		const pieces: Uint8Array[] = [];
		this.errorPieces = pieces;
		if (response.status < 400) return response;
		const body: HttpResponse['body'] = async (take) =>
			await response.body((piece) => {
				pieces.push(Buffer.from(piece));
				take(piece);
			});
		return { ...response, body };
	}

	/** @returns undefined where the limit was reached before the service answered */
	private async responseTo(probe: SentProbe): Promise<Outcome | undefined> {
		const start = this.requestCount;
		try {
			return outcomeOf(probe, await send(this.countedClient, requestOf(probe)));
		} catch (error) {
			const failure = error instanceof ServiceError ? error.failure : undefined;
			switch (failure?.kind) {
				case 'status': {
					const isOwnError = FRAMEWORK_ERROR.test(readText(Buffer.concat(this.errorPieces)));
					return { probe, kind: 'status', status: failure.status, isOwnError };
				}
				case 'redirect':
					return { probe, kind: 'redirect', status: failure.status };
				case 'connection':
					return { probe, kind: 'noResponse', code: plainCode(failure.code) };
				case 'timeout':
					return { probe, kind: 'noResponse', code: 'timeout' };
				case 'input':
					if (this.stopped) return undefined;
					// Where n8n does not send it, it sends no other request either.
					if (this.requestCount === start + 1) throw error;
					return { probe, kind: 'noResponse', code: 'not sent' };
				default:
					throw error;
			}
		}
	}

	/** Why nothing more is asked after the latest outcomes: a service may lock a credential that it refused often. */
	private reasonToStop(): string | undefined {
		const latest = this.outcomes.slice(-MAX_CONSECUTIVE_FAILURES);
		if (!this.found && latest.some(isUnreachable)) return NO_ANSWER;
		if (latest.length < MAX_CONSECUTIVE_FAILURES) return undefined;
		if (latest.every(isTransient)) return NO_ANSWER;
		if (latest.every(({ status }) => status === 401))
			return 'the credential was refused several times in a row';
		const paths = new Set(latest.map(({ probe }) => probe.endpoint.path));
		if (latest.every(({ status }) => status === 403) && paths.size === latest.length)
			return 'three paths in a row responded with status 403';
		return undefined;
	}
}
