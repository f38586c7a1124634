// The reference: one page per resource, written from api/, and an index of all operations.
import { undocumented, rowSchema, type Endpoint, type Resource } from '../api/endpoint';
import type { ChangeFeedEntry } from '../api/changeFeed';
import { changeFeeds, endpoints, resources } from '../api/index';
import { fieldsOf, recordFields, type Schema, typeName } from '../api/schema/types';
import { SERVICE, serviceOperations } from '../nodes/ProjectServices/operations/serviceOperations';
import { undocumentedWithin } from './undocumented';
import { fieldTable, isSame, recordsWithin, typeWords, type Naming } from './fieldTables';
import { tableOf, withBlock } from './markdown';

const GENERATED =
	'<!-- Written by scripts/generate.mts from api/. Change api/ and run: npm run generate -->';

/** Where a page's operation stands: the anchor is the operation's address. */
function operationHeading(endpoint: Endpoint, address: string): string[] {
	const deprecated = endpoint.deprecated ? ' (deprecated)' : '';
	return [
		`<a id="${address}"></a>`,
		'',
		`## ${endpoint.name}${deprecated}`,
		'',
		`${endpoint.description}.`,
		'',
		`\`${endpoint.method} ${endpoint.path}\``,
		'',
		...(endpoint.deprecated
			? ['The service marks this endpoint as deprecated and names no replacement.', '']
			: []),
	];
}

function paragraph(...lines: readonly (string | false | undefined)[]): string[] {
	const shown = lines.filter((line) => line !== false && line !== undefined);
	return shown.length === 0 ? [] : [...shown, ''];
}

function inputOf(endpoint: Endpoint, naming: Naming): string[] {
	if (endpoint.kind === 'write') {
		const filled = Object.entries(endpoint.bodyParameters).map(
			([name, field]) => `\`${name}\` → \`${field}\``,
		);
		return [
			...paragraph(`Request body: ${typeWords(endpoint.body, naming)}.`),
			...paragraph(`Fields that the parameters of the node fill: ${filled.join(', ')}.`),
			...paragraph(
				endpoint.records !== undefined &&
					`Every input item is one record in \`${endpoint.records}\`.`,
			),
			...paragraph(
				endpoint.identifyBy &&
					`Either ${endpoint.identifyBy.map((name) => `\`${endpoint.bodyParameters[name]}\``).join(' or ')} is required.`,
			),
		];
	}
	const query = fieldsOf(endpoint.query);
	return [
		...(query.length > 0 ? ['Query parameters:', '', ...fieldTable(query, naming), ''] : []),
		...paragraph(
			endpoint.body !== undefined &&
				`Request body: ${typeWords(endpoint.body, naming)}, at most ${endpoint.idsPerRequest} per request.`,
		),
	];
}

function outputOf(endpoint: Endpoint, naming: Naming): string[] {
	if (endpoint.response === undocumented) {
		return paragraph(
			'Output: one item per request, with the response of the service, if any, and the number of records sent.',
		);
	}
	if (endpoint.kind === 'write') {
		return paragraph(
			`Output: one item per request, with ${typeWords(endpoint.response, naming)} and the number of records sent.`,
		);
	}
	return [
		...paragraph(`Output: one item per ${typeWords(rowSchema(endpoint), naming)}.`),
		...paragraph(
			`Fields of _Simplified_: ${endpoint.simplified.map((name) => `\`${name}\``).join(', ')}.`,
		),
	];
}

function openOf(endpoint: Endpoint): string[] {
	const open = endpoint.kind === 'write' ? [...new Set(undocumentedWithin(endpoint.body))] : [];
	const questions = [
		endpoint.response === undocumented && 'the response',
		endpoint.kind === 'read' &&
			endpoint.oneOrMany &&
			'whether the response is one record or a list; the node reads both',
		open.length > 0 &&
			`the allowed values or the fields of ${open.map((name) => `\`${name}\``).join(', ')}`,
	].filter((words) => typeof words === 'string');
	return questions.length === 0
		? []
		: [
				'The API documentation does not describe:',
				'',
				...questions.map((words) => `- ${words}`),
				'',
			];
}

interface Named {
	readonly schema: Schema;
	readonly name: string;
}

// A record of which the page knows another form already is named after its operation.
function recordsOf(resource: Resource): Named[] {
	const found: Named[] = [];
	for (const endpoint of Object.values(resource.operations)) {
		const roots = [
			endpoint.response === undocumented ? undefined : endpoint.response,
			endpoint.body,
		];
		const met = roots.flatMap((root) => (root === undefined ? [] : recordsWithin(root)));
		for (const schema of met) {
			if (found.some((known) => isSame(known.schema, schema))) continue;
			const variant = found.some(({ name }) => name === typeName(schema));
			found.push({
				schema,
				name: variant ? `${typeName(schema)} (${endpoint.name})` : typeName(schema),
			});
		}
	}
	return found;
}

function recordSection({ schema, name }: Named, naming: Naming): string[] {
	const fields =
		schema.kind === 'opaque'
			? ['The API documentation does not describe its fields; it is passed on unchanged.']
			: fieldTable(recordFields(schema), naming);
	return [`### ${name}`, '', ...fields, ''];
}

/** The operations of a change feed of the resource, if it has one. */
function feedSections(resource: Resource): string[] {
	return changeFeeds
		.filter((feed) => feed.resource === resource)
		.flatMap(({ operationKey, operation, name, description, endpoint }: ChangeFeedEntry) => [
			`<a id="${operationKey}"></a>`,
			'',
			`## ${name}`,
			'',
			`${description}.`,
			'',
			operation === 'getChanges'
				? `It reads the list of \`${endpoint.method} ${endpoint.path}\`. [How the change feed works](../changes.md)`
				: 'It sends no request. [How the change feed works](../changes.md)',
			'',
		]);
}

function page(resource: Resource): string {
	const records = recordsOf(resource);
	const naming: Naming = (schema) =>
		records.find((known) => isSame(known.schema, schema))?.name ?? typeName(schema);
	const operations = Object.entries(resource.operations).flatMap(([operation, endpoint]) => [
		...operationHeading(endpoint, `${resource.resource}/${operation}`),
		...inputOf(endpoint, naming),
		...outputOf(endpoint, naming),
		...openOf(endpoint),
	]);
	return [
		GENERATED,
		'',
		`# ${resource.name}`,
		'',
		`${resource.description}. [All resources](README.md)`,
		'',
		...operations,
		...feedSections(resource),
		'## Records',
		'',
		'Field names are those of the service. Upper and lower case matter.',
		'',
		...records.flatMap((record) => recordSection(record, naming)),
	].join('\n');
}

/** What each operation of the resource Service sends, and where more is said. */
const serviceTexts: Readonly<Record<(typeof serviceOperations)[number]['operation'], string>> = {
	check:
		'It sends only reads, and nothing that needs an ID which was not entered. Output: one item per question, `{ id, question, answer, evidence, consequence }`. [A new service](../tasks/new-service.md)',
	getFromPath:
		'`GET` of the path that you enter. Output: one item per record. [Endpoints that this node does not have](../endpoints-not-covered.md)',
	getTransactionStatus:
		'`GET` of the path that you enter, once per MessageId or, with _Wait Minutes_, again. Output: one item per MessageId, `{ MessageId, status, said, response }`. [Was it processed?](../tasks/was-it-processed.md)',
};

/** The page of the resource Service, whose operations are no endpoints. */
function servicePage(): string {
	const sections = serviceOperations.flatMap(({ operationKey, operation, name, description }) => [
		`<a id="${operationKey}"></a>`,
		'',
		`## ${name}`,
		'',
		`${description}.`,
		'',
		serviceTexts[operation],
		'',
	]);
	return [
		GENERATED,
		'',
		`# ${SERVICE.name}`,
		'',
		`${SERVICE.description}. [All resources](README.md)`,
		'',
		...sections,
	].join('\n');
}

interface OperationLine {
	readonly operationKey: string;
	readonly name: string;
	readonly description: string;
}

/** A resource as the tables name it. */
interface ResourceLine {
	readonly resource: string;
	readonly name: string;
	readonly operations: readonly OperationLine[];
}

function operationsOf(resource: Resource): OperationLine[] {
	const own = endpoints
		.filter((entry) => entry.resource === resource)
		.map(({ operationKey, endpoint: { name, description, deprecated } }) => ({
			operationKey,
			name,
			description: `${description}${deprecated ? '. Deprecated by the service' : ''}`,
		}));
	return [...own, ...changeFeeds.filter((feed) => feed.resource === resource)];
}

function resourceLines(): ResourceLine[] {
	const ofEndpoints = resources.map((each) => ({ ...each, operations: operationsOf(each) }));
	return [...ofEndpoints, { ...SERVICE, operations: serviceOperations }].sort((a, b) =>
		a.name.localeCompare(b.name, 'en'),
	);
}

function operationLink(
	{ resource }: ResourceLine,
	{ operationKey, name }: OperationLine,
	folder = '',
) {
	return `[${name}](${folder}${resource}.md#${operationKey})`;
}

/** The table of the index: one row per operation. */
function operationsTable(): readonly string[] {
	const rows = resourceLines().flatMap((resource) =>
		resource.operations.map((operation) => [
			resource.name,
			operationLink(resource, operation),
			`${operation.description}.`,
		]),
	);
	return tableOf(['Resource', 'Operation', 'What it does'], rows);
}

/** The table of README.md: one row per resource; `folder` is the path to the reference pages. */
function resourcesTable(folder: string): readonly string[] {
	const rows = resourceLines().map((resource) => [
		resource.name,
		resource.operations.map((each) => operationLink(resource, each, folder)).join(', '),
	]);
	return tableOf(['Resource', 'Operations'], rows);
}

function index(): string {
	return [
		GENERATED,
		'',
		'# Reference',
		'',
		...operationsTable(),
		'',
		'[What the API documentation does not say](../undocumented.md), and what the node does.',
		'',
	].join('\n');
}

/** The folder of the reference. */
export const REFERENCE_FOLDER = 'docs/reference';

/** File in `referenceFolder` to its text: one page per resource, and the index. */
export function referencePages(): Map<string, string> {
	const pages = resources.map((resource): [string, string] => [
		`${resource.resource}.md`,
		page(resource),
	]);
	return new Map([['README.md', index()], ...pages, [`${SERVICE.resource}.md`, servicePage()]]);
}

/** README.md with the table of operations between its two markers. */
export function withOperations(readme: string): string {
	return withBlock(readme, 'operations', resourcesTable('docs/reference/').join('\n'));
}
