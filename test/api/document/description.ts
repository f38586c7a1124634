// Brings api/ to the same facts that the service document is brought to, in the document's words.
import { endpoints } from '../../../api/index';
import { undocumented, type Endpoint } from '../../../api/endpoint';
import {
	type Field,
	fieldsOf,
	isGuidString,
	recordFields,
	type Schema,
	typeName,
} from '../../../api/schema/types';
import { OlderProduct, OlderProductCatalog } from '../../../api/resources/productCatalog';
import { OlderItemLaborType } from '../../../api/shared';
import { undocumentedTopics, undocumentedWithin } from '../../../scripts/undocumented';
import type { Facts } from './facts';

/** Which of the document's numbered endpoints stands at which address. */
export const numbers: Readonly<Record<string, number>> = {
	'servicePlan/get': 1,
	'serviceOrder/get': 2,
	'task/get': 3,
	'task/getByProject': 4,
	'purchaseOrder/get': 5,
	'changeOrderProject/getAll': 6,
	'productCatalog/getOlderVariant': 7,
	'productCatalog/get': 8,
	'client/getAll': 9,
	'timeSheet/get': 10,
	'productCatalog/publish': 11,
	'client/publish': 12,
	'vendor/publish': 13,
	'timeSheet/update': 14,
	'task/update': 15,
	'serviceOrder/update': 16,
	'vendor/update': 17,
	'project/update': 18,
};

const olderForms: readonly Schema[] = [OlderProduct, OlderProductCatalog, OlderItemLaborType];

function nameOf(schema: Schema): string {
	return `${typeName(schema)}${olderForms.includes(schema) ? ' (older)' : ''}`;
}

function codesOf(kind: Schema): string {
	if (!('codes' in kind) || !kind.codes) return '';
	return ` {${Object.entries(kind.codes)
		.map(([value, name]) => `${value} ${name}`)
		.join(', ')}}`;
}

function typeOf(schema: Schema): string {
	switch (schema.kind) {
		case 'string':
			return 'string';
		case 'integer':
		case 'byte':
			return `${schema.kind}${codesOf(schema)}`;
		case 'decimal':
			return 'decimal number';
		case 'boolean':
			return 'boolean';
		case 'date':
			return 'date';
		case 'guid':
			return 'GUID';
		case 'enum':
			return `one of ${schema.values.join(', ')}`;
		case 'list':
			return `collection of ${typeOf(schema.item)}`;
		case 'record':
			return nameOf(schema);
		case 'opaque':
			return schema.name;
		default:
			return schema satisfies never;
	}
}

// A family's note holds what the document calls the member beyond its type: "List; beta".
function flavourOf({ family, description = '' }: Field): string {
	if (family === undefined || description === '') return '';
	const words = description.replace(/\bbeta\b/i, 'BETA').split('; ');
	return ` {${words.map((word) => (word === 'BETA' ? word : word.toLowerCase())).join(', ')}}`;
}

function lineOf(field: Field): string {
	const form = isGuidString(field.schema) ? ' {GUID}' : '';
	const preset = field.default === undefined ? '' : `, default ${field.default}`;
	const required = field.required ? ', Required' : '';
	return `${field.name}: ${typeOf(field.schema)}${form}${flavourOf(field)}${required}${preset}`;
}

function sameLines(one: Schema, other: Schema): boolean {
	return describeRecord(one).join('\n') === describeRecord(other).join('\n');
}

/** All records that the endpoints lead to, by the name the document gives them. */
export function reachableRecords(described: readonly Endpoint[]): Map<string, Schema> {
	const found = new Map<string, Schema>();
	const visit = (schema: Schema): void => {
		if (schema.kind === 'list') return visit(schema.item);
		if (schema.kind !== 'record' && schema.kind !== 'opaque') return;
		const known = found.get(nameOf(schema));
		const name = known && !sameLines(known, schema) ? `another ${nameOf(schema)}` : nameOf(schema);
		if (found.has(name)) return;
		found.set(name, schema);
		for (const field of recordFields(schema)) visit(field.schema);
	};
	for (const endpoint of described) {
		if (endpoint.response !== undocumented) visit(endpoint.response);
		if (endpoint.body) visit(endpoint.body);
	}
	return found;
}

/** A record's lines, in the order of its fields. */
export function describeRecord(schema: Schema): string[] {
	return recordFields(schema).map((field) => lineOf(field));
}

/** An endpoint's lines. */
export function describeEndpoint(endpoint: Endpoint): string[] {
	const query = endpoint.kind === 'read' ? fieldsOf(endpoint.query) : [];
	const answer = endpoint.response === undocumented ? undocumented : typeOf(endpoint.response);
	const limited = endpoint.kind === 'read' && endpoint.idsPerRequest !== undefined;
	return [
		`${endpoint.method} ${endpoint.path}`,
		...(endpoint.deprecated ? ['deprecated'] : []),
		...query.map((field) => `query ${lineOf(field)}`),
		`body ${endpoint.body ? typeOf(endpoint.body) : 'none'}`,
		...(limited ? [`at most ${endpoint.idsPerRequest} ids`] : []),
		`answer ${answer}`,
		...(endpoint.kind === 'read' && endpoint.oneOrMany ? ['answer may be a list'] : []),
	];
}

function limitsOf(number: number, endpoint: Endpoint): string[] {
	if (endpoint.kind === 'write') return [];
	const { idsPerRequest, query } = endpoint;
	return [
		...(idsPerRequest === undefined
			? []
			: [`Client ids per request, endpoint ${number}: ${idsPerRequest} maximum`]),
		...fieldsOf(query)
			.filter((field) => typeof field.default === 'number')
			.map((field) => `${field.name} default, endpoint ${number}: ${field.default}`),
	];
}

function rootsOf(endpoint: Endpoint): string[] {
	const { response, body } = endpoint;
	return [
		...(response === undocumented ? [] : [typeName(response)]),
		...(body && body.kind === 'record' ? [typeName(body)] : []),
	];
}

// "ClientList request" is the list of client ids, the body of the one read that has a body.
function formBodies(described: readonly Endpoint[]): string[] {
	return described.flatMap((endpoint) => {
		if (endpoint.kind === 'read') {
			return endpoint.body ? [`${endpoint.path.split('/').at(-1)} request`] : [];
		}
		return endpoint.form
			? [endpoint.path.endsWith('ProductCatalogs') ? 'catalog publish' : endpoint.path]
			: [];
	});
}

function unique(lines: readonly string[]): string[] {
	return [...new Set(lines)].sort();
}

function recordFacts(records: ReadonlyMap<string, Schema>): Facts {
	const shown = [...records].filter(([, schema]) => schema.kind === 'record');
	return Object.fromEntries(
		shown.map(([name, schema]) => [`record ${name}`, describeRecord(schema)]),
	);
}

function listsOfNumbers(records: ReadonlyMap<string, Schema>): string[] {
	return [...records.values()].flatMap((schema) =>
		recordFields(schema).flatMap((field) => {
			const kind = field.schema;
			const counts = kind.kind === 'list' && kind.item.kind === 'integer';
			return counts ? [`integer: ${kind.itemName}`] : [];
		}),
	);
}

function choicesIn(records: ReadonlyMap<string, Schema>): string[] {
	return [...records.values()].flatMap((schema) =>
		recordFields(schema)
			.filter((field) => field.schema.kind === 'enum')
			.map((field) => lineOf(field)),
	);
}

function stampsOutsideUtc(records: ReadonlyMap<string, Schema>): string[] {
	return [...records].flatMap(([name, schema]) =>
		recordFields(schema)
			.filter((field) => /^(Created|Updated)On$/.test(field.name) && field.description !== 'UTC')
			.map((field) => `${name}.${field.name} is not marked UTC`),
	);
}

/** Everything that api/ says, in the chapters in which the document is read. */
export function describeApi(): Facts {
	const described = endpoints.map(({ endpoint }) => endpoint);
	const records = reachableRecords(described);
	const numbered = endpoints.map(({ operationKey: key, endpoint }) => ({
		number: numbers[key] ?? Number.NaN,
		endpoint,
	}));
	const each = (lines: (number: number, endpoint: Endpoint) => string[]) =>
		numbered.flatMap(({ number, endpoint }) => lines(number, endpoint));
	const shown = (endpoint: Endpoint) =>
		endpoint.kind === 'write' ? undocumentedWithin(endpoint.body) : [];
	return {
		...recordFacts(records),
		...Object.fromEntries(
			numbered.map(({ number, endpoint }) => [`endpoint ${number}`, describeEndpoint(endpoint)]),
		),
		'XML roots': unique(described.flatMap(rootsOf)),
		'XML element of a number in a collection': unique(listsOfNumbers(records)),
		'form-encoded': formBodies(described).sort().reverse(),
		'always UTC': ['CreatedOn', 'UpdatedOn', ...stampsOutsideUtc(records)],
		limits: each(limitsOf).sort(),
		'enumerated values': choicesIn(records),
		'left open': unique(described.flatMap(shown)),
		deprecated: each((number, endpoint) =>
			endpoint.deprecated ? [`endpoint ${number}: ${endpoint.path.split('/').at(-1)}`] : [],
		),
		'one of two identifies': each((number, endpoint) =>
			endpoint.kind === 'write' && endpoint.identifyBy
				? [
						`endpoint ${number}: ${endpoint.identifyBy.map((name) => endpoint.bodyParameters[name]).join(', ')}`,
					]
				: [],
		),
		'not shown': undocumentedTopics.map(({ subject }) => subject),
	};
}
