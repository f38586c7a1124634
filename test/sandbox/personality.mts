// A service with habits of its own: the simulated one, with everything changed that its documentation leaves open.
import { COProjectsResult } from '../../api/resources/changeOrderProject';
import { recordFields, type Schema } from '../../api/schema/types';
import {
	answerRead,
	findRoute,
	type Outcome,
	respond,
	type Service,
	takeBody,
	transactionStatus,
} from './service.mjs';
import type { Values } from './data/filling';
import {
	errorResponse,
	invalid,
	isJson,
	type MediaType,
	Refused,
	response,
	type ServiceRequest,
	type ServiceResponse,
	usualError,
} from './responses/messages';
import { writeXml } from './responses/xmlWriter';
import { checkQuery } from './requests/checking.mjs';
import { findRecord } from './state';

/** How a list is paged. */
export interface ListHabits {
	/** What the total counts; `zero` is one that was never set, `short` one that is too low. */
	readonly total?: 'list' | 'page' | 'absent' | 'zero' | 'short' | 'long';
	/** The most rows of a page. */
	readonly cap?: number;
	/** Rows per page, whatever is asked for. */
	readonly ownSize?: number;
	/** Set where the page number is not looked at, or neither it nor the size. */
	readonly ignores?: 'number' | 'both';
	/** The number of the first page. */
	readonly firstPage?: 0 | 1;
	/** What page 0 gives where the first one is 1. */
	readonly pageZero?: 'refused' | 'first' | 'empty' | 'whole' | 'fails';
	readonly beyondEnd?: 'empty' | 'repeats' | 'refused' | 'notFound' | 'fails';
}

/** What the documentation leaves open; what is left out is as the simulated service has it. */
export interface Habits {
	/** A header that every request needs. */
	readonly credential?: { readonly header: string; readonly value: string };
	/** `json` and `xml` give this format whatever is asked for; `jsonOnly` and `xmlOnly` refuse the other one. */
	readonly formats?: 'both' | 'json' | 'xml' | 'jsonOnly' | 'xmlOnly';
	/** How documented names are written, in JSON and in XML. */
	readonly names?: 'camelCase' | 'snake_case' | 'lower';
	readonly offsets?: 'offset' | 'Z' | 'none' | 'mixed';
	readonly unsetDates?: 'yearOne';
	/** The status of the list of change order projects. */
	readonly projectList?: 403 | 404;
	readonly projects?: ListHabits;
	readonly catalog?: ListHabits;
}

export interface Personality {
	readonly name: string;
	readonly habits: Habits;
}

const JSON_TYPE = 'application/json';
const XML_TYPE = 'application/xml';
export function camelCase(name: string): string {
	const upper = /^[A-Z]+/.exec(name)?.[0] ?? '';
	const start = upper.length > 1 && upper.length < name.length ? upper.length - 1 : upper.length;
	// A digit ends a run as the end of the name does.
	const isNumbered = /^[A-Z]+\d/.test(name);
	const length = isNumbered ? Math.max(1, upper.length - 1) : Math.max(1, start);
	return name.slice(0, length).toLowerCase() + name.slice(length);
}

const spellings: Readonly<Record<NonNullable<Habits['names']>, (name: string) => string>> = {
	camelCase,
	snake_case: (name) => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase(),
	lower: (name) => name.toLowerCase(),
};

/** A JSON value with the names of its fields as the service spells them. */
function respelled(value: unknown, spell: (name: string) => string): unknown {
	if (Array.isArray(value)) return value.map((entry) => respelled(entry, spell));
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).map(([name, member]) => [
		/^[A-Z]\w*$/.test(name) ? spell(name) : name,
		respelled(member, spell),
	]);
	return Object.fromEntries(members) as unknown;
}

/** The habits of one service at work. */
export function newPersonality({ habits }: Personality) {
	/** A value with the habits of its fields. */
	function habitual(schema: Schema, value: unknown): unknown {
		if (schema.kind === 'list' && Array.isArray(value))
			return value.map((each) => habitual(schema.item, each));
		if (schema.kind !== 'record' || typeof value !== 'object' || value === null) return value;
		const record = value as Values;
		const result: Values = {};
		for (const { name, schema: own } of recordFields(schema)) {
			const held = record[name] ?? undefined;
			const isDate = own.kind === 'date';
			if (held !== undefined)
				result[name] = isDate ? dated(String(held), name) : habitual(own, held);
			else if (isDate && habits.unsetDates) result[name] = dated('0001-01-01T00:00:00+00:00', name);
		}
		return result;
	}

	function dated(text: string, name: string): string {
		const { offsets = 'offset' } = habits;
		const isBare =
			offsets === 'none' || (offsets === 'mixed' && /^(?:Created|Published|End)/.test(name));
		if (isBare) return text.slice(0, -'+00:00'.length);
		return offsets === 'Z' ? text.replace('+00:00', 'Z') : text;
	}

	const spelled = habits.names ? spellings[habits.names] : (name: string) => name;

	/** A receipt or an error, with names as the service spells them. */
	function spelledResponse(usual: ServiceResponse): ServiceResponse {
		if (!habits.names || usual.body.length === 0) return usual;
		const text = usual.body.toString('utf8');
		const isJsonBody = usual.headers['content-type']?.includes('json');
		const respell = (_: string, start: string, name: string) => start + spelled(name);
		const own = isJsonBody
			? JSON.stringify(respelled(JSON.parse(text), spelled))
			: text.replace(/(<\/?)([A-Z]\w*)/g, respell);
		return { ...usual, body: Buffer.from(own) };
	}

	/** JSON with exact numbers, and with names as the service spells them. */
	function json(schema: Schema, value: unknown): string {
		if (value === null || value === undefined) return 'null';
		if (schema.kind === 'list')
			return `[${(value as unknown[]).map((each) => json(schema.item, each)).join()}]`;
		if (schema.kind === 'record') {
			const fields = new Map(recordFields(schema).map((field) => [field.name, field.schema]));
			const members = Object.entries(value as Values).map(([name, held]) => {
				const own = fields.get(name);
				const text = own ? json(own, held) : JSON.stringify(held);
				return `${JSON.stringify(own ? spelled(name) : name)}:${text}`;
			});
			return `{${members.join()}}`;
		}
		const isBare = ['integer', 'byte', 'decimal', 'boolean'].includes(schema.kind);
		if (isBare) return String(value);
		return JSON.stringify(typeof value === 'object' ? value : String(value));
	}

	function askedMedia({ headers: { accept = '' } }: ServiceRequest): MediaType {
		return accept.includes('xml') ? XML_TYPE : JSON_TYPE;
	}

	/** The type of an answer, whatever is asked for where the service has only one. */
	function writtenMedia(request: ServiceRequest): MediaType {
		const { formats = 'both' } = habits;
		if (formats === 'both') return askedMedia(request);
		return formats.startsWith('json') ? JSON_TYPE : XML_TYPE;
	}

	function mediaOf(request: ServiceRequest): MediaType {
		const media = writtenMedia(request);
		if (habits.formats?.endsWith('Only') && media !== askedMedia(request)) throw new Refused(406);
		return media;
	}

	function write(
		{ options }: Service,
		media: MediaType,
		schema: Schema,
		raw: unknown,
	): ServiceResponse {
		const value = habitual(schema, raw);
		if (isJson(media)) return response(200, `${media}; charset=utf-8`, json(schema, value));
		const text = writeXml(schema, value, options.dialect, { spelled });
		return response(200, `${media}; charset=utf-8`, text);
	}

	function rowsOf(
		all: readonly Values[],
		{ pageNumber, pageSize }: Values,
		listHabits: ListHabits,
	): { rows: readonly Values[]; total: number | undefined } {
		const { firstPage = 1, pageZero = 'refused', beyondEnd = 'empty', total = 'list' } = listHabits;
		const { ignores, cap = Infinity, ownSize } = listHabits;
		const size = ignores === 'both' ? all.length : (ownSize ?? Math.min(Number(pageSize), cap));
		const number = ignores ? firstPage : Number(pageNumber);
		let start = (number - firstPage) * size;
		let rows: readonly Values[] = all.slice(Math.max(0, start), Math.max(0, start) + size);
		if (start < 0) {
			if (pageZero === 'refused') throw new Refused(400);
			if (pageZero === 'fails') throw new Refused(500);
			rows = { first: all.slice(0, size), empty: [], whole: all }[pageZero];
		} else if (start >= all.length && start > 0) {
			if (beyondEnd === 'refused') throw new Refused(400);
			if (beyondEnd === 'notFound') throw new Refused(404);
			if (beyondEnd === 'fails') throw new Refused(500);
			start = Math.floor(Math.max(0, all.length - 1) / size) * size;
			rows = beyondEnd === 'repeats' ? all.slice(start, start + size) : [];
		}
		const totals = {
			list: all.length,
			page: rows.length,
			zero: 0,
			short: Math.max(0, all.length - 7),
			long: all.length + 13,
		};
		return { rows, total: total === 'absent' ? undefined : totals[total] };
	}

	function answer(service: Service, request: ServiceRequest): Outcome {
		const media = mediaOf(request);
		const { state, options } = service;
		const status = transactionStatus(service, request, media);
		if (status) return { response: status };
		const query: Values = Object.fromEntries(request.pairs);
		const route = findRoute(request);
		if (!route || request.method !== (route.endpoint.method as string)) throw new Refused(404);
		if (route.endpoint.kind === 'write') {
			const outcome = respond(service, {
				...request,
				headers: { ...request.headers, accept: media },
			});
			return { ...outcome, response: spelledResponse(outcome.response) };
		}
		const key = route.operationKey;
		if (key === 'changeOrderProject/getAll') {
			if (habits.projectList) throw new Refused(habits.projectList);
			const { value: asked, problems } = checkQuery(route.endpoint.query, request.pairs);
			if (problems.length > 0) throw invalid(...problems);
			const all = { ...asked, pageNumber: 1, pageSize: 1e6 };
			const whole = answerRead(route, service, all, undefined).value as Values;
			const paged = { pageNumber: 1, pageSize: 50, ...query };
			const { rows, total } = rowsOf(whole.COProjects as Values[], paged, habits.projects ?? {});
			const value = { COProjects: rows, ...(total !== undefined && { TotalCount: total }) };
			return { response: write(service, media, COProjectsResult, value) };
		}
		if (key === 'client/getAll') {
			const ids = takeBody(request, route.endpoint) as string[];
			const found = ids.map((id) => findRecord(state, 'client', id));
			const value = found.filter(Boolean);
			return { response: write(service, media, route.endpoint.response, value) };
		}
		const idName = route.endpoint.idParameter ?? 'id';
		const asked = query[idName] ?? query.id;
		if (asked === undefined || asked === '') throw new Refused(400);
		const own = String(asked);
		if (!isKnown(service, key, own)) throw new Refused(404);
		if (key.startsWith('productCatalog/')) {
			const isPaged = query.pageNumber !== undefined || query.pageSize !== undefined;
			const isOlder =
				options.catalogForm === 'older' || (options.catalogForm === 'byPaging' && !isPaged);
			const whole = answerRead(
				route,
				service,
				{ id: own, pageNumber: 1, pageSize: 1e6 },
				undefined,
			);
			const { TotalProductsCount: _, ...rest } = whole.value as Values;
			const paged = { pageNumber: habits.catalog?.firstPage ?? 1, pageSize: 10_000, ...query };
			const { rows, total } = rowsOf(
				rest.Products as Values[],
				paged,
				isOlder ? { ignores: 'both', total: 'absent' } : (habits.catalog ?? {}),
			);
			const value = {
				...rest,
				Products: rows,
				...(total !== undefined && { TotalProductsCount: total }),
			};
			return { response: write(service, media, whole.schema, value) };
		}
		const given = answerRead(route, service, { ...query, [idName]: own }, undefined);
		return { response: write(service, media, given.schema, given.value) };
	}

	function isKnown({ state }: Service, key: string, id: string): boolean {
		if (key === 'task/getByProject') return true;
		const [resource = ''] = key.split('/');
		return resource === 'productCatalog'
			? state.catalogs.has(id)
			: [...state.records[resource as 'task'].values()].some(({ Id }) => String(Id) === id);
	}

	return {
		/** A record as it is written, before its names are spelled. */
		served: (schema: Schema, record: Values) => habitual(schema, record) as Values,
		respond: (service: Service, request: ServiceRequest): Outcome => {
			const { credential } = habits;
			if (credential && request.headers[credential.header] !== credential.value)
				return { response: errorResponse(401, usualError(401), JSON_TYPE) };
			try {
				return answer(service, request);
			} catch (error) {
				if (!(error instanceof Refused)) throw error;
				const refused = errorResponse(error.status, error.body, writtenMedia(request));
				return { response: spelledResponse(refused) };
			}
		},
	};
}
