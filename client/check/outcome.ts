// What a check asks for, and what comes of it.
import type { ReadEndpoint } from '../../api/endpoint';
import { isTemporary, neverArrived } from '../failures';

/** A value that is sent, and the name that stands for it in evidence: IDs are never shown. */
export interface HiddenValue {
	readonly value: string;
	readonly shown: string;
}

export type ProbeValues = Readonly<Record<string, HiddenValue | number | boolean>>;

/** One request. Endpoints that write do not fit, so that a check cannot write. */
export interface Probe {
	readonly endpoint: ReadEndpoint;
	readonly query?: ProbeValues;
	/** The body of the one read that is a POST. */
	readonly ids?: readonly HiddenValue[];
	/** The usual format, if left out. */
	readonly accept?: 'json' | 'xml';
}

/** A success with data, with nothing, with a page, or with what is not read; or no success. */
export type OutcomeKind = keyof typeof KINDS | 'noResponse';

/** A page of a list. */
export interface PageSummary {
	readonly rows: readonly unknown[];
	/** What tells the rows apart. */
	readonly keys: readonly string[];
	/** The announced total; null if it is not a number, undefined if there is none. */
	readonly total: number | null | undefined;
}

/** What came, before it is known whether that is a record. */
export interface Response {
	readonly probe: Probe;
	readonly kind: OutcomeKind;
	readonly status?: number;
	readonly format?: 'json' | 'xml';
	readonly value?: unknown;
	/** The start tag of the root element of XML. */
	readonly rootTag?: string;
	readonly bytes?: number;
	/** Whether an error is written as the service's framework writes it. */
	readonly isOwnError?: boolean;
	/** Why there is no response: the code of the network, or "timeout". */
	readonly code?: string;
}

export interface Outcome extends Response {
	/** The request without IDs: "GET /SI/Subscribe/Tasks?id=<taskId>". */
	readonly asked: string;
	readonly accept: 'json' | 'xml';
	/** How often it was sent. */
	readonly attempts: number;
	/** Set where it is a page of a list. */
	readonly page?: PageSummary;
	/** Whether it is a record, a page or a list that this endpoint gives. */
	readonly isFound: boolean;
}

/** Whether the service may answer the same request later: then it says nothing of what was asked. */
export function isPassing({ kind, status = 0 }: Outcome): boolean {
	return kind === 'noResponse' || (kind === 'status' && isTemporary(status));
}

/** Whether a name, a port or a certificate is wrong: that is so for every path. */
export function isHopeless({ kind, code = '' }: Outcome): boolean {
	return kind === 'noResponse' && neverArrived(code);
}

/** Whether an error is about who asks. */
export function isAboutCredential({ status = 0 }: Outcome): boolean {
	return [401, 403, 407].includes(status);
}

/** Whether an error may be about what was asked, and neither about who asks nor about the moment. */
export function isAboutRequest(outcome: Outcome): boolean {
	return outcome.kind === 'status' && !isAboutCredential(outcome) && !isPassing(outcome);
}

const KINDS = {
	data: '',
	empty: ', no content',
	webPage: ', a web page',
	unreadable: ', cannot be read',
	tooLarge: ', too large to be looked at',
	status: '',
	redirect: ', a redirect',
} as const;

/** What came of a probe, without a value of a record. */
export function outcomeText({ kind, status, format, code, page, probe }: Outcome): string {
	if (kind === 'noResponse') return `no response (${code})`;
	const text = `${kind === 'status' ? 'status ' : ''}${status}${format ? `, ${format.toUpperCase()}` : ''}${KINDS[kind]}`;
	if (!page) return text;
	const { total, rows } = page;
	const announced =
		total === undefined ? '' : `, ${probe.endpoint.paging?.total} ${total ?? 'is not a number'}`;
	return `${text}, ${rows.length} row${rows.length === 1 ? '' : 's'}${announced}`;
}

/** The probes and what came of each. */
export function evidenceOf(...outcomes: ReadonlyArray<Outcome | undefined>): string {
	const asked = outcomes.filter((outcome) => outcome !== undefined);
	if (asked.length === 0) return 'Not asked';
	return asked.map((outcome) => `${outcome.asked} -> ${outcomeText(outcome)}`).join('; ');
}

/** An answer with what it rests on. Without an answer, the evidence says why there is none. */
export interface Conclusion {
	readonly answer?: string;
	readonly evidence: string;
	/** What a person has to know beside the consequence. */
	readonly note?: string;
}
