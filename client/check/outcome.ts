// What a check asks for, and what came of it.
import { idReads } from '../../api';
import type { ReadEndpoint } from '../../api/endpoint';
import { isTemporary, neverArrived } from '../failures/failures';
import type { QueryValues } from '../reads/readRequest';

/** One request. Endpoints that write do not fit, so that a check cannot write. */
export interface Probe {
	readonly endpoint: ReadEndpoint;
	readonly query?: QueryValues;
	/** The body of the one read that is a POST. */
	readonly ids?: readonly string[];
	/** Left out, the format that the check asks for at the moment. */
	readonly accept?: 'json' | 'xml';
}

export interface SentProbe extends Probe {
	readonly accept: 'json' | 'xml';
}

/** A page of a list. */
export interface PageSummary {
	readonly rows: readonly unknown[];
	/** A key per row, which tells rows apart. */
	readonly keys: readonly string[];
	/** The announced total; null if it is not a number, undefined if there is none. */
	readonly total: number | null | undefined;
}

/** What is said of a response beside its status. */
const KIND_TEXTS = {
	data: '',
	empty: 'no content',
	webPage: 'a web page',
	unreadable: 'cannot be read',
	tooLarge: 'too large to be looked at',
	status: '',
	redirect: 'a redirect',
} as const;

/** What came of a probe. */
export interface Outcome {
	readonly probe: SentProbe;
	readonly kind: keyof typeof KIND_TEXTS | 'noResponse';
	readonly status?: number;
	readonly format?: 'json' | 'xml';
	/** Of XML, in the shape that JSON has. */
	readonly value?: unknown;
	/** Whether an error is written as the service's framework writes it. */
	readonly isOwnError?: boolean;
	/** Why there is no response: the code of the network, or "timeout". */
	readonly code?: string;
	/** The records of this endpoint; undefined where something else came. */
	readonly records?: readonly unknown[];
	/** Set where it is a page of a list. */
	readonly page?: PageSummary;
}

/** Whether the same request may succeed later: then its failure says nothing of what was asked. */
export function isTransient({ kind, status = 0 }: Outcome): boolean {
	return kind === 'noResponse' || (kind === 'status' && isTemporary(status));
}

/** Whether a name, a port or a certificate is wrong, and so every request fails. */
export function isUnreachable({ kind, code = '' }: Outcome): boolean {
	return kind === 'noResponse' && neverArrived(code);
}

/** Whether an error is about who asks. */
export function isAboutCredential({ status = 0 }: Outcome): boolean {
	return [401, 403, 407].includes(status);
}

/** Whether an error may be about what was asked, and neither about who asks nor about the moment. */
export function isAboutRequest(outcome: Outcome): boolean {
	return outcome.kind === 'status' && !isAboutCredential(outcome) && !isTransient(outcome);
}

/** A request without IDs: "GET /SI/Subscribe/Tasks?id=<taskId>". */
function requestText({ probe: { endpoint, query = {}, ids, accept } }: Outcome): string {
	const key = `<${idReads.find((read) => read.endpoint === endpoint)?.key}>`;
	const pairs = Object.entries(query).map(
		([name, value]) => `${name}=${name === endpoint.idParameter ? key : String(value)}`,
	);
	const search = pairs.length > 0 ? `?${pairs.join('&')}` : '';
	const format = accept === 'xml' ? ' (Accept: application/xml)' : '';
	return `${endpoint.method} ${endpoint.path}${search}${ids ? ` with ${key}` : ''}${format}`;
}

/** What came of a request, without a value of a record: "200, JSON, 100 rows, TotalCount 150". */
function resultText({ kind, status, format, code, page, probe }: Outcome): string {
	if (kind === 'noResponse') return `no response (${code})`;
	const facts = [kind === 'status' ? `status ${status}` : `${status}`];
	if (format) facts.push(format.toUpperCase());
	if (KIND_TEXTS[kind] !== '') facts.push(KIND_TEXTS[kind]);
	if (page) {
		const { rows, total } = page;
		facts.push(`${rows.length} row${rows.length === 1 ? '' : 's'}`);
		const name = probe.endpoint.paging?.total;
		if (total !== undefined) facts.push(`${name} ${total ?? 'is not a number'}`);
	}
	return facts.join(', ');
}

/** The requests and what came of each. */
export function evidenceOf(...outcomes: ReadonlyArray<Outcome | undefined>): string {
	const known = outcomes.filter((outcome) => outcome !== undefined);
	if (known.length === 0) return 'Not asked';
	return known.map((outcome) => `${requestText(outcome)} -> ${resultText(outcome)}`).join('; ');
}

/** An answer with what it rests on. Without an answer, the evidence says why there is none. */
export interface Conclusion {
	readonly answer?: string;
	readonly evidence: string;
	/** What is added to the consequence. */
	readonly note?: string;
}
