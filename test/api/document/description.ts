// Brings api/ to the same facts that the service document is brought to, in the document's words.
import { endpoints } from '../../../api/index';
import { undocumented, type Endpoint } from '../../../api/endpoint';
import {
	type Field,
	fieldsOf,
	isGuidString,
	type Schema,
	typeName,
} from '../../../api/schema/types';
import { OlderProduct, OlderProductCatalog } from '../../../api/resources/productCatalog';
import { OlderItemLaborType } from '../../../api/shared';
import { UNDOCUMENTED_TOPICS, undocumentedWithin } from '../../../scripts/undocumented';
import type { Facts } from './document';

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
		case 'boolean':
		case 'date':
			return schema.kind;
		case 'integer':
		case 'byte':
			return `${schema.kind}${codesOf(schema)}`;
		case 'decimal':
			return 'decimal number';
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

/** All records that the endpoints lead to, by the name that the document has for them. */
function reachableRecords(described: readonly Endpoint[]): Map<string, readonly Field[]> {
	const found = new Map<string, readonly Field[]>();
	const visit = (schema: Schema): void => {
		if (schema.kind === 'list') return visit(schema.item);
		if (schema.kind !== 'record') return;
		const known = found.get(nameOf(schema));
		const isOther = known && known.map(lineOf).join() !== schema.fields.map(lineOf).join();
		const name = `${isOther ? 'another ' : ''}${nameOf(schema)}`;
		if (found.has(name)) return;
		found.set(name, schema.fields);
		for (const field of schema.fields) visit(field.schema);
	};
	for (const { response, body } of described) {
		if (response !== undocumented) visit(response);
		if (body) visit(body);
	}
	return found;
}

function describeEndpoint(endpoint: Endpoint): string[] {
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

function rootsOf(endpoint: Endpoint): string[] {
	const { response, body } = endpoint;
	return [
		...(response === undocumented ? [] : [typeName(response)]),
		...(body && body.kind === 'record' ? [typeName(body)] : []),
	];
}

// "ClientList request" is the list of client IDs, the body of the one read that has a body.
function formBody(endpoint: Endpoint): string[] {
	const { kind, path, body } = endpoint;
	if (kind === 'read') return body ? [`${path.split('/').at(-1)} request`] : [];
	if (!endpoint.form) return [];
	return [path.endsWith('ProductCatalogs') ? 'catalog publish' : path];
}

function unique(lines: readonly string[]): string[] {
	return [...new Set(lines)].sort();
}

/** Everything that api/ says, in the chapters in which the document is read. */
export function describeApi(): Facts {
	const described = endpoints.map(({ endpoint }) => endpoint);
	const records = reachableRecords(described);
	const fields = [...records].flatMap(([record, own]) =>
		own.map((field) => ({ ...field, record, kind: field.schema })),
	);
	return {
		...Object.fromEntries([...records].map(([name, own]) => [`record ${name}`, own.map(lineOf)])),
		...Object.fromEntries(
			endpoints.map(({ operationKey: key, endpoint }) => [
				`endpoint ${numbers[key]}`,
				describeEndpoint(endpoint),
			]),
		),
		'XML roots': unique(described.flatMap(rootsOf)),
		'XML element of a number in a collection': unique(
			fields.flatMap(({ kind }) =>
				kind.kind === 'list' && kind.item.kind === 'integer' ? [`integer: ${kind.itemName}`] : [],
			),
		),
		'form-encoded': described.flatMap(formBody).sort().reverse(),
		'always UTC': [
			'CreatedOn',
			'UpdatedOn',
			...fields
				.filter(({ name, description }) => /^(Cre|Upd)atedOn$/.test(name) && description !== 'UTC')
				.map(({ name, record }) => `${record}.${name} is not marked UTC`),
		],
		'left open': unique(
			described.flatMap(({ kind, body }) => (kind === 'write' ? undocumentedWithin(body) : [])),
		),
		'one of two identifies': endpoints.flatMap(({ operationKey: key, endpoint }) => {
			if (endpoint.kind === 'read' || !endpoint.identifyBy) return [];
			const names = endpoint.identifyBy.map((name) => endpoint.bodyParameters[name]);
			return [`endpoint ${numbers[key]}: ${names.join(', ')}`];
		}),
		'not shown': UNDOCUMENTED_TOPICS.map(({ subject }) => subject),
	};
}
