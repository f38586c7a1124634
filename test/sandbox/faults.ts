// What can go wrong on request: which requests are hit, and what is done to their answers.
import type { EndpointEntry } from '../../api';
import { ServicePlan } from '../../api/resources/servicePlan';
import { SITask } from '../../api/resources/task';
import type { Schema } from '../../api/schema/types';
import type { Values } from './data/filling';
import {
	acceptedMedia,
	errorResponse,
	response,
	usualError,
	type ServiceRequest,
	type ServiceResponse,
} from './responses/messages';
import { findRecord, sampleIds, type State } from './state';

/** What an answer holds before it is written. */
export interface Answer {
	readonly schema: Schema;
	readonly value: unknown;
}

/** `applied` carries the request out although its answer does not come. */
export type Fault =
	/** A status, with the body that ASP.NET gives it, or another. */
	| {
			readonly kind: 'status';
			readonly status: number;
			readonly headers?: Readonly<Record<string, string>>;
			readonly body?: string | object;
			readonly applied?: boolean;
	  }
	/** No answer, ever. */
	| { readonly kind: 'hang'; readonly applied?: boolean }
	/** The answer comes late. */
	| { readonly kind: 'slow'; readonly milliseconds: number }
	/** The connection breaks instead of an answer. */
	| { readonly kind: 'reset'; readonly applied?: boolean }
	/** The connection breaks in the middle of the body. */
	| { readonly kind: 'resetMidBody' }
	/** The body ends too early although the answer is complete as HTTP; `keep` is the share that is left. */
	| { readonly kind: 'cut'; readonly keep?: number }
	/** An HTML page, as of a proxy or a login. */
	| { readonly kind: 'html' }
	| { readonly kind: 'empty' }
	/** The right body under another Content-Type, or under none. */
	| { readonly kind: 'contentType'; readonly value: string | null }
	/** A record of another resource, in the format that was requested. */
	| { readonly kind: 'otherResource' }
	/** Elsewhere; without a location, to the same address again. */
	| {
			readonly kind: 'redirect';
			readonly location?: string;
			readonly status?: number;
			readonly applied?: boolean;
	  }
	/** The total of a paged answer. */
	| { readonly kind: 'total'; readonly value: number }
	/** The page lacks its last rows. */
	| { readonly kind: 'shortPage'; readonly missing?: number };

/** Which requests a fault hits; what is left out matches every request. */
export interface FaultRule {
	/** `<resource>/<operation>`. */
	readonly address?: string;
	/** A text that the body must hold. */
	readonly carrying?: string;
	/** The body must be longer than this, in bytes. */
	readonly longerThan?: number;
	/** The first matching request that is hit, counted from 1; 1 by default. */
	readonly nth?: number;
	/** How many matching requests are hit from then on; 1 by default. */
	readonly times?: number | 'always';
	readonly fault: Fault;
}

export interface Faults {
	add(rule: FaultRule): void;
	clear(): void;
	/** The fault for a request, and one request counted for every rule that matches it. */
	take(address: string | undefined, body: Buffer): Fault | undefined;
}

export function newFaults(): Faults {
	let rules: Array<{ rule: FaultRule; seen: number }> = [];
	return {
		add: (rule) => void rules.push({ rule, seen: 0 }),
		clear: () => void (rules = []),
		take: (address, body) => {
			const matching = rules.filter(
				({ rule }) =>
					(rule.address === undefined || rule.address === address) &&
					(rule.carrying === undefined || body.includes(rule.carrying)) &&
					(rule.longerThan === undefined || body.length > rule.longerThan),
			);
			for (const entry of matching) entry.seen++;
			return matching.find(({ rule: { nth = 1, times = 1 }, seen }) => {
				return seen >= nth && (times === 'always' || seen < nth + times);
			})?.rule.fault;
		},
	};
}

const htmlPage =
	'<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><h1>Please sign in</h1></body></html>';

/** The answer that a fault gives instead of the service's, without the request being carried out. */
export function answerInstead(
	fault: Fault | undefined,
	request: ServiceRequest,
): ServiceResponse | undefined {
	switch (fault?.kind) {
		case 'status': {
			const { status, body = {}, headers } = fault;
			if (typeof body === 'string') return response(status, 'text/plain', body, headers);
			const media = acceptedMedia(request) ?? 'application/json';
			return errorResponse(status, { ...usualError(status), ...body }, media, headers);
		}
		case 'html':
			return response(200, 'text/html; charset=utf-8', htmlPage);
		case 'empty':
			return response(200, 'application/json; charset=utf-8', '');
		case 'redirect': {
			const { status = 302, location = request.target } = fault;
			return response(status, 'text/plain', '', { location });
		}
		default:
			return undefined;
	}
}

/** A record of another resource than that of the request. */
export function otherAnswer(state: State, address: string): Answer {
	return address === 'servicePlan/get'
		? { schema: SITask, value: findRecord(state, 'task', sampleIds.task) }
		: { schema: ServicePlan, value: findRecord(state, 'servicePlan', sampleIds.servicePlan) };
}

/** The answer to a read with the fault in its records; `answer` gives it without. */
export function alterAnswer(
	fault: Fault | undefined,
	state: State,
	{ operationKey, endpoint }: EndpointEntry,
	query: Values,
	answer: (query: Values) => Answer,
): Answer {
	const { rows = '', paging } = endpoint.kind === 'read' ? endpoint : {};
	const altered = (change: (value: Values) => Values): Answer => {
		const whole = answer(query);
		const value = whole.value as Values;
		return { ...whole, value: { ...value, ...change(value) } };
	};
	switch (fault?.kind) {
		case 'otherResource':
			return otherAnswer(state, operationKey);
		case 'total':
			return altered(() => (paging ? { [paging.total]: fault.value } : {}));
		case 'shortPage':
			return altered(({ [rows]: all }) =>
				Array.isArray(all) ? { [rows]: all.slice(0, all.length - (fault.missing ?? 1)) } : {},
			);
		default:
			return answer(query);
	}
}

/** A written answer with the fault in its bytes or its headers. */
export function alterBytes(fault: Fault | undefined, whole: ServiceResponse): ServiceResponse {
	const { body } = whole;
	switch (fault?.kind) {
		case 'cut':
			return { ...whole, body: body.subarray(0, Math.floor(body.length * (fault.keep ?? 0.5))) };
		case 'contentType':
			// The content type is the only header of a written answer.
			return { ...whole, headers: fault.value === null ? {} : { 'content-type': fault.value } };
		default:
			return whole;
	}
}
