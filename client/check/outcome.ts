// What a check asks for, and what comes of it.
import type { ReadEndpoint } from '../../api/endpoint';
import { isRecord } from '../../api/schema/types';
import { readJson } from '../../wire/json/read';
import { neverArrived } from '../failures';

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
	/** Whether an error of the service is a likely answer: then it is asked for twice at most. */
	readonly mayFail?: boolean;
}

export type OutcomeKind =
	/** A success with data. */
	| 'data'
	/** A success without any content. */
	| 'empty'
	/** A success that is a web page. */
	| 'webPage'
	/** A success that cannot be read. */
	| 'unreadable'
	/** A success with more than a check reads. */
	| 'tooLarge'
	/** A status that is no success. */
	| 'status'
	| 'redirect'
	| 'noResponse';

/** A change order project of a page: the IDs of the project that it belongs to, in lower case. */
export interface ProjectRow {
	readonly ids: readonly string[];
	/** Empty where it was not imported. */
	readonly imported: string;
}

/** What is kept of the rows of a page. */
export interface PageSummary {
	/** What tells the rows apart. */
	readonly keys: readonly string[];
	/** The announced total; null if it is not a number, undefined if there is none. */
	readonly total: number | null | undefined;
	/** Products with fields that only their full form has, by their keys. */
	readonly fuller: ReadonlySet<string>;
	/** Whether the catalog around them has such fields. */
	readonly isFullCatalog: boolean;
	/** How many of the fields of the older form these products have, from 0 to 1. */
	readonly olderShare: number;
	readonly projects: ReadonlyMap<string, ProjectRow>;
}

export interface Outcome {
	/** Its place among the outcomes of the check, from 0. */
	readonly number: number;
	readonly probe: Probe;
	/** The request without IDs: "GET /SI/Subscribe/Tasks?id=<taskId>". */
	readonly asked: string;
	readonly accept: 'json' | 'xml';
	readonly kind: OutcomeKind;
	readonly status?: number;
	/** Whether an error is written as the service's framework writes it. */
	readonly isOwnError?: boolean;
	readonly format?: 'json' | 'xml';
	/** The value that was read; of a page of products, what is around them. */
	readonly value?: unknown;
	/** Set where it is a page of a list. */
	readonly page?: PageSummary;
	/** Whether it is a record, a page or a list that this endpoint gives. */
	readonly isFound: boolean;
	/** The start tag of the root element of XML. */
	readonly rootTag: string;
	readonly bytes: number;
	/** How often it was sent. */
	readonly attempts: number;
	/** Why there is no response: the code of the network, or "timeout". */
	readonly code?: string;
}

/** Statuses that pass: they say nothing of what was asked. */
export function isPassingStatus(status: number): boolean {
	return [408, 425, 429, 502, 503, 504].includes(status);
}

/** Whether the service may answer the same request later. */
export function isPassing({ kind, status = 0 }: Outcome): boolean {
	return kind === 'noResponse' || (kind === 'status' && isPassingStatus(status));
}

/** Whether a name, a port or a certificate is wrong: that is so for every path. */
export function isHopeless({ kind, code = '' }: Outcome): boolean {
	return kind === 'noResponse' && neverArrived(code);
}

/** Whether an error may be about what was asked, and neither about who asks nor about the moment. */
export function isAboutRequest(outcome: Outcome | undefined): boolean {
	const { kind, status = 0 } = outcome ?? {};
	return kind === 'status' && ![401, 403, 407].includes(status) && !isPassingStatus(status);
}

/** Whether a service says that it does not take what was asked. */
export function isInvalid(outcome: Outcome | undefined): boolean {
	return [400, 413, 422].includes(outcome?.status ?? 0);
}

const ERROR_NAMES =
	/^(?:Message|MessageDetail|ModelState|Exception(?:Message|Type)|StackTrace|InnerException)$/;
const JSON_ERROR = /"Message"\s*:\s*"[^"]/;
const XML_ERROR = /^(?:<\?[^>]*>\s*)?<Error[^>]*>\s*<Message>/;

/** Whether an error is written as ASP.NET Web API writes it; gateways and other applications have other names. */
export function isFrameworkError(body: string): boolean {
	const text = body.trim();
	if (XML_ERROR.test(text)) return true;
	const json = text.startsWith('{') ? readJson(text) : undefined;
	if (!json?.ok || !isRecord(json.value)) return false;
	return Object.keys(json.value).every((name) => ERROR_NAMES.test(name)) && JSON_ERROR.test(text);
}

function resultText({ kind, status, format, code }: Outcome): string {
	const named = format === undefined ? '' : `, ${format.toUpperCase()}`;
	switch (kind) {
		case 'data':
			return `${status}${named}`;
		case 'empty':
			return `${status}, no content`;
		case 'webPage':
			return `${status}, a web page`;
		case 'unreadable':
			return `${status}${named}, cannot be read`;
		case 'tooLarge':
			return `${status}${named}, too large to be looked at`;
		case 'status':
		case 'redirect':
			return `status ${status}`;
		case 'noResponse':
			return `no response (${code})`;
		default:
			return kind satisfies never;
	}
}

/** What came of a probe, without a value of a record. */
export function outcomeText(outcome: Outcome): string {
	const { page, probe } = outcome;
	if (!page) return resultText(outcome);
	const { total, keys } = page;
	const name = probe.endpoint.paging?.total ?? 'total';
	const announced = total === undefined ? '' : `, ${name} ${total ?? 'is not a number'}`;
	return `${resultText(outcome)}, ${keys.length} row${keys.length === 1 ? '' : 's'}${announced}`;
}

/** The probes and what came of each. */
export function evidenceOf(...outcomes: ReadonlyArray<Outcome | undefined>): string {
	const asked = outcomes.filter((outcome) => outcome !== undefined);
	if (asked.length === 0) return 'Not asked';
	return asked.map((outcome) => `${outcome.asked} -> ${outcomeText(outcome)}`).join('; ');
}
