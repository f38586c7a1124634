// The requests of a check: only reads, up to a maximum, each kept with what came of it.
import { encodeBody } from '../../wire';
import { readText } from '../../wire/encoding';
import { UntypedReader } from '../../wire/untyped';
import { readRequest } from '../reads/readRequest';
import { ServiceError } from '../serviceError';
import { NotSentError } from '../transport/networkErrors';
import { send } from '../transport/send';
import type { ServiceClient } from '../transport/serviceClient';
import type { ServiceRequest } from '../transport/serviceRequest';
import { isTransient, isUnreachable, type Outcome, type Probe, type Response } from './outcome';
import { listPage, recordsIn, withLists } from './records';

/** How often a failed request is sent again: retries count as requests. */
const MAX_RETRIES = 1;
/** A larger response is not read: it would take too much of n8n's memory. */
const MAX_BYTES = 40_000_000;
/** The check stops after this many requests in a row without a usable response. */
const MAX_CONSECUTIVE_FAILURES = 3;
const LIMIT_REACHED = 'the limit of requests was reached';
/** The status of a service that cannot write the format that was asked for. */
const NOT_ACCEPTABLE = 406;
/** How ASP.NET Web API writes an error; gateways and other applications write it otherwise. */
const FRAMEWORK_ERROR =
	/^\s*(?:\{\s*"Message"\s*:\s*"[^"]|(?:<\?[^>]*>\s*)?<Error[^>]*>\s*<Message>)/;

function requestOf({ endpoint, query = {}, ids, accept }: Response['probe']): ServiceRequest {
	const request = readRequest(endpoint, query, accept);
	if (!ids || !endpoint.body) return request;
	const body = encodeBody(endpoint.body, ids, 'json');
	if (!body.ok) throw new Error(body.problem);
	return { ...request, body: body.value };
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
	private readonly client: ServiceClient;

	constructor(
		client: ServiceClient,
		private readonly maxRequests: number,
	) {
		const { settings, sendHttp } = client;
		this.client = {
			...client,
			settings: { ...settings, maxRetries: Math.min(settings.maxRetries, MAX_RETRIES) },
			sendHttp: async (request) => {
				if (this.left <= 0) {
					this.stopped = LIMIT_REACHED;
					throw new NotSentError(`the check may send ${maxRequests} requests`);
				}
				this.requestCount++;
				const response = await sendHttp(request);
				const pieces: Uint8Array[] = (this.errorPieces = []);
				if (response.status < 400) return response;
				const body: typeof response.body = async (take) =>
					await response.body((piece) => {
						pieces.push(Buffer.from(piece));
						take(piece);
					});
				return { ...response, body };
			},
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
	async ask(asked: Probe): Promise<Outcome | undefined> {
		if (this.left <= 0) {
			this.stopped ??= LIMIT_REACHED;
			return undefined;
		}
		const accept = asked.accept ?? this.accept;
		const response = await this.responseTo({ ...asked, accept });
		if (!response) return undefined;
		const outcome = { ...response, records: recordsIn(response), page: listPage(response) };
		this.outcomes.push(outcome);
		this.stopIfUnresponsive();
		if (outcome.status !== NOT_ACCEPTABLE || asked.accept || accept === 'xml') return outcome;
		this.accept = 'xml';
		return await this.ask(asked);
	}

	/** Whether an error is the answer to what was asked: the service answered other requests after it. */
	isAnswer(outcome: Outcome): boolean {
		if (outcome.kind !== 'status' || isTransient(outcome)) return false;
		const later = this.outcomes.slice(this.outcomes.indexOf(outcome) + 1);
		return later.some(({ kind }) => kind === 'data');
	}

	/** @returns undefined where the limit was reached before the service answered */
	private async responseTo(probe: Response['probe']): Promise<Response | undefined> {
		const start = this.requestCount;
		let untyped: UntypedReader | undefined;
		const reader = (contentType?: string) =>
			(untyped = new UntypedReader({ contentType, maxBytes: MAX_BYTES, longNumbers: 'exact' }));
		try {
			const { status } = await send(this.client, { ...requestOf(probe), reader });
			return { probe, status, ...contentOf(untyped, status, probe) };
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			const { failure } = error;
			switch (failure.kind) {
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

	/** Stops where the service does not answer any more, or does not take the credential: it may lock it. */
	private stopIfUnresponsive(): void {
		const latest = this.outcomes.slice(-MAX_CONSECUTIVE_FAILURES);
		const areAll = (isSo: (outcome: Outcome) => boolean) =>
			latest.length === MAX_CONSECUTIVE_FAILURES && latest.every(isSo);
		const paths = new Set(latest.map(({ probe }) => probe.endpoint.path));
		if (areAll(isTransient) || (!this.found && latest.some(isUnreachable)))
			this.stopped ??= 'the service did not answer any more';
		if (areAll(({ status }) => status === 401))
			this.stopped ??= 'the credential was refused several times in a row';
		if (areAll(({ status }) => status === 403) && paths.size === latest.length)
			this.stopped ??= 'three paths in a row responded with status 403';
	}
}

/** The code of a broken connection; what a library said instead may name an address. */
function plainCode(code: string): string {
	return /^(?:connect )?[A-Z][A-Z\d_]*$/.test(code) ? code : 'broken';
}

function contentOf(
	reader: UntypedReader | undefined,
	status: number,
	{ endpoint }: Probe,
): Omit<Response, 'probe'> {
	const text = reader ? Buffer.from(reader.received).toString('latin1').trim() : '';
	if (!reader || status === 204 || text === '') return { kind: 'empty' };
	const decoded = reader.end();
	const { format, root } = reader;
	if (!decoded.ok) {
		if (decoded.isTooLarge) return { format, kind: 'tooLarge' };
		const isPage = format === undefined && text.startsWith('<');
		return { format, kind: isPage ? 'webPage' : 'unreadable' };
	}
	const value = format === 'xml' ? withLists(endpoint, root.name, decoded.value) : decoded.value;
	return { format, kind: 'data', value };
}
