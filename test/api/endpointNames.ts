// What an endpoint's own words must agree with: the names it uses stand in the records it uses.
import {
	notShown,
	rowSchema,
	type Endpoint,
	type ReadEndpoint,
	type WriteEndpoint,
} from '../../api/endpoint';
import { kindOf, recordFields, typeName, type Schema } from '../../api/kinds';

function fieldNames(schema: Schema): string[] {
	return recordFields(schema).map(({ name }) => name);
}

function memberOf(schema: Schema, name: string): Schema | undefined {
	return recordFields(schema).find((field) => field.name === name)?.schema;
}

function isListOfRecords(schema: Schema | undefined): boolean {
	const kind = schema && kindOf(schema);
	return kind?.kind === 'list' && kindOf(kind.item).kind === 'record';
}

function isList(schema: Schema | undefined): boolean {
	return schema !== undefined && kindOf(schema).kind === 'list';
}

function readProblems(endpoint: ReadEndpoint): string[] {
	const { answer, rows, gathered, paging, query, summary, body, idsPerRequest } = endpoint;
	const row = fieldNames(rowSchema(endpoint));
	return [
		...summary.filter((name) => !row.includes(name)).map((name) => `summary: ${name}`),
		...(new Set(summary).size === summary.length ? [] : ['summary: a name twice']),
		...(summary.length > 0 ? [] : ['summary: empty']),
		...(rows === undefined || isListOfRecords(memberOf(answer, rows)) ? [] : [`rows: ${rows}`]),
		...(gathered === undefined || isList(memberOf(answer, gathered))
			? []
			: [`gathered: ${gathered}`]),
		...(paging === undefined || fieldNames(answer).includes(paging.total)
			? []
			: [`paging: ${paging.total}`]),
		...[paging?.number, paging?.size]
			.filter((name) => name !== undefined && !(name in query))
			.map((name) => `paging: ${name}`),
		...(body === undefined || isList(body) ? [] : ['body: no list of ids']),
		...((body === undefined) === (idsPerRequest === undefined) ? [] : ['idsPerRequest']),
		...((endpoint.method === 'POST') === (body !== undefined) ? [] : ['method']),
	];
}

/** The names of everything within a body: its records and their fields. */
function namesWithin(schema: Schema): string[] {
	const kind = kindOf(schema);
	if (kind.kind === 'list') return namesWithin(kind.item);
	if (kind.kind === 'opaque') return [kind.name];
	return recordFields(schema).flatMap((field) => [field.name, ...namesWithin(field.schema)]);
}

function writeProblems(endpoint: WriteEndpoint): string[] {
	const { body, fills, records, others, identifyBy, leavesOpen = [] } = endpoint;
	const fields = fieldNames(body);
	const filled = Object.values(fills);
	const unfilled = fields.filter((name) => !filled.includes(name) && name !== records);
	const within = namesWithin(body);
	return [
		...Object.entries(fills)
			.filter(([, field]) => !fields.includes(field))
			.map(([parameter, field]) => `fills: ${parameter} -> ${field}`),
		...(new Set(filled).size === filled.length ? [] : ['fills: a field twice']),
		...(records === undefined || isListOfRecords(memberOf(body, records))
			? []
			: [`records: ${records}`]),
		...(others === undefined && unfilled.length > 0
			? [`not to be filled: ${unfilled.join(', ')}`]
			: []),
		...(others !== undefined && others in fills ? [`others: ${others}`] : []),
		...(identifyBy ?? []).filter((name) => !(name in fills)).map((name) => `identifyBy: ${name}`),
		...leavesOpen.filter((name) => !within.includes(name)).map((name) => `leavesOpen: ${name}`),
		...(endpoint.answer === notShown || typeName(endpoint.answer) === 'PublishResponse'
			? []
			: ['answer: no PublishResponse']),
	];
}

/** Every name in an endpoint that stands nowhere in its records; empty when all is well. */
export function nameProblems(endpoint: Endpoint): string[] {
	const labels = [endpoint.name, endpoint.action, endpoint.description];
	return [
		...(labels.every((words) => words !== '' && !words.endsWith('.')) ? [] : ['words']),
		...(endpoint.kind === 'read' ? readProblems(endpoint) : writeProblems(endpoint)),
	];
}
