// What a fault does to an answer: to its records before they are written, or to its bytes afterwards.
import { ServicePlan } from '../../../api/resources/servicePlan';
import { SITask } from '../../../api/resources/task';
import type { EndpointEntry } from '../../../api';
import type { Answer } from '../responses/answers';
import { removeProducts, productsFrom } from '../data/catalog';
import type { Fault } from './faults';
import type { Values } from '../data/filling';
import type { Refusal } from '../publishing';
import { findRecord, sampleIds, type State } from '../state';

interface Altered {
	readonly service: { readonly state: State };
	readonly route: EndpointEntry;
}

type Ask = (query: Values) => Answer | Refusal;

/** A record of another resource than the one asked for. */
export function otherAnswer(state: State, address: string): Answer {
	return address === 'servicePlan/get'
		? { schema: SITask, value: findRecord(state, 'task', sampleIds.task) }
		: { schema: ServicePlan, value: findRecord(state, 'servicePlan', sampleIds.servicePlan) };
}

/** The answer to a read with the fault in its records. */
export function alterAnswer(
	fault: Fault,
	{ service, route }: Altered,
	query: Values,
	ask: Ask,
): Answer | Refusal {
	switch (fault.kind) {
		case 'otherResource':
			return otherAnswer(service.state, route.operationKey);
		case 'repeatedPage':
			return ask({ ...query, pageNumber: Math.max(1, Number(query.pageNumber) - 1) });
		case 'shrink':
			shrink(service.state, String(query.id), fault.remove);
			return ask(query);
		case 'total':
		case 'shortPage':
		case 'emptyPage': {
			const answer = ask(query);
			return 'status' in answer ? answer : alterPage(fault, route, answer);
		}
		default:
			return ask(query);
	}
}

function shrink(state: State, id: string, count: number): void {
	const catalog = state.catalogs.get(id);
	if (!catalog) return;
	const ids = productsFrom(catalog, 0, count).map(({ Id }) => String(Id));
	removeProducts(catalog, ids);
	state.version++;
}

type PageFault = Extract<Fault, { kind: 'total' | 'shortPage' | 'emptyPage' }>;

function alterPage(fault: PageFault, { endpoint }: EndpointEntry, answer: Answer): Answer {
	if (endpoint.kind !== 'read' || !endpoint.rows) return answer;
	const value = answer.value as Values;
	const rows = value[endpoint.rows] as readonly unknown[];
	switch (fault.kind) {
		case 'total': {
			const total = endpoint.paging?.total;
			if (!total) return answer;
			const lie = fault.value ?? Number(value[total]) + (fault.add ?? 0);
			return { ...answer, value: { ...value, [total]: lie } };
		}
		case 'shortPage': {
			const left = rows.slice(0, Math.max(0, rows.length - (fault.missing ?? 1)));
			return { ...answer, value: { ...value, [endpoint.rows]: left } };
		}
		case 'emptyPage':
			return { ...answer, value: { ...value, [endpoint.rows]: [] } };
		default:
			return fault satisfies never;
	}
}

interface Bytes {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

/** A written answer with the fault in its bytes or its headers. */
export function alterBytes(fault: Fault, response: Bytes): Bytes {
	const { headers, body } = response;
	switch (fault.kind) {
		case 'cut':
			return { ...response, body: body.subarray(0, Math.floor(body.length * (fault.keep ?? 0.5))) };
		case 'bom':
			return { ...response, body: Buffer.concat([Buffer.from('\ufeff'), body]) };
		case 'contentType': {
			const others = Object.entries(headers).filter(([name]) => name !== 'content-type');
			const own = fault.value === null ? [] : [['content-type', fault.value] as const];
			const altered = Object.fromEntries([...others, ...own]);
			return { ...response, headers: altered };
		}
		case 'utf16': {
			const start = fault.bom === false ? '' : '\ufeff';
			const text = Buffer.from(`${start}${body.toString('utf8')}`, 'utf16le');
			const media = (headers['content-type'] ?? '').split(';')[0] ?? '';
			const contentType = fault.charset === false ? media : `${media}; charset=utf-16`;
			return {
				...response,
				headers: { ...headers, 'content-type': contentType },
				body: fault.bigEndian ? text.swap16() : text,
			};
		}
		default:
			return response;
	}
}
