// The requests of a check: only reads, up to a maximum, each kept with its response.
import type { ReadEndpoint } from '../../api/endpoint';
import { encodeBody } from '../../wire';
import { UntypedReader } from '../../wire/untyped';
import { readRequest } from '../reads/readRequest';
import { ServiceError } from '../serviceError';
import { NotSentError } from '../transport/networkErrors';
import { send } from '../transport/send';
import type { ServiceClient } from '../transport/serviceClient';
import type { ServiceRequest } from '../transport/serviceRequest';
import { MAX_RETRIES } from './idsToTry';
import { isPassingStatus, type Response } from './responses';

/** A value that is asked for, and the name that stands for it in evidence: IDs are never shown. */
export interface HiddenValue {
	readonly value: string;
	readonly shown: string;
}

/** What is asked. Endpoints that write are none of these, so that a check cannot write. */
export interface Question {
	readonly endpoint: ReadEndpoint;
	readonly query?: Readonly<Record<string, HiddenValue | number | boolean>>;
	/** The body of the one read that is a POST. */
	readonly ids?: readonly HiddenValue[];
	/** The usual format, if left out. */
	readonly accept?: 'json' | 'xml';
	/** Whether an error of the service is a likely answer: then it is asked for twice at most. */
	readonly mayFail?: boolean;
	/** Whether nothing that comes is looked at as a record: what was asked for may not exist. */
	readonly isProbe?: boolean;
}

/** A larger response is not read: it would take too much of n8n's memory. */
const MAX_BYTES = 40_000_000;
/** The check stops after this many requests in a row without a response. */
const HOPELESS = 3;
/** After this many errors that a second request confirmed, errors are believed at once. */
const BELIEVED = 2;
/** How long to wait before a request that failed for a while is sent again, where the service does not say. */
const PAUSE_MS = 500;

function hidden(value: HiddenValue | number | boolean): HiddenValue {
	return typeof value === 'object' ? value : { value: String(value), shown: String(value) };
}

interface Asked {
	readonly accept: 'json' | 'xml';
}

/** A list of IDs as it is shown: how many. */
function shownIds(ids: readonly HiddenValue[]): string {
	return ids.length === 0 ? '' : ` with ${[...new Set(ids.map(({ shown }) => shown))].join(', ')}`;
}

function requestOf({ endpoint, query = {}, ids, accept }: Question & Asked): ServiceRequest {
	const values = Object.fromEntries(
		Object.entries(query).map(([name, value]) => [name, hidden(value).value]),
	);
	const request = readRequest(endpoint, values, accept);
	if (!ids || !endpoint.body) return request;
	const body = encodeBody(
		endpoint.body,
		ids.map(({ value }) => value),
		'json',
	);
	if (!body.ok) throw new Error(body.problem);
	return { ...request, body: body.value };
}

function askedOf({
	endpoint: { method, path },
	query = {},
	ids = [],
	accept,
}: Question & Asked): string {
	const pairs = Object.entries(query).map(([name, value]) => `${name}=${hidden(value).shown}`);
	const format = accept === 'xml' ? ' (Accept: application/xml)' : '';
	return `${method} ${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}${shownIds(ids)}${format}`;
}

interface Sent {
	readonly milliseconds: number;
	readonly status?: number;
}

/** Asks questions of one service. */
export class Asker {
	readonly responses: Response[] = [];
	/** Every request that went out, retries and redirects among them. */
	readonly sent: Sent[] = [];
	/** Whether the service failed (status 5xx) and then answered the same request: its errors say nothing. */
	isUnsteady = false;
	/** Why nothing more is asked. */
	stopped: 'limit' | 'noAnswer' | 'credential' | undefined;
	/** The format that is asked for. */
	accept: 'json' | 'xml' = 'json';
	private steadyErrors = 0;
	/** Whether a request that succeeded before was sent again to see whether the service still answers. */
	private isProven = false;
	private readonly client: ServiceClient;
	private readonly answered = new Map<string, Response>();
	private readonly questions: Question[] = [];

	/** @param look Sees each response once, and gives what is kept of it */
	constructor(
		client: ServiceClient,
		private readonly maxRequests: number,
		private readonly look: (response: Response, isProbe: boolean) => Response,
	) {
		const { clock } = client;
		this.client = {
			...client,
			settings: {
				...client.settings,
				maxRetries: Math.min(client.settings.maxRetries, MAX_RETRIES),
			},
			sendHttp: async (request) => {
				if (this.sent.length >= maxRequests) {
					this.stopped = 'limit';
					throw new NotSentError(`the check may send ${maxRequests} requests`);
				}
				const start = clock.now();
				const place = this.sent.push({ milliseconds: 0 }) - 1;
				const response = await client.sendHttp(request);
				const note = () =>
					(this.sent[place] = { milliseconds: clock.now() - start, status: response.status });
				note();
				const body: typeof response.body = async (take) => {
					await response.body(take);
					note();
				};
				return { ...response, body };
			},
		};
	}

	/** How many more requests may be sent. */
	get left(): number {
		return this.stopped ? 0 : this.maxRequests - this.sent.length;
	}

	/**
	 * Asks; the same question again gives the response that came, unless it is to be asked again.
	 *
	 * @returns undefined where nothing may be sent any more
	 * @throws ServiceError of the kind `cancelled`
	 */
	async ask(asked: Question, isAgain = false): Promise<Response | undefined> {
		const question = { accept: this.accept, ...asked };
		// Two values may be shown by one name.
		const { path, query, body } = requestOf(question);
		const key = JSON.stringify([path, query, body, question.accept]);
		const known = isAgain ? undefined : this.answered.get(key);
		if (known) return known;
		if (this.left <= 0) {
			this.stopped ??= 'limit';
			return undefined;
		}
		const start = this.sent.length;
		const came = question.mayFail
			? await this.probe(question)
			: await this.attempt(question, this.client.settings.maxRetries);
		if (!came) return undefined;
		const response = this.look(
			{ ...came, attempts: this.sent.length - start },
			question.isProbe === true,
		);
		this.responses.push(response);
		this.answered.set(key, response);
		this.questions[response.number] = question;
		await this.judgeHope();
		return response;
	}

	/** Asks once more for what came, in the same format or in another one. */
	async repeat(
		{ number }: Response,
		changes: Pick<Question, 'accept' | 'mayFail'> = {},
	): Promise<Response | undefined> {
		return await this.ask({ ...this.questions[number], ...changes }, true);
	}

	/** A request whose likely answer is an error: it is sent again only where that may have been chance. */
	private async probe(question: Question & Asked): Promise<Response | undefined> {
		const first = await this.attempt(question, 0);
		if (!first) return undefined;
		const { came, status = 0 } = first;
		const isPassing = came === 'noResponse' || isPassingStatus(status);
		const isError = came === 'status' && status >= 500;
		if (!isPassing && !(isError && this.steadyErrors < BELIEVED)) return first;
		const { waitMs = PAUSE_MS } = first;
		if (waitMs > this.client.settings.longestWait * 60_000) return first;
		if (isPassing) await this.client.clock.sleep(waitMs, this.client.signal);
		const again = await this.attempt(question, isPassing ? this.client.settings.maxRetries - 1 : 0);
		if (isError && again?.status === status) this.steadyErrors++;
		else if (isError && again) this.isUnsteady = true;
		return again ?? first;
	}

	private async attempt(
		question: Question & Asked,
		maxRetries: number,
	): Promise<(Response & { readonly waitMs?: number }) | undefined> {
		const { endpoint, accept } = question;
		const start = this.sent.length;
		const known = {
			number: this.responses.length,
			endpoint,
			asked: askedOf(question),
			accept,
			rootTag: '',
			firstNames: [],
			bytes: 0,
			attempts: 1,
		};
		let reader: UntypedReader | undefined;
		try {
			const { status } = await send(
				{
					...this.client,
					settings: { ...this.client.settings, maxRetries: Math.max(0, maxRetries) },
				},
				{
					...requestOf(question),
					reader: (contentType) =>
						(reader = new UntypedReader({
							contentType,
							maxBytes: MAX_BYTES,
							longNumbers: 'exact',
						})),
				},
			);
			const failed = this.sent.slice(start, -1).some((each) => (each.status ?? 0) >= 500);
			if (failed) this.isUnsteady = true;
			return { ...known, status, ...contentOf(reader, status) };
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			const { failure } = error;
			switch (failure.kind) {
				case 'status':
					return { ...known, came: 'status', status: failure.status, waitMs: failure.retryAfterMs };
				case 'redirect':
					return { ...known, came: 'redirect', status: failure.status };
				case 'connection':
					return { ...known, came: 'noResponse', code: plainCode(failure.code) };
				case 'timeout':
					return { ...known, came: 'noResponse', code: 'timeout' };
				case 'input':
					return this.sent.length > start || this.stopped
						? undefined
						: { ...known, came: 'noResponse', code: 'not sent' };
				default:
					throw error;
			}
		}
	}

	/**
	 * Stops where the service does not answer any more, or does not take the credential: it may lock it. Errors that
	 * follow each other may be answers; a request that succeeded before tells.
	 */
	private async judgeHope(): Promise<void> {
		const latest = this.responses.slice(-HOPELESS);
		if (latest.length < HOPELESS) return;
		const isDead = ({ came, status = 0 }: Response) =>
			came === 'noResponse' || (came === 'status' && isPassingStatus(status));
		const isFailure = ({ came, status = 0 }: Response) => came === 'page' || status >= 500;
		if (latest.every(isDead)) this.stopped ??= 'noAnswer';
		if (latest.every(({ status }) => status === 401)) this.stopped ??= 'credential';
		if (this.stopped || this.isProven || !latest.every(isFailure)) return;
		this.isProven = true;
		const good = this.responses.find(({ came }) => came === 'data');
		if (good) await this.repeat(good);
		if (this.responses.at(-1)?.came !== 'data') this.stopped ??= 'noAnswer';
	}
}

/** The code of a broken connection; what a library said instead may name an address. */
function plainCode(code: string): string {
	return /^(?:connect )?[A-Z][A-Z\d_]*$/.test(code) ? code : 'broken';
}

type Content = Pick<Response, 'came' | 'format' | 'value' | 'rootTag' | 'bytes'>;

function contentOf(reader: UntypedReader | undefined, status: number): Content {
	const none = { rootTag: '', bytes: 0 };
	if (!reader || status === 204) return { ...none, came: 'nothing' };
	const text = Buffer.from(reader.received).toString('latin1').trim();
	if (text === '') return { ...none, came: 'nothing' };
	const decoded = reader.end();
	const { format, rootTag, length: bytes } = reader;
	const content = { format, rootTag, bytes };
	if (decoded.ok) return { ...content, came: 'data', value: decoded.value };
	if (decoded.isTooLarge) return { ...content, came: 'tooLarge' };
	return { ...content, came: format === undefined && text.startsWith('<') ? 'page' : 'unreadable' };
}
