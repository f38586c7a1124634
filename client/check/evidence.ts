// What a check asks of a service, in which order, and what came: one look at each, shared by all questions.
import { CHECKED } from '../../api/checkedFields';
import { PAGING } from '../../api/shared';
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
import { comparableId, isGuid } from '../ids';
import type { Clock } from '../transport/http';
import type { ServiceClient } from '../transport/serviceClient';
import { Asker, type HiddenValue, type Question } from './asking';
import type { IdsToTry } from './idsToTry';
import {
	isOwnError,
	isUnchanged,
	LARGE,
	MEDIUM,
	type ListSeen,
	type Reliability,
	seeList,
} from './pagesSeen';
import {
	bodyOf,
	firstNames,
	isFound,
	member,
	RecordsSeen,
	rowsSeen,
	withoutRows,
} from './recordsSeen';
import { isPassingStatus, type Response } from './responses';

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
const ALL_PROJECTS = { [CHECKED.importedQuery]: true };
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

/** Of a GUID, the digits that tell its version and variant stay. */
const GUID_KEPT = [12, 16];

/** An ID of the same form and length that most likely means nothing: other digits, or other letters if it has none. */
function inventedId(id: string, clock: Clock): string {
	const below = (count: number) => Math.floor(clock.random() * count * 0.999);
	let place = -1;
	if (isGuid(id))
		return id.replace(/[\da-f]/gi, (digit) => {
			place++;
			if (GUID_KEPT.includes(place)) return digit;
			const other = below(16).toString(16);
			return id === id.toUpperCase() ? other.toUpperCase() : other;
		});
	if (/\d/.test(id))
		return id.replace(/\d/g, (digit) => {
			place++;
			// The highest numbers are given last.
			return place > 0 ? String(below(10)) : digit === '9' ? '8' : '9';
		});
	if (!/[a-z]/i.test(id)) return `${id}${below(10)}`;
	return id.replace(/[a-z]/gi, (letter) => {
		const first = (letter < 'a' ? 'A' : 'a').charCodeAt(0);
		return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 1 + below(25)) % 26));
	});
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
	return (response: Response, isProbe: boolean): Response => {
		if (response.came !== 'data') return response;
		const seen = { ...response, rows: rowsSeen(response), firstNames: firstNames(response) };
		if (!isProbe) (response.format === 'xml' ? inXml : inJson).add(seen);
		return response.endpoint.rows === CATALOG.rows ? { ...seen, value: withoutRows(seen) } : seen;
	};
}

/** The evidence while it is gathered. */
type Gathering = { -readonly [Name in keyof Evidence]: Evidence[Name] };

function shown(name: IdName, value: string): HiddenValue {
	return { value, shown: `<${name}>` };
}

/** The kinds of records of which an ID was entered. */
function kindsIn(ids: IdsToTry): ByIdName[] {
	return BY_ID_NAMES.filter((name) => ids[name] !== undefined);
}

/**
 * Asks for the list of change order projects, which needs no ID.
 *
 * @returns false where a name, a port or a certificate is wrong: that is so for every path
 */
async function seeProjects(evidence: Gathering): Promise<boolean> {
	const { asker } = evidence;
	const paging = { [PAGING.number]: 1, [PAGING.size]: 1 };
	const askWith = async (values: object) =>
		await asker.ask({ endpoint: PROJECTS, query: { ...values, ...paging } });
	evidence.first = await askWith(ALL_PROJECTS);
	if (evidence.first?.came === 'noResponse' && neverArrived(evidence.first.code ?? ''))
		return false;
	if (evidence.first?.status === NOT_ACCEPTABLE) {
		asker.accept = 'xml';
		evidence.json = evidence.first;
		evidence.first = await askWith(ALL_PROJECTS);
	}
	const isRefused = [400, 422].includes(evidence.first?.status ?? 0);
	let values: Readonly<Record<string, boolean>> = isRefused ? {} : ALL_PROJECTS;
	if (isRefused) evidence.first = await askWith(values);
	if (evidence.first && isOwnError(evidence.first)) {
		// A short list that begins with page 0 has no page 1.
		const query = { ...values, ...paging, [PAGING.number]: 0 };
		const zero = await asker.ask({ endpoint: PROJECTS, query, mayFail: true });
		if (zero?.came === 'data') [evidence.first, paging[PAGING.number]] = [zero, 0];
	}
	// A service may refuse pages of one row.
	if (isRefused && evidence.first?.came !== 'data') {
		values = ALL_PROJECTS;
		paging[PAGING.size] = MEDIUM;
		evidence.first = await askWith(values);
	}
	if (evidence.first?.came !== 'data') return true;
	evidence.json ??= evidence.first;
	const query = { ...values, ...paging };
	evidence.xml = await asker.ask({ endpoint: PROJECTS, query, accept: 'xml', mayFail: true });
	const projects = await seeList(asker, PROJECTS, values);
	const again = await asker.repeat(evidence.first);
	const isChanging = again !== undefined && !isUnchanged(evidence.first, again);
	evidence.projects = { ...projects, isChanging };
	evidence.before = await listPage(asker, evidence.projects);
	return true;
}

/** Reads by the IDs, and looks at the list of projects before and after that. */
async function seeById(evidence: Gathering): Promise<void> {
	const { asker, ids } = evidence;
	const kinds = kindsIn(ids);
	const { projectId } = ids;
	const readsById = kinds.length > 0 || projectId !== undefined;
	if (readsById && (evidence.before?.rows?.keys.length ?? 0) > 0)
		evidence.again = await listPage(asker, evidence.projects, true);
	for (const name of kinds) {
		const id = shown(name, ids[name] ?? '');
		const came = await asker.ask(idQuery(BY_ID[name], id));
		evidence.byId = { ...evidence.byId, [name]: came };
	}
	if (projectId !== undefined) {
		const id = shown(CHECKED.projectQuery, projectId);
		evidence.tasksByProject = await asker.ask(idQuery(TASKS_OF_PROJECT, id));
		// One request that shows the project is enough.
		if (evidence.first?.came === 'data' && evidence.tasksByProject?.came !== 'data')
			evidence.projectRows = await asker.ask({
				endpoint: PROJECTS,
				query: { [CHECKED.projectQuery]: id, ...ALL_PROJECTS },
			});
	}
	if (evidence.again) evidence.after = await listPage(asker, evidence.projects, true);
}

/** Asks for something else in XML, where the list did not tell whether that comes. */
async function seeXml(evidence: Gathering): Promise<void> {
	if (evidence.xml) return;
	const found = foundIn(evidence);
	evidence.json ??= found ?? evidence.first;
	if (found) evidence.xml = await evidence.asker.repeat(found, { accept: 'xml', mayFail: true });
}

/** Asks for a record by an ID that is not its own. */
async function askVaried(
	{ asker, catalog }: Gathering,
	idName: VariedRead['idName'],
	own: Response | undefined,
	id: HiddenValue,
): Promise<VariedRead | undefined> {
	const isCatalog = idName === 'productCatalogId';
	const page = { [PAGING.number]: catalog?.base ?? 1, [PAGING.size]: 1 };
	const endpoint = isCatalog ? CATALOG : BY_ID[idName];
	const query = { ...(isCatalog && page), id };
	const varied = await asker.ask({ endpoint, query, mayFail: true, isProbe: true });
	return varied && { idName, own, varied };
}

async function askInvented(
	evidence: Gathering,
	name: VariedRead['idName'],
	own: Response | undefined,
	clock: Clock,
): Promise<void> {
	const value = inventedId(evidence.ids[name] ?? '', clock);
	const varied = await askVaried(evidence, name, own, { value, shown: '<an invented ID>' });
	if (varied) evidence.invented = [...evidence.invented, varied];
}

async function askOtherCase(
	evidence: Gathering,
	name: VariedRead['idName'],
	own: Response | undefined,
): Promise<void> {
	const value = otherCase(evidence.ids[name] ?? '');
	if (value === undefined || evidence.otherCase || own?.came !== 'data') return;
	const id = { value, shown: `<${name} in the other case>` };
	evidence.otherCase = await askVaried(evidence, name, own, id);
}

/** Asks by an ID that does not exist, and by one in the other case. */
async function seeOtherIds(evidence: Gathering, clock: Clock): Promise<void> {
	const { byId, ids } = evidence;
	const kinds = kindsIn(ids);
	const found = kinds.filter((name) => isFound(byId[name]));
	const tried = [...found, ...kinds.filter((name) => !found.includes(name))];
	for (const name of tried.slice(0, 1)) await askInvented(evidence, name, byId[name], clock);
	// GUIDs are often compared without regard to case where other IDs are not.
	const plain = found.filter((name) => !isGuid(ids[name] ?? ''));
	for (const name of [...plain, ...found]) await askOtherCase(evidence, name, byId[name]);
}

/** Asks for clients, then for one beside them that does not exist. */
async function seeClients(evidence: Gathering, clock: Clock): Promise<void> {
	const { asker, ids } = evidence;
	const known = (ids.clientIds ?? [])
		.slice(0, MAX_CLIENTS)
		.map((value) => shown('clientIds', value));
	if (known.length === 0) return;
	evidence.knownClients = await asker.ask({ endpoint: CLIENTS, ids: known });
	if (evidence.knownClients?.came !== 'data') return;
	const missing = { value: inventedId(known[0].value, clock), shown: '<an invented ID>' };
	evidence.withMissing = await asker.ask({
		endpoint: CLIENTS,
		ids: [...known, missing],
		mayFail: true,
		isProbe: true,
	});
}

async function seeCatalog(evidence: Gathering, clock: Clock): Promise<void> {
	const { asker, ids } = evidence;
	if (ids.productCatalogId === undefined) return;
	const id = shown('productCatalogId', ids.productCatalogId);
	evidence.catalog = await seeList(asker, CATALOG, { id });
	const { first, zero, large } = evidence.catalog;
	if ([first, zero, large].some((page) => page?.came === 'data')) {
		evidence.wholeCatalog = await asker.ask(idQuery(OLDER_CATALOG, id));
		await askOtherCase(evidence, 'productCatalogId', first);
	}
	if (evidence.invented.length === 0) await askInvented(evidence, 'productCatalogId', first, clock);
}

async function seeWithoutId(evidence: Gathering): Promise<void> {
	const { asker } = evidence;
	for (const endpoint of WITH_ID) {
		// The last request is kept for one that succeeded before: it tells failures from answers.
		if (asker.left <= 1) return;
		const response = await asker.ask({ endpoint, mayFail: true, isProbe: true });
		if (response) evidence.withoutId = [...evidence.withoutId, response];
	}
}

/** Asks for everything that the IDs allow, the most important first. */
export async function gather(
	client: ServiceClient,
	ids: IdsToTry,
	maxRequests: number,
): Promise<Evidence> {
	const { clock, secrets } = client;
	const allIds = Object.values(ids).flat() as string[];
	const inJson = new RecordsSeen(false, secrets, allIds);
	const inXml = new RecordsSeen(true, secrets, allIds);
	const asker = new Asker(client, maxRequests, lookWith(inJson, inXml));
	const evidence: Gathering = {
		asker,
		ids,
		byId: {},
		invented: [],
		withoutId: [],
		pathsWithId: WITH_ID.length,
		records: inJson,
		isAnswer: (response) => isAnswer(asker, response),
	};
	if (!(await seeProjects(evidence))) return evidence;
	await seeById(evidence);
	await seeOtherIds(evidence, clock);
	await seeClients(evidence, clock);
	await seeCatalog(evidence, clock);
	await seeXml(evidence);
	await seeWithoutId(evidence);
	await control(evidence);
	if (inJson.isEmpty) evidence.records = inXml;
	return evidence;
}

/** The list that the node reads, which leaves out what was imported. */
async function listPage(
	asker: Asker,
	list: ListSeen | undefined,
	isAgain = false,
): Promise<Response | undefined> {
	const query = { [PAGING.number]: list?.base ?? 1, [PAGING.size]: list?.size ?? LARGE };
	return await asker.ask({ endpoint: PROJECTS, query }, isAgain);
}

/** The first thing that was found. */
function foundIn(evidence: Evidence): Response | undefined {
	const { first, byId, tasksByProject, knownClients, catalog } = evidence;
	const { first: page, zero, large } = catalog ?? {};
	const all = [first, ...Object.values(byId), tasksByProject, page, zero, large, knownClients];
	return all.find(isFound);
}

/** Asks once more for what came before. */
async function control(evidence: Evidence): Promise<void> {
	const { asker } = evidence;
	const found = foundIn(evidence);
	if (found && asker.responses.at(-1)?.came !== 'data') await asker.repeat(found);
}

/** Whether an error is the answer to what was asked: the service answered other requests after it. */
function isAnswer(asker: Asker, { came, number, status = 0 }: Response): boolean {
	if (came !== 'status' || isPassingStatus(status)) return false;
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
