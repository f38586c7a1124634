// The reference: one page per resource, written from api/, the panel and the examples, the records that several of them share, and an index.
import { undocumented, rowSchema, type Endpoint, type Resource } from '../api/endpoint';
import type { ChangeFeedEntry } from '../api/changeFeed';
import { changeFeeds, endpoints, resources } from '../api/index';
import { recordFields, type Schema, typeName } from '../api/schema/types';
import { SERVICE, serviceOperations } from '../nodes/ProjectServices/operations/serviceOperations';
import { labelOf } from '../nodes/shared/labels';
import { undocumentedWithin } from './undocumented';
import {
	anchorOf,
	fieldTables,
	isSame,
	lackWords,
	recordsWithin,
	typeWords,
	type Naming,
} from './fieldTables';
import { exampleOf } from './examples';
import { tableOf, withBlock } from './markdown';
import { optionWords, otherParameters, parameterTable, sharedParameters } from './panelTables';
import { operationPanels } from '../nodes/ProjectServices/nodePanel';

const GENERATED =
	'<!-- Written by scripts/generate.mts from api/, nodes/ and scripts/examples.ts. Change these and run: npm run generate -->';

const PANELS = new Map(
	operationPanels().map((panel) => [`${panel.resource}/${panel.operation}`, panel]),
);

/** The parameters and options of an operation. */
function panelOf(operationKey: string): string[] {
	const panel = PANELS.get(operationKey);
	if (!panel) return [];
	const [options, others] = [optionWords(panel), otherParameters(panel)];
	const table = parameterTable(panel);
	return [
		...(table.length === 0 ? [] : [...table, '']),
		...paragraph(
			others !== '' &&
				`[As in many operations](README.md#parameters-of-many-operations): ${others}.`,
			options !== '' && `[Options](${OPTIONS_PAGE}): ${options}.`,
		),
	];
}

const OPTIONS_PAGE = '../options.md';
const SHARED_PAGE = 'shared.md';

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
	return shown.length === 0 ? [] : [shown.join(' '), ''];
}

function requestOf(endpoint: Endpoint, naming: Naming): string[] {
	const { body, kind } = endpoint;
	if (kind === 'read') {
		return paragraph(
			body !== undefined &&
				`Request body: ${typeWords(body, naming)}, at most ${endpoint.idsPerRequest} per request.`,
		);
	}
	const filled = Object.entries(endpoint.bodyParameters)
		.filter(
			([name, field]) => labelOf(name).replaceAll(' ', '').toLowerCase() !== field.toLowerCase(),
		)
		.map(([name, field]) => ` **${labelOf(name)}** fills \`${field}\`.`);
	const records =
		endpoint.records === undefined
			? ''
			: ` Every input item is one record in \`${endpoint.records}\`.`;
	const [first, second] = endpoint.identifyBy ?? [];
	return paragraph(
		`Request body: ${typeWords(endpoint.body, naming)}.${filled.join('')}${records}${
			first === undefined
				? ''
				: ` Either **${labelOf(first)}** or **${labelOf(second ?? '')}** is required.`
		}`,
	);
}

function itemOf(endpoint: Endpoint, naming: Naming): string[] {
	if (endpoint.kind === 'read') {
		const few = endpoint.simplified.map((name) => `\`${name}\``).join(', ');
		return paragraph(
			`One item per ${typeWords(rowSchema(endpoint), naming)}. _Simplified_ has ${few}.`,
		);
	}
	const response =
		endpoint.response === undocumented
			? 'the response of the service, if any,'
			: typeWords(endpoint.response, naming);
	return paragraph(
		`One [receipt](../writing.md#from-input-item-to-receipt) per request: ${response} and the number of records sent.`,
	);
}

function exampleSection(title: string, operationKey: string): string[] {
	const json = exampleOf(operationKey);
	return json === undefined ? [] : [`${title}:`, '', '```json', json, '```', ''];
}

function openOf(endpoint: Endpoint): string[] {
	const open = endpoint.kind === 'write' ? [...new Set(undocumentedWithin(endpoint.body))] : [];
	const questions = [
		endpoint.response === undocumented && 'the response',
		endpoint.kind === 'read' &&
			endpoint.oneOrMany &&
			'whether the response is one record or a list; the node reads both',
		open.length > 0 &&
			(open.length === 1
				? `which values or fields \`${open[0]}\` has`
				: `which values or fields these have: ${open.map((name) => `\`${name}\``).join(', ')}`),
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

function recordsMet(resource: Resource): Schema[] {
	return Object.values(resource.operations).flatMap((endpoint) => {
		const { response, body } = endpoint;
		const roots = response === undocumented ? [body] : [response, body];
		return roots.flatMap((root) => (root === undefined ? [] : recordsWithin(root)));
	});
}

const isOpaque = ({ schema }: Pick<Named, 'schema'>) => schema.kind === 'opaque';

/** The records that several resources have: each is described once, on a page of its own. */
const SHARED: readonly Schema[] = resources
	.flatMap((resource) => recordsMet(resource).map((schema) => ({ schema, resource })))
	.filter(({ schema, resource }, index, all) => {
		const same = (other: Schema) => isSame(other, schema);
		if (isOpaque({ schema }) || all.findIndex((each) => same(each.schema)) !== index) return false;
		return all.some((each) => each.resource !== resource && same(each.schema));
	})
	.map(({ schema }) => schema);

const isShared = (schema: Schema) => SHARED.some((shared) => isSame(shared, schema));

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
			if (isShared(schema) || found.some((known) => isSame(known.schema, schema))) continue;
			const isNamed = (known: Schema) => typeName(known) === typeName(schema);
			const variant = found.some((known) => isNamed(known.schema)) || SHARED.some(isNamed);
			found.push({
				schema,
				name: variant ? `${typeName(schema)} (${endpoint.name})` : typeName(schema),
			});
		}
	}
	return found;
}

function fieldsSection(schema: Schema, records: readonly Named[], naming: Naming): string[] {
	const name = typeName(schema);
	const own = records.find((record) => record.name === name)?.schema;
	const whole = own ?? SHARED.find((shared) => typeName(shared) === name);
	const lacking = whole === undefined || whole === schema ? undefined : lackWords(whole, schema);
	return lacking === undefined
		? fieldTables(recordFields(schema), naming)
		: [`As [${name}](${own ? '' : SHARED_PAGE}#${anchorOf(name)}), without ${lacking}.`, ''];
}

/** What is known of records without documented fields. */
const KNOWN_OF_OPAQUE: Readonly<Record<string, string>> = {
	UpdateProjectItem:
		'`ComponentId`, and the fields to update: [update one field](../tasks/update-one-field.md)',
	UpdateProjectField: 'an ID and a Value',
};

function recordSections(records: readonly Named[], naming: Naming): string[] {
	const opaque = records.filter(isOpaque);
	return [
		...records
			.filter((record) => !isOpaque(record))
			.flatMap(({ name, schema }) => [
				`### ${name}`,
				'',
				...fieldsSection(schema, records, naming),
			]),
		...(opaque.length === 0
			? []
			: [
					'### Records without documented fields',
					'',
					'The API documentation does not describe their fields.',
					'',
					...opaque.map(
						({ name }) =>
							`- <a id="${anchorOf(name)}"></a>\`${name}\`${name in KNOWN_OF_OPAQUE ? `: ${KNOWN_OF_OPAQUE[name]}` : ''}`,
					),
					'',
				]),
	];
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
				? `It reads the list of \`${endpoint.method} ${endpoint.path}\`; each item is a record with the field \`change\`. [How the change feed works](../changes.md)`
				: 'It sends no request. [How the change feed works](../changes.md)',
			'',
			...panelOf(operationKey),
		]);
}

function page(resource: Resource): string {
	const records = recordsOf(resource);
	const naming: Naming = (schema) => ({
		name: records.find((known) => isSame(known.schema, schema))?.name ?? typeName(schema),
		page: isShared(schema) ? SHARED_PAGE : '',
	});
	const operations = Object.entries(resource.operations).flatMap(([operation, endpoint]) => {
		const operationKey = `${resource.resource}/${operation}`;
		const title = endpoint.kind === 'read' ? 'An item, shortened' : 'A request body';
		return [
			...operationHeading(endpoint, operationKey),
			...panelOf(operationKey),
			...requestOf(endpoint, naming),
			...itemOf(endpoint, naming),
			...exampleSection(title, operationKey),
			...openOf(endpoint),
		];
	});
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
		...recordSections(records, naming),
	].join('\n');
}

/** The records that several resources have. */
function sharedPage(): string {
	const records = SHARED.map((schema) => ({ schema, name: typeName(schema) }));
	const naming: Naming = (schema) => ({ name: typeName(schema), page: '' });
	return [
		GENERATED,
		'',
		'# Shared records',
		'',
		'Records of several resources. [All resources](README.md)',
		'',
		...recordSections(records, naming),
	].join('\n');
}

/** What each operation of the resource Service sends, and where more is said. */
const serviceTexts: Readonly<Record<(typeof serviceOperations)[number]['operation'], string>> = {
	check:
		'It sends only reads, once for all input items. Output: one item per question, `{ id, question, answer, evidence, consequence }`. [A new service](../tasks/new-service.md)',
	getTransactionStatus:
		'`GET` of the Status Path of the credential, once per MessageId or, with _Wait Minutes_, again. Output: one item per MessageId, `{ MessageId, status, said, response }`. [Was it processed?](../tasks/was-it-processed.md)',
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
		...panelOf(operationKey),
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

/** A resource as lists name it. */
interface ResourceLine {
	readonly resource: string;
	readonly name: string;
	readonly description: string;
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

/** The table of the index: one row per operation. */
function operationsTable(): readonly string[] {
	const rows = resourceLines().flatMap((resource) =>
		resource.operations.map((operation) => [
			resource.name,
			`[${operation.name}](${resource.resource}.md#${operation.operationKey})`,
			`${operation.description}.`,
		]),
	);
	return tableOf(['Resource', 'Operation', 'What it does'], rows);
}

/** The resources of README.md; `folder` is the path to the reference pages. */
function resourceLinks(folder: string): string {
	const links = resourceLines().map(({ resource, name }) => `[${name}](${folder}${resource}.md)`);
	return `${links.join(', ')}. [All operations](${folder}README.md)`;
}

function index(): string {
	return [
		GENERATED,
		'',
		'# Reference',
		'',
		...operationsTable(),
		'',
		`Fields have the names of the service, in which upper and lower case matter. Of a collection such as **Contact**, only fields that you add are sent. [Records of several resources](${SHARED_PAGE}), [options](${OPTIONS_PAGE}), [the trigger](../trigger.md), [what the API documentation does not say](../undocumented.md).`,
		'',
		'## Parameters of many operations',
		'',
		...sharedParameters([...PANELS.values()]),
		'',
	].join('\n');
}

/** The folder of the reference. */
export const REFERENCE_FOLDER = 'docs/reference';

/** File in `referenceFolder` to its text: one page per resource, the shared records, and the index. */
export function referencePages(): Map<string, string> {
	const pages = resources.map((resource): [string, string] => [
		`${resource.resource}.md`,
		page(resource),
	]);
	return new Map([
		['README.md', index()],
		...pages,
		[`${SERVICE.resource}.md`, servicePage()],
		[SHARED_PAGE, sharedPage()],
	]);
}

/** README.md with the resources between its two markers. */
export function withResources(readme: string): string {
	return withBlock(readme, 'resources', resourceLinks('docs/reference/'));
}
