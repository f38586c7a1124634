// What a check asks of a service, in which order, and what came: one look at each, shared by all questions.
import { CHECKED } from '../../api/checkedFields';
import type { ReadEndpoint } from '../../api/endpoint';
import { changeOrderProject } from '../../api/resources/changeOrderProject';
import { client as clientResource } from '../../api/resources/client';
import { productCatalog } from '../../api/resources/productCatalog';
import { purchaseOrder } from '../../api/resources/purchaseOrder';
import { serviceOrder } from '../../api/resources/serviceOrder';
import { servicePlan } from '../../api/resources/servicePlan';
import { task } from '../../api/resources/task';
import { timeSheet } from '../../api/resources/timeSheet';
import { neverArrived } from '../failures';
import { comparableId } from '../ids';
import type { Clock } from '../transport/http';
import type { Client } from '../transport/serviceClient';
import { Asker, type HiddenValue, type Question } from './asking';
import type { IdsToTry } from './idsToTry';
import { isOwnError, isUnchanged, LARGE, type ListSeen, type Reliability, seeList } from './lists';
import { bodyOf, firstNames, member, RecordsSeen, rowsSeen, withoutRows } from './recordsSeen';
import { isTemporary, type Response } from './responses';

type IdName = keyof IdsToTry;

const PROJECTS = changeOrderProject.operations.getAll;
const CATALOG = productCatalog.operations.get;
const OLDER_CATALOG = productCatalog.operations.getOlderVariant;
const TASKS_OF_PROJECT = task.operations.getByProject;
const CLIENTS = clientResource.operations.getAll;

/** The records that are read by their ID. */
const BY_ID = {
	taskId: task.operations.get,
	serviceOrderId: serviceOrder.operations.get,
	servicePlanId: servicePlan.operations.get,
	purchaseOrderId: purchaseOrder.operations.get,
	timeSheetId: timeSheet.operations.get,
} as const satisfies Partial<Record<IdName, ReadEndpoint>>;
type ByIdName = keyof typeof BY_ID;
const BY_ID_NAMES = Object.keys(BY_ID) as ByIdName[];

/** Every path that the API documentation gives an ID. */
const WITH_ID: readonly ReadEndpoint[] = [
	servicePlan.operations.get,
	serviceOrder.operations.get,
	task.operations.get,
	purchaseOrder.operations.get,
	OLDER_CATALOG,
	timeSheet.operations.get,
];

/** With those that were imported, so that the list stays the same where reading it marks them. */
const ALL_PROJECTS = { includeImported: true };
/** The status of a service that cannot write the format that was asked for. */
const NOT_ACCEPTABLE = 406;

/** How many of the client IDs are requested. */
export const MAX_CLIENTS = 3;

/** A record that was asked for by an ID that is not its own, and how it came by its own. */
export interface VariedRead {
	readonly idName: ByIdName | 'productCatalogId';
	readonly own: Response | undefined;
	readonly varied: Response;
}

/** All that came. What is undefined was not asked for. */
export interface Evidence extends Reliability {
	readonly asker: Asker;
	readonly ids: IdsToTry;
	/** The list of change order projects: its first page, and whatever else was needed. */
	readonly first?: Response;
	/** Something that came as JSON was asked for, or came, asked for again as XML. */
	readonly json?: Response;
	readonly xml?: Response;
	readonly projects?: ListSeen;
	/** The list before, again before, and after records were read by ID. */
	readonly before?: Response;
	readonly again?: Response;
	readonly after?: Response;
	readonly byId: Partial<Record<ByIdName, Response>>;
	readonly tasksByProject?: Response;
	readonly projectRows?: Response;
	readonly invented: readonly VariedRead[];
	readonly otherCase?: VariedRead;
	readonly knownClients?: Response;
	readonly withMissing?: Response;
	readonly catalog?: ListSeen;
	readonly wholeCatalog?: Response;
	readonly withoutId: readonly Response[];
	/** How many paths there are to be asked for without an ID. */
	readonly pathsWithId: number;
	/** What the records showed: in JSON, or in XML where no JSON came. */
	readonly records: RecordsSeen;
}

const GUID = /^[{(]?[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}[)}]?$/i;

function digits(clock: Clock, count: number, radix: 10 | 16): string {
	const digit = () => Math.floor(clock.random() * radix * 0.999).toString(radix);
	return Array.from({ length: count }, digit).join('');
}

function inventedGuid(clock: Clock): string {
	const part = (length: number) => digits(clock, length, 16);
	return `${part(8)}-${part(4)}-4${part(3)}-a${part(3)}-${part(12)}`;
}

/** An ID of the same form that certainly means nothing: a GUID is a new one, any other ID gets a long number. */
function inventedId(id: string, clock: Clock): string {
	if (GUID.test(id)) return inventedGuid(clock);
	// It fits into 32 bits, as the IDs of tables do.
	const number = `19${digits(clock, 8, 10)}`;
	return /\d/.test(id) ? id.replace(/(?<!\d)\d+(?=\D*$)/, number) : `${id}${number}`;
}

/** The ID with its letters in the other case; undefined for one without letters. */
function otherCase(id: string): string | undefined {
	const flipped = id.replace(/[a-z]/gi, (letter) => {
		const upper = letter.toUpperCase();
		return letter === upper ? letter.toLowerCase() : upper;
	});
	return flipped === id ? undefined : flipped;
}

function idQuery(endpoint: ReadEndpoint, id: HiddenValue): Question {
	const name = endpoint.idParameter ?? 'id';
	return { endpoint, query: { [name]: id } };
}

/** Rows of products are not kept once they were looked at: there may be thousands. */
function lookWith(inJson: RecordsSeen, inXml: RecordsSeen) {
	return (response: Response): Response => {
		if (response.came !== 'data') return response;
		const seen = { ...response, rows: rowsSeen(response), firstNames: firstNames(response) };
		(response.format === 'xml' ? inXml : inJson).add(seen);
		return response.endpoint.rows === CATALOG.rows ? { ...seen, value: withoutRows(seen) } : seen;
	};
}

/** Asks for everything that the IDs allow, the most important first. */
export async function gather(
	client: Client,
	ids: IdsToTry,
	maxRequests: number,
): Promise<Evidence> {
	const { clock, secrets } = client;
	const allIds = Object.values(ids).flat() as string[];
	const inJson = new RecordsSeen(false, secrets, allIds);
	const inXml = new RecordsSeen(true, secrets, allIds);
	const asker = new Asker(client, maxRequests, lookWith(inJson, inXml));
	const byId: Partial<Record<ByIdName, Response>> = {};
	const evidence: { -readonly [Name in keyof Evidence]: Evidence[Name] } = {
		asker,
		ids,
		byId,
		invented: [],
		withoutId: [],
		pathsWithId: WITH_ID.length,
		records: inJson,
		isAnswer: (response) => isAnswer(asker, response),
	};
	const shown = (name: IdName, value: string): HiddenValue => ({ value, shown: `<${name}>` });

	const paging = { pageNumber: 1, pageSize: 1 };
	evidence.first = await asker.ask({ endpoint: PROJECTS, query: { ...ALL_PROJECTS, ...paging } });
	// A name, a port or a certificate that is wrong is wrong for every path.
	if (evidence.first?.came === 'noResponse' && neverArrived(evidence.first.code ?? ''))
		return evidence;
	if (evidence.first?.status === NOT_ACCEPTABLE) {
		asker.accept = 'xml';
		evidence.json = evidence.first;
		evidence.first = await asker.ask({ endpoint: PROJECTS, query: { ...ALL_PROJECTS, ...paging } });
	}
	const isRefused = [400, 422].includes(evidence.first?.status ?? 0);
	const values = isRefused ? {} : ALL_PROJECTS;
	if (isRefused) evidence.first = await asker.ask({ endpoint: PROJECTS, query: paging });
	if (evidence.first && isOwnError(evidence.first)) {
		// A short list that begins with page 0 has no page 1.
		const query = { ...values, ...paging, pageNumber: 0 };
		const zero = await asker.ask({ endpoint: PROJECTS, query, mayFail: true });
		if (zero?.came === 'data') [evidence.first, paging.pageNumber] = [zero, 0];
	}
	if (evidence.first?.came === 'data') {
		evidence.json ??= evidence.first;
		const query = { ...values, ...paging };
		evidence.xml = await asker.ask({ endpoint: PROJECTS, query, accept: 'xml', mayFail: true });
		const projects = await seeList(asker, PROJECTS, values);
		const again = await asker.repeat(evidence.first);
		const isChanging = again !== undefined && !isUnchanged(evidence.first, again);
		evidence.projects = { ...projects, isChanging };
		evidence.before = await listPage(asker, evidence.projects);
	}

	const kinds = BY_ID_NAMES.filter((name) => isGiven(ids[name]));
	const { projectId } = ids;
	const readsById = kinds.length > 0 || isGiven(projectId);
	if (readsById && (evidence.before?.rows?.keys.length ?? 0) > 0)
		evidence.again = await listPage(asker, evidence.projects, true);
	for (const name of kinds) {
		const id = shown(name, ids[name] ?? '');
		byId[name] = await asker.ask(idQuery(BY_ID[name], id));
	}
	if (isGiven(projectId)) {
		const id = shown(CHECKED.projectQuery, projectId);
		evidence.tasksByProject = await asker.ask(idQuery(TASKS_OF_PROJECT, id));
		if (evidence.first?.came === 'data')
			evidence.projectRows = await asker.ask({
				endpoint: PROJECTS,
				query: { projectId: id, includeImported: true },
			});
	}
	if (evidence.again) evidence.after = await listPage(asker, evidence.projects, true);

	if (!evidence.xml) {
		const found = [...Object.values(byId), evidence.tasksByProject].find(
			(response) => response?.came === 'data' && bodyOf(response)?.kind !== 'other',
		);
		evidence.json ??= found ?? evidence.first;
		const name = kinds.find((each) => byId[each] === found);
		if (found && name) {
			const id = shown(name, ids[name] ?? '');
			const question = { ...idQuery(BY_ID[name], id), accept: 'xml', mayFail: true } as const;
			evidence.xml = await asker.ask(question);
		}
	}

	const catalogPage = () => ({ pageNumber: evidence.catalog?.base ?? 1, pageSize: 1 });
	const invent = async (name: ByIdName | 'productCatalogId', own: Response | undefined) => {
		const endpoint = name === 'productCatalogId' ? CATALOG : BY_ID[name];
		const id = { value: inventedId(ids[name] ?? '', clock), shown: '<an invented ID>' };
		const query = { ...(endpoint === CATALOG && catalogPage()), id };
		const varied = await asker.ask({ endpoint, query, mayFail: true });
		if (varied) evidence.invented = [...evidence.invented, { idName: name, own, varied }];
	};
	const flip = async (name: ByIdName | 'productCatalogId', own: Response | undefined) => {
		const flipped = otherCase(ids[name] ?? '');
		if (flipped === undefined || evidence.otherCase || own?.came !== 'data') return;
		const endpoint = name === 'productCatalogId' ? CATALOG : BY_ID[name];
		const id = { value: flipped, shown: `<${name} in the other case>` };
		const query = { ...(endpoint === CATALOG && catalogPage()), id };
		const varied = await asker.ask({ endpoint, query, mayFail: true });
		if (varied) evidence.otherCase = { idName: name, own, varied };
	};
	const found = kinds.filter((name) => byId[name]?.came === 'data');
	const tried = [...found, ...kinds.filter((name) => !found.includes(name))];
	for (const name of tried.slice(0, 1)) await invent(name, byId[name]);
	// GUIDs are often compared without regard to case where other IDs are not.
	const plain = found.filter((name) => !GUID.test(ids[name] ?? ''));
	for (const name of [...plain, ...found]) await flip(name, byId[name]);

	const clientIds = (ids.clientIds ?? []).filter(isGiven).slice(0, MAX_CLIENTS);
	if (clientIds.length > 0) {
		const known = clientIds.map((value) => shown('clientIds', value));
		evidence.knownClients = await asker.ask({ endpoint: CLIENTS, ids: known });
		const missing = { value: inventedGuid(clock), shown: '<an invented ID>' };
		if (evidence.knownClients?.came === 'data')
			evidence.withMissing = await asker.ask({
				endpoint: CLIENTS,
				ids: [...known, missing],
				mayFail: true,
			});
	}

	if (isGiven(ids.productCatalogId)) {
		const id = shown('productCatalogId', ids.productCatalogId);
		evidence.catalog = await seeList(asker, CATALOG, { id });
		const { first, zero } = evidence.catalog;
		if (first?.came === 'data' || zero?.came === 'data') {
			evidence.wholeCatalog = await asker.ask(idQuery(OLDER_CATALOG, id));
			await flip('productCatalogId', first);
		}
		if (evidence.invented.length === 0) await invent('productCatalogId', first);
	}

	// The last request is kept for one that succeeded before: it tells failures from answers.
	for (const endpoint of WITH_ID) {
		if (asker.left <= 1) break;
		const response = await asker.ask({ endpoint, mayFail: true });
		if (response) evidence.withoutId = [...evidence.withoutId, response];
	}
	await control(asker, evidence);
	if (inJson.isEmpty) evidence.records = inXml;
	return evidence;
}

function isGiven(id: string | undefined): id is string {
	return id !== undefined && id.trim() !== '';
}

/** The list that the node reads, which leaves out what was imported. */
async function listPage(
	asker: Asker,
	list: ListSeen | undefined,
	isAgain = false,
): Promise<Response | undefined> {
	const query = { pageNumber: list?.base ?? 1, pageSize: list?.size ?? LARGE };
	return await asker.ask({ endpoint: PROJECTS, query }, isAgain);
}

/** Asks once more for what came before. */
async function control(asker: Asker, { first, byId, catalog }: Evidence): Promise<void> {
	const candidates = [first, ...Object.values(byId), catalog?.first];
	const good = candidates.find((response) => response?.came === 'data');
	const latest = asker.responses.at(-1);
	if (!good || latest?.came === 'data') return;
	await asker.repeat(good);
}

/** Whether an error is the answer to what was asked: the service answered other requests after it. */
function isAnswer(asker: Asker, { came, number, status = 0 }: Response): boolean {
	if (came !== 'status' || isTemporary(status)) return false;
	if (status >= 500 && asker.isUnsteady) return false;
	return asker.responses.some((later) => later.number > number && later.came === 'data');
}

/** Whether a record has this ID, without regard to case. */
export function hasId(record: unknown, id: string): boolean {
	const own = member(record, CHECKED.id);
	if (typeof own !== 'string' && typeof own !== 'number') return false;
	return comparableId(String(own)).toLowerCase() === comparableId(id).toLowerCase();
}

/** The projects of all that was read by ID, in lower case. */
export function projectsRead({ byId, tasksByProject, projectRows, ids }: Evidence): Set<string> {
	const projects: unknown[] = [];
	for (const response of Object.values(byId)) {
		const body = bodyOf(response);
		if (body?.kind !== 'record') continue;
		projects.push(member(body.record, CHECKED.projectId));
	}
	if (tasksByProject?.came === 'data' || projectRows?.came === 'data') projects.push(ids.projectId);
	return new Set(
		projects.flatMap((id) =>
			typeof id === 'string' && id !== '' ? [comparableId(id).toLowerCase()] : [],
		),
	);
}
