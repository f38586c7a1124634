// What the compiler does not check in an endpoint's facts.
import {
	type Endpoint,
	type ReadEndpoint,
	recordSchema,
	type WriteEndpoint,
} from '../../api/endpoint';
import { recordFields } from '../../api/schema/types';

/** By n8n's guidelines for simplified output. */
const MOST_SIMPLIFIED = 10;

function readProblems({
	key,
	simplified,
	body,
	idsPerRequest,
	idsParameter,
	method,
}: ReadEndpoint) {
	return [
		...(new Set(simplified).size === simplified.length ? [] : ['simplified: a name twice']),
		...(simplified.length > 0 ? [] : ['simplified: empty']),
		...(simplified.length <= MOST_SIMPLIFIED ? [] : ['simplified: more than n8n recommends']),
		...(simplified.includes(key) ? [] : ['simplified: no key']),
		...(body === undefined || body.kind === 'list' ? [] : ['body: not a list of IDs']),
		...((body === undefined) === (idsPerRequest === undefined) ? [] : ['idsPerRequest']),
		...((body === undefined) === (idsParameter === undefined) ? [] : ['idsParameter']),
		...((method === 'POST') === (body !== undefined) ? [] : ['method']),
	];
}

function writeProblems({
	body,
	bodyParameters,
	records,
	otherFields,
	key,
}: WriteEndpoint): string[] {
	const filled = Object.values(bodyParameters);
	const unfilled = recordFields(body)
		.map(({ name }) => name)
		.filter((name) => !filled.includes(name) && name !== records);
	return [
		...(new Set(filled).size === filled.length ? [] : ['bodyParameters: a field twice']),
		...(otherFields === undefined && unfilled.length > 0
			? [`no parameter fills ${unfilled.join(', ')}`]
			: []),
		...(otherFields !== undefined && otherFields in bodyParameters
			? [`otherFields: ${otherFields}`]
			: []),
		...((records === undefined) === (key === undefined) ? [] : ['key']),
	];
}

/** What is wrong with the facts of an endpoint; empty when all is well. */
export function nameProblems(endpoint: Endpoint): string[] {
	const labels = [endpoint.name, endpoint.action, endpoint.description];
	return [
		...(labels.every((text) => text !== '' && !text.endsWith('.')) ? [] : ['texts']),
		...(recordFields(recordSchema(endpoint)).length > 0 ? [] : ['no record']),
		...(endpoint.kind === 'read' ? readProblems(endpoint) : writeProblems(endpoint)),
	];
}
