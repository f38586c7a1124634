// The requests of a check: only reads, up to a maximum, each kept with what came of it.
import { encodeBody } from '../../wire';
import { readText } from '../../wire/response';
import { UntypedReader } from '../../wire/untyped';
import { readRequest } from '../reads/readRequest';
import { ServiceError } from '../serviceError';
import { NotSentError } from '../transport/networkErrors';
import { send } from '../transport/send';
import type { ServiceClient } from '../transport/serviceClient';
import type { ServiceRequest } from '../transport/serviceRequest';
import {
	type HiddenValue,
	isFrameworkError,
	isHopeless,
	isPassing,
	type Outcome,
	type Probe,
} from './outcome';
import { pageSummary, recordsIn, withoutRows } from './records';

/** A request is sent again this often at most: retries count as requests. */
const MAX_RETRIES = 2;
/** A larger response is not read: it would take too much of n8n's memory. */
const MAX_BYTES = 40_000_000;
/** How much of an error is looked at. */
const MAX_ERROR_BYTES = 64 * 1024;
/** The check stops after this many requests in a row without a usable response. */
const MAX_CONSECUTIVE_FAILURES = 3;
/** How long to wait before a request that failed for a moment is sent again, where the service does not say. */
const PAUSE_MS = 500;
const MINUTE_MS = 60_000;

type Format = 'json' | 'xml';
type Accepting = Probe & { readonly accept: Format };

function hidden(value: HiddenValue | number | boolean): HiddenValue {
	return typeof value === 'object' ? value : { value: String(value), shown: String(value) };
}

function requestOf({ endpoint, query = {}, ids, accept }: Accepting): ServiceRequest {
	const values = Object.fromEntries(
		Object.entries(query).map(([name, value]) => [name, hidden(value).value]),
	);
	const request = readRequest(endpoint, values, accept);
	if (!ids || !endpoint.body) return request;
	const list = ids.map(({ value }) => value);
	const body = encodeBody(endpoint.body, list, 'json');
	if (!body.ok) throw new Error(body.problem);
	return { ...request, body: body.value };
}

function askedText({ endpoint: { method, path }, query = {}, ids = [], accept }: Accepting) {
	const pairs = Object.entries(query).map(([name, value]) => `${name}=${hidden(value).shown}`);
	const names = [...new Set(ids.map(({ shown }) => shown))].join(', ');
	const format = accept === 'xml' ? ' (Accept: application/xml)' : '';
	return `${method} ${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}${names && ` with ${names}`}${format}`;
}

/** Sends the probes of a check to one service, and stops where more of them would do harm or tell nothing. */
export class Prober {
	readonly outcomes: Outcome[] = [];
	/** The status of every request that was sent, retries and redirects among them; undefined without a response. */
	readonly sent: Array<number | undefined> = [];
	/** Why nothing more is asked. */
	stopped: 'limit' | 'noAnswer' | 'credential' | 'forbidden' | undefined;
	/** The format that is asked for. */
	accept: Format = 'json';
	/** Whether the service failed (status 5xx) and then answered the same request: its errors say nothing. */
	private isUnsteady = false;
	/** Whether a second request gave the same error (status 5xx): later ones are not sent again. */
	private isErrorConfirmed = false;
	/** Whether a request that succeeded before was sent again to see whether the service still answers. */
	private isConfirmed = false;
	private errorBody = '';
	private readonly client: ServiceClient;
	private readonly known = new Map<string, Outcome>();

	/** @param look Sees what came of each probe, once */
	constructor(
		client: ServiceClient,
		private readonly maxRequests: number,
		private readonly look: (outcome: Outcome) => void,
	) {
		this.client = {
			...client,
			sendHttp: async (request) => {
				if (this.sent.length >= maxRequests) {
					this.stopped = 'limit';
					throw new NotSentError(`the check may send ${maxRequests} requests`);
				}
				const place = this.sent.push(undefined) - 1;
				this.errorBody = '';
				const response = await client.sendHttp(request);
				const { status, headers } = response;
				this.sent[place] = status;
				if (status < 400) return response;
				let start = Buffer.alloc(0);
				const body: typeof response.body = async (take) => {
					await response.body((piece) => {
						if (start.length < MAX_ERROR_BYTES) start = Buffer.concat([start, piece]);
						take(piece);
					});
					this.errorBody = readText(start, String(headers['content-type'] ?? ''));
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
	 * Asks; the same probe again gives what came of it, unless it is to be sent again.
	 *
	 * @returns undefined where nothing may be sent any more
	 * @throws ServiceError of the kind `cancelled`
	 */
	async ask(asked: Probe, isAgain = false): Promise<Outcome | undefined> {
		const probe = { ...asked, accept: asked.accept ?? this.accept };
		// Two values may be shown by one name.
		const { path, pathValues, query, body } = requestOf(probe);
		const key = JSON.stringify([path, pathValues, query, body, probe.accept]);
		const known = isAgain ? undefined : this.known.get(key);
		if (known) return known;
		if (this.left <= 0) {
			this.stopped ??= 'limit';
			return undefined;
		}
		const start = this.sent.length;
		const result = await (probe.mayFail ? this.askTwice(probe) : this.attempt(probe, MAX_RETRIES));
		if (!result) return undefined;
		const bare = { ...result.outcome, attempts: this.sent.length - start };
		const full = { ...bare, page: pageSummary(bare), isFound: recordsIn(bare) !== undefined };
		this.look(full);
		const outcome = full.page ? { ...full, value: withoutRows(full) } : full;
		this.outcomes.push(outcome);
		this.known.set(key, outcome);
		await this.stopIfUnresponsive();
		return outcome;
	}

	/** Sends a probe again, in the same format or in another one. */
	async repeat({ probe }: Outcome, changes: Partial<Probe> = {}): Promise<Outcome | undefined> {
		return await this.ask({ ...probe, ...changes }, true);
	}

	/** Whether an error is the answer to what was asked: the service answered other requests after it. */
	isAnswer(outcome: Outcome): boolean {
		const { kind, number, status = 0 } = outcome;
		if (kind !== 'status' || isPassing(outcome) || (status >= 500 && this.isUnsteady)) return false;
		return this.outcomes.slice(number + 1).some((later) => later.kind === 'data');
	}

	/** Sends what was found once more, so that errors after it are known to be answers. */
	async confirmStillAnswers(): Promise<void> {
		const found = this.outcomes.find(({ isFound }) => isFound);
		if (found && this.outcomes.at(-1)?.kind !== 'data') await this.repeat(found);
	}

	/** A request whose likely answer is an error: it is sent again only where that may have been chance. */
	private async askTwice(probe: Accepting) {
		const first = await this.attempt(probe, 0);
		if (!first) return undefined;
		const { status = 0 } = first.outcome;
		const isMoment = isPassing(first.outcome);
		const isError = status >= 500 && !isMoment;
		if (!isMoment && !(isError && !this.isErrorConfirmed)) return first;
		const { waitMs = PAUSE_MS } = first;
		if (waitMs > this.client.settings.longestWait * MINUTE_MS) return first;
		if (isMoment) await this.client.clock.sleep(waitMs, this.client.signal);
		const again = await this.attempt(probe, isMoment ? MAX_RETRIES - 1 : 0);
		if (isError && again?.outcome.status === status) this.isErrorConfirmed = true;
		else if (isError && again) this.isUnsteady = true;
		return again ?? first;
	}

	private async attempt(
		probe: Accepting,
		maxRetries: number,
	): Promise<{ readonly outcome: Outcome; readonly waitMs?: number } | undefined> {
		const start = this.sent.length;
		const { settings } = this.client;
		const known = {
			number: this.outcomes.length,
			probe,
			asked: askedText(probe),
			accept: probe.accept,
			isFound: false,
			rootTag: '',
			bytes: 0,
			attempts: 1,
		};
		let reader: UntypedReader | undefined;
		try {
			const { status } = await send(
				{
					...this.client,
					settings: { ...settings, maxRetries: Math.min(settings.maxRetries, maxRetries) },
				},
				{
					...requestOf(probe),
					reader: (contentType) =>
						(reader = new UntypedReader({
							contentType,
							maxBytes: MAX_BYTES,
							longNumbers: 'exact',
						})),
				},
			);
			if (this.sent.slice(start, -1).some((each = 0) => each >= 500)) this.isUnsteady = true;
			return { outcome: { ...known, status, ...contentOf(reader, status) } };
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			const { failure } = error;
			switch (failure.kind) {
				case 'status': {
					const { status, retryAfterMs: waitMs } = failure;
					const isOwnError = isFrameworkError(this.errorBody);
					return { outcome: { ...known, kind: 'status', status, isOwnError }, waitMs };
				}
				case 'redirect':
					return { outcome: { ...known, kind: 'redirect', status: failure.status } };
				case 'connection':
					return { outcome: { ...known, kind: 'noResponse', code: plainCode(failure.code) } };
				case 'timeout':
					return { outcome: { ...known, kind: 'noResponse', code: 'timeout' } };
				case 'input':
					if (this.sent.length > start || this.stopped) return undefined;
					return { outcome: { ...known, kind: 'noResponse', code: 'not sent' } };
				default:
					throw error;
			}
		}
	}

	/**
	 * Stops where the service does not answer any more, or does not take the credential: it may lock it. Errors that
	 * follow each other may be answers; a request that succeeded before tells.
	 */
	private async stopIfUnresponsive(): Promise<void> {
		const latest = this.outcomes.slice(-MAX_CONSECUTIVE_FAILURES);
		const hasData = this.outcomes.some(({ kind }) => kind === 'data');
		if (!hasData && latest.some(isHopeless)) this.stopped ??= 'noAnswer';
		if (latest.length < MAX_CONSECUTIVE_FAILURES) return;
		const paths = new Set(latest.map(({ probe }) => probe.endpoint.path));
		const areAll = (status: number) => latest.every((each) => each.status === status);
		if (latest.every(isPassing)) this.stopped ??= 'noAnswer';
		if (areAll(401)) this.stopped ??= 'credential';
		if (areAll(403) && paths.size === latest.length) this.stopped ??= 'forbidden';
		const isFailure = ({ kind, status = 0 }: Outcome) => kind === 'webPage' || status >= 500;
		if (this.stopped || this.isConfirmed || !latest.every(isFailure)) return;
		this.isConfirmed = true;
		await this.confirmStillAnswers();
		if (this.outcomes.at(-1)?.kind !== 'data') this.stopped ??= 'noAnswer';
	}
}

/** The code of a broken connection; what a library said instead may name an address. */
function plainCode(code: string): string {
	return /^(?:connect )?[A-Z][A-Z\d_]*$/.test(code) ? code : 'broken';
}

type Content = Pick<Outcome, 'kind' | 'format' | 'value' | 'rootTag' | 'bytes'>;

function contentOf(reader: UntypedReader | undefined, status: number): Content {
	const text = reader ? Buffer.from(reader.received).toString('latin1').trim() : '';
	if (!reader || status === 204 || text === '') return { kind: 'empty', rootTag: '', bytes: 0 };
	const decoded = reader.end();
	const { format, rootTag, length: bytes } = reader;
	const content = { format, rootTag, bytes };
	if (decoded.ok) return { ...content, kind: 'data', value: decoded.value };
	if (decoded.isTooLarge) return { ...content, kind: 'tooLarge' };
	const isPage = format === undefined && text.startsWith('<');
	return { ...content, kind: isPage ? 'webPage' : 'unreadable' };
}
