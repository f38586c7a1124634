// A service with habits of its own: the simulated one, with everything changed that its documentation leaves open.
import { endpoints } from '../../api';
import { COProjectsResult } from '../../api/resources/changeOrderProject';
import { list, recordFields, type Schema, typeName } from '../../api/schema/types';
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
import { randomFor } from './data/random';
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
import type { SandboxOptions } from './service.mjs';
import { findRecord, putRecord } from './state';

/** How a list is paged. */
export interface ListHabits {
	/** What the total counts; `zero` is one that was never set, `short` one that is too low. */
	readonly total?: 'list' | 'page' | 'absent' | 'zero' | 'short' | 'long';
	/** The most rows of a page. */
	readonly cap?: number;
	/** Rows per page, whatever is asked for. */
	readonly ownSize?: number;
	/** A larger page is refused. */
	readonly largest?: number;
	/** Whether the page size that is asked for has a lower bound. */
	readonly smallest?: number;
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
	readonly names?: 'camelCase' | 'snake_case' | 'lower' | 'upperIds';
	/** How empty fields come: some are emptied for it. */
	readonly nulls?: 'null' | 'absent' | 'both';
	readonly offsets?: 'offset' | 'Z' | 'none' | 'mixed';
	readonly unsetDates?: 'yearOne';
	/** The status of the list of change order projects. */
	readonly projectList?: 401 | 403 | 404;
	readonly projects?: ListHabits;
	readonly catalog?: ListHabits;
	readonly tasks?: 'one' | 'list';
	readonly unknownId?:
		| 404
		| 204
		| 400
		| 500
		| 'null'
		| 'empty'
		| 'emptyRecord'
		| 'message'
		/** Its own errors, with names that records have, too. */
		| 'errorRecord'
		/** A record with nothing but the ID. */
		| 'echo';
	/** IDs of another form are refused. */
	readonly idForm?: RegExp;
	readonly ignoresCase?: boolean;
	readonly missingClients?: 'leftOut' | 'null' | 404 | 500;
	/** What marks change order projects as imported. */
	readonly marks?: 'readById' | 'readList';
	/** The paths that give their records without an ID. */
	readonly withoutId?: readonly string[];
	/** The member of an object in which lists without an ID come. */
	readonly wrapsIn?: string;
	/** How other paths refuse a request without an ID. */
	readonly refusal?: 400 | 403 | 404 | 500 | 'empty' | 'page' | 'errorRecord';
	/** What answers every request instead of the service. */
	readonly instead?: { readonly status: number; readonly type: string; readonly body: string };
	/** Fields that are not documented, by record. */
	readonly extra?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	/** Numbers and booleans that come as text: `Product.OFE`. */
	readonly asText?: readonly string[];
	/** Fields that the service does not have. */
	readonly without?: readonly string[];
	/** Every so many requests fail for a moment. */
	readonly flaky?: { readonly every: number; readonly status: number | 'reset' };
	/** From this request on, counted from 1, nothing else comes. */
	readonly failsFrom?: { readonly request: number; readonly how: number | 'reset' | 'page' };
}

export interface Personality {
	readonly name: string;
	readonly sandbox?: Partial<SandboxOptions>;
	readonly habits: Habits;
}

/** A connection that breaks instead of an answer. */
export class Broken extends Error {}

/** What was written for a request, before names were changed. */
export interface Written {
	readonly schema: Schema;
	readonly value: unknown;
}

const JSON_TYPE = 'application/json';
const XML_TYPE = 'application/xml';
const ERROR_RECORD = '{"Status":"Error","Description":"The record was not found.","Code":17}';
const PAGE = '<!DOCTYPE html>\n<html><head><title>Maintenance</title></head><body></body></html>';

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
	upperIds: (name) => name.replace(/Id$/, 'ID'),
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

/** Fields that are never emptied: others are found by them, or the truth of a question rests on them. */
const KEPT =
	/^(?:Id|ProjectId|ClientId|CatalogId|UpdatedOn|PublishedOn|ImportedOn|TotalCount|TotalProductsCount|IntegrationProductId)$/;

function chanceOf(...words: ReadonlyArray<string | number>): number {
	return randomFor(1, ...words).next();
}

/** The habits of one service at work; it counts its requests. */
export function newPersonality({ habits }: Personality) {
	let count = 0;
	const written: Written[] = [];
	let writes = 0;

	/** A value with the habits of its fields. */
	function habitual(schema: Schema, value: unknown, place: string): unknown {
		if (schema.kind === 'list' && Array.isArray(value))
			return value.map((each, index) => habitual(schema.item, each, `${place}.${index}`));
		if (schema.kind !== 'record' || typeof value !== 'object' || value === null) return value;
		const record = value as Values;
		const type = typeName(schema);
		const at = typeof record.Id === 'string' ? `${type}.${record.Id}` : `${place}.${type}`;
		const result: Values = {};
		for (const { name, schema: own } of recordFields(schema)) {
			if (habits.without?.includes(`${type}.${name}`)) continue;
			const isNested = own.kind === 'record' || own.kind === 'list';
			const isEmptied =
				habits.nulls !== undefined && !isNested && !KEPT.test(name) && chanceOf(at, name) < 0.15;
			const held = isEmptied ? undefined : record[name];
			const filled = held === null ? undefined : held;
			const isDate = own.kind === 'date';
			if (filled === undefined && isDate && habits.unsetDates) {
				result[name] = dated('0001-01-01T00:00:00+00:00', name);
			} else if (filled === undefined) {
				const isNull =
					habits.nulls === 'null' || (habits.nulls === 'both' && chanceOf(name, 'null') < 0.5);
				// A total that is left out is another habit.
				if (isNull && !/^Total(?:Products)?Count$/.test(name)) result[name] = null;
			} else {
				result[name] = isDate
					? dated(String(filled), name)
					: habitual(own, filled, `${at}.${name}`);
			}
		}
		return { ...result, ...habits.extra?.[type] };
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
	function json(schema: Schema, value: unknown, place = ''): string {
		if (value === null || value === undefined) return 'null';
		if (schema.kind === 'list')
			return `[${(value as unknown[]).map((each) => json(schema.item, each)).join()}]`;
		if (schema.kind === 'record') {
			const fields = new Map(recordFields(schema).map((field) => [field.name, field.schema]));
			const members = Object.entries(value as Values).map(([name, held]) => {
				const own = fields.get(name);
				const text = own ? json(own, held, `${typeName(schema)}.${name}`) : JSON.stringify(held);
				return `${JSON.stringify(own ? spelled(name) : name)}:${text}`;
			});
			return `{${members.join()}}`;
		}
		const isBare = ['integer', 'byte', 'decimal', 'boolean'].includes(schema.kind);
		if (isBare && !habits.asText?.includes(place)) return String(value);
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
		const value = habitual(schema, raw, 'root');
		written.push({ schema, value });
		if (isJson(media)) return response(200, `${media}; charset=utf-8`, json(schema, value));
		const isNil = habits.nulls === 'null' || habits.nulls === 'both';
		const text = writeXml(schema, value, options.dialect, {
			spelled,
			...(isNil && { nulls: 'nil' }),
		});
		return response(200, `${media}; charset=utf-8`, text);
	}

	function rowsOf(
		all: readonly Values[],
		{ pageNumber, pageSize }: Values,
		listHabits: ListHabits,
	): { rows: readonly Values[]; total: number | undefined } {
		const { firstPage = 1, pageZero = 'refused', beyondEnd = 'empty', total = 'list' } = listHabits;
		const { ignores, cap = Infinity, ownSize, smallest = 1 } = listHabits;
		if (Number(pageSize) > (listHabits.largest ?? Infinity)) throw new Refused(400);
		const asked = Math.max(smallest, Number(pageSize));
		const size = ignores === 'both' ? all.length : (ownSize ?? Math.min(asked, cap));
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

	function unknownId(id: string): never | { readonly status: number; readonly text: string } {
		switch (habits.unknownId ?? 404) {
			case 204:
				return { status: 204, text: '' };
			case 'null':
				return { status: 200, text: 'null' };
			case 'empty':
				return { status: 200, text: '' };
			case 'emptyRecord':
				return { status: 200, text: '{}' };
			case 'errorRecord':
				return { status: 200, text: ERROR_RECORD };
			case 'echo':
				return { status: 200, text: JSON.stringify({ Id: id, Name: null, Client: null }) };
			case 'message':
				return { status: 200, text: '{"Message":"No such record."}' };
			default:
				throw new Refused(Number(habits.unknownId ?? 404));
		}
	}

	/** Another user, or another system, has imported these projects. */
	function mark({ state }: Service, isMarked: (project: Values) => boolean): void {
		for (const project of state.records.changeOrderProject.values())
			if (isMarked(project) && project.ImportedOn === undefined)
				putRecord(state, 'changeOrderProject', {
					...project,
					ImportedOn: '2026-01-02T03:04:05.0000000+00:00',
				});
	}

	function bareId(service: Service, path: string, media: MediaType): ServiceResponse {
		const { withoutId = [], refusal = 400 } = habits;
		const entry = endpoints.find(
			({ endpoint }) => endpoint.path === path && endpoint.method === 'GET',
		);
		const { state } = service;
		if (withoutId.includes(path) && entry?.endpoint.kind === 'read') {
			const { resource } = entry.resource;
			if (resource === 'productCatalog') {
				const heads = [...state.catalogs.values()].map(({ head }) => head);
				return write(service, media, list(entry.endpoint.response), heads);
			}
			const records = [...state.records[resource as 'task'].values()].slice(0, 5);
			const plain = write(service, media, list(entry.endpoint.response), records);
			const { wrapsIn } = habits;
			if (wrapsIn === undefined) return plain;
			return response(200, media, `{${JSON.stringify(wrapsIn)}:${plain.body.toString()}}`);
		}
		if (refusal === 'errorRecord') return response(200, media, ERROR_RECORD);
		if (refusal === 'page') return response(200, 'text/html', PAGE);
		if (refusal === 'empty')
			return response(200, media, isJson(media) ? '[]' : '<ArrayOfNothing/>');
		throw new Refused(refusal);
	}

	function answer(service: Service, request: ServiceRequest): Outcome {
		const media = mediaOf(request);
		const { state, options } = service;
		const { path } = request;
		const status = transactionStatus(service, request, media);
		if (status) return { response: status };
		const query: Values = Object.fromEntries(request.pairs);
		const route = findRoute(request);
		if (!route || request.method !== (route.endpoint.method as string)) throw new Refused(404);
		if (route.endpoint.kind === 'write') {
			writes++;
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
			const written = write(service, media, COProjectsResult, value);
			const shown = new Set(rows.map(({ Id }) => Id));
			if (habits.marks === 'readList') mark(service, ({ Id }) => shown.has(Id));
			return { response: written };
		}
		if (key === 'client/getAll') {
			const ids = takeBody(request, route.endpoint) as string[];
			const found = ids.map((id) => findRecord(state, 'client', id));
			const { missingClients = 'leftOut' } = habits;
			const isMissing = found.includes(undefined);
			if (isMissing && typeof missingClients === 'number') throw new Refused(missingClients);
			const value =
				missingClients === 'null' ? found.map((each) => each ?? null) : found.filter(Boolean);
			return { response: write(service, media, route.endpoint.response, value) };
		}
		const idName = route.endpoint.idParameter ?? 'id';
		const asked = query[idName] ?? query.id;
		if (asked === undefined || asked === '') return { response: bareId(service, path, media) };
		if (habits.idForm && !habits.idForm.test(String(asked))) throw new Refused(400);
		const own = ownId(service, key, String(asked));
		if (own === undefined) {
			const { status, text } = unknownId(String(asked));
			return { response: response(status, media, text) };
		}
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
		const records = [given.value].flat() as Values[];
		const projects = new Set(records.map(({ ProjectId }) => ProjectId));
		if (key === 'task/getByProject') projects.add(own);
		const isOne = habits.tasks === 'one' && key === 'task/getByProject';
		const isList = habits.tasks === 'list' && key === 'task/getByProject';
		const { response: schema } = route.endpoint;
		const written = isOne
			? records.length === 0
				? response(204, media, '')
				: write(service, media, schema, records[0])
			: isList
				? write(service, media, list(schema), records)
				: write(service, media, given.schema, given.value);
		if (habits.marks === 'readById') mark(service, ({ ProjectId }) => projects.has(ProjectId));
		return { response: written };
	}

	/** The ID of a record as the service writes it; undefined where there is none. */
	function ownId({ state }: Service, key: string, id: string): string | undefined {
		if (key === 'task/getByProject') return id;
		const [resource = ''] = key.split('/');
		const known =
			resource === 'productCatalog'
				? [...state.catalogs.keys()]
				: [...state.records[resource as 'task'].values()].map(({ Id }) => String(Id));
		const isSame = (each: string) =>
			habits.ignoresCase ? each.toLowerCase() === id.toLowerCase() : each === id;
		return known.find(isSame);
	}

	return {
		/** A record as it is written, before its names are spelled. */
		served: (schema: Schema, record: Values) => habitual(schema, record, 'root') as Values,
		written,
		get writes() {
			return writes;
		},
		/** @throws Broken where the connection breaks */
		respond: (service: Service, request: ServiceRequest): Outcome => {
			count++;
			const { failsFrom, flaky, credential, instead } = habits;
			if (instead) return { response: response(instead.status, instead.type, instead.body) };
			const broken = (how: number | string): Outcome => {
				if (how === 'page') return { response: response(200, 'text/html', PAGE) };
				if (typeof how === 'string') throw new Broken();
				return { response: errorResponse(how, usualError(how), JSON_TYPE) };
			};
			if (failsFrom && count >= failsFrom.request) return broken(failsFrom.how);
			if (flaky && count % flaky.every === 0) return broken(flaky.status);
			if (credential && request.headers[credential.header] !== credential.value) return broken(401);
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
