// Check: finds out what a service does where its documentation is silent. It only reads, and never guesses.
import { rowSchema, type ReadEndpoint } from '../../api/endpoint';
import { changeOrderProject } from '../../api/resources/changeOrderProject';
import { productCatalog } from '../../api/resources/productCatalog';
import { typeName } from '../../api/schema/types';
import { documentedField } from '../../wire/spelling';
import { redact } from '../failures/redaction';
import type { QueryValues } from '../reads/readRequest';
import { type ServiceSettings, SETTING_LABELS } from '../serviceSettings';
import type { ServiceClient } from '../transport/serviceClient';
import { beginsAtOne, firstPageOf, SECOND_SIZE, SIZE } from './firstPage';
import { ask, evidenceOf, type Format, type Outcome } from './probe';

export interface CheckAnswer {
	readonly id: string;
	readonly question: string;
	/** One of the words of the question, or `unknown`. */
	readonly answer: string;
	/** The requests without IDs; of their responses, only statuses, counts and names. */
	readonly evidence: string;
	/** The setting of the credential and its value, where one follows. */
	readonly consequence: string;
}

/** An answer with what it rests on; undefined where that decides nothing. */
interface Conclusion {
	readonly answer: string | undefined;
	readonly evidence: string;
}

/** What was read of one list. */
interface ListProbe {
	readonly outcomes: readonly Outcome[];
	/** The number of its first page; undefined where its pages do not tell it. */
	readonly firstPage: 0 | 1 | undefined;
}

/** Retries of a check: a service may lock a credential that it refused often. */
const MAX_RETRIES = 1;

/** Whether the other pages of a list may tell something that this one did not. */
function mayGoOn({ code, status = 0 }: Outcome): boolean {
	return code === undefined && ![401, 403].includes(status);
}

/** Reads page 1 in both formats, then the pages that tell which one is the first. */
async function probeList(
	client: ServiceClient,
	endpoint: ReadEndpoint,
	values: QueryValues,
): Promise<ListProbe> {
	const outcomes: Outcome[] = [];
	const page = async (number: number, size: number, accept: Format) => {
		const outcome = await ask(client, { endpoint, values, page: number, size, accept });
		outcomes.push(outcome);
		return outcome;
	};
	const json = await page(1, SIZE, 'json');
	if (!mayGoOn(json)) return { outcomes, firstPage: undefined };
	const xml = await page(1, SIZE, 'xml');
	const accept = !json.rows && xml.rows ? 'xml' : 'json';
	const one = accept === 'xml' ? xml : json;
	const two = await page(2, SECOND_SIZE, accept);
	const zero = beginsAtOne(one, two) ? undefined : await page(0, SIZE, accept);
	return { outcomes, firstPage: firstPageOf(one, two, zero) };
}

function reachable(outcomes: readonly Outcome[]): Conclusion {
	const proof = outcomes.find(
		// Another application may run on the same framework, and not find the path.
		({ isOwnError, rows, status = 0 }) => rows ?? (isOwnError && ![404, 405].includes(status)),
	);
	if (proof) return { answer: 'yes', evidence: evidenceOf([proof]) };
	const isDead = outcomes.every(({ code }) => code !== undefined);
	return { answer: isDead ? 'no' : undefined, evidence: evidenceOf(outcomes) };
}

function authentication(outcomes: readonly Outcome[], hasCredential: boolean): Conclusion {
	const found = outcomes.find(({ rows }) => rows);
	if (found)
		return { answer: hasCredential ? 'accepted' : 'notRequired', evidence: evidenceOf([found]) };
	const isRefused =
		outcomes.some(({ status }) => status === 401) &&
		outcomes.every(({ status = 0 }) => [401, 404].includes(status));
	return { answer: isRefused ? 'refused' : undefined, evidence: evidenceOf(outcomes) };
}

/** Whether a format comes when it is asked for; undefined where that is not known. */
function comes(format: Format, outcomes: readonly Outcome[]): boolean | undefined {
	const asked = outcomes.filter(({ probe }) => probe.accept === format);
	const found = asked.find(({ rows }) => rows);
	if (found) return found.format === format;
	// If the same page came in the other format, the refusal is about the format.
	const came = outcomes.filter(({ rows }) => rows).map(({ probe }) => probe);
	const isRefused = asked.some(
		({ probe: { endpoint, page }, status = 0 }) =>
			[400, 406, 415].includes(status) &&
			came.some((other) => other.endpoint === endpoint && other.page === page),
	);
	return isRefused ? false : undefined;
}

function format(outcomes: readonly Outcome[]): Conclusion {
	const evidence = evidenceOf(outcomes.filter(({ probe }) => probe.page === 1));
	const [json, xml] = [comes('json', outcomes), comes('xml', outcomes)];
	if (json === undefined || xml === undefined) return { answer: undefined, evidence };
	const answer = json && xml ? 'both' : json ? 'json' : xml ? 'xml' : undefined;
	return { answer, evidence };
}

function firstPage(lists: readonly ListProbe[]): Conclusion {
	const numbers = new Set(lists.flatMap((list) => list.firstPage ?? []));
	const evidence = evidenceOf(lists.flatMap(({ outcomes }) => outcomes));
	if (numbers.size > 1) return { answer: undefined, evidence: `${evidence}: the lists differ` };
	const [number] = numbers;
	return { answer: number === undefined ? undefined : `${number}`, evidence };
}

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;
/** The most fields that are named. */
const MAX_FIELDS = 3;
/** The date of a field that was never set. */
const UNSET = /^0001-/;

function dates(outcomes: readonly Outcome[]): Conclusion {
	const [withOffset, without] = [new Set<string>(), new Set<string>()];
	for (const { probe, rows = [] } of outcomes) {
		const schema = rowSchema(probe.endpoint);
		for (const [own, value] of rows.flatMap((row) => Object.entries(row))) {
			const field = documentedField(schema, own);
			if (field?.schema.kind !== 'date' || typeof value !== 'string') continue;
			const date = value.trim();
			if (!ISO.test(date) || UNSET.test(date)) continue;
			(OFFSET.test(date) ? withOffset : without).add(`${typeName(schema)}.${field.name}`);
		}
	}
	const shown = (fields: ReadonlySet<string>) =>
		[...[...fields].slice(0, MAX_FIELDS), ...(fields.size > MAX_FIELDS ? ['others'] : [])].join(
			', ',
		);
	const evidence = [
		...(withOffset.size > 0 ? [`With an offset: ${shown(withOffset)}`] : []),
		...(without.size > 0 ? [`without an offset: ${shown(without)}`] : []),
	].join('; ');
	if (evidence === '') return { answer: undefined, evidence: 'No date came' };
	if (withOffset.size > 0 && without.size > 0) return { answer: 'mixed', evidence };
	if (withOffset.size + without.size < 2)
		return { answer: undefined, evidence: `${evidence}; other fields may come otherwise` };
	return { answer: without.size === 0 ? 'offset' : 'none', evidence };
}

const NOTHING = 'Nothing.';

/** What to do about a setting that has a value. */
function set(name: 'firstPage' | 'responseFormat', value: string | number, current: unknown) {
	const label = SETTING_LABELS[name];
	const text = String(value).toUpperCase();
	return current === value ? `Nothing: '${label}' is ${text}.` : `Set '${label}' to ${text}.`;
}

/** What to do in the credential, for each question and answer. */
function consequencesOf(settings: ServiceSettings): Record<string, Record<string, string>> {
	const zone = `'${SETTING_LABELS.timeZone}'`;
	const compare = 'compare one date with its screens, or ask the operator';
	return {
		reachable: {
			no: "Correct 'Base URL', or open the network between n8n and the service.",
			unknown:
				"Check 'Base URL': it is everything before /SI. Something else than the service may have answered.",
		},
		authentication: {
			refused: "Choose another 'Authentication', or ask the operator for valid values.",
			unknown: "Ask the operator which 'Authentication' the service requires.",
		},
		format: {
			json: set('responseFormat', 'json', settings.responseFormat),
			xml: set('responseFormat', 'xml', settings.responseFormat),
		},
		firstPage: {
			0: set('firstPage', 0, settings.firstPage),
			1: set('firstPage', 1, settings.firstPage),
			unknown: `Leave '${SETTING_LABELS.firstPage}' at Find Out.`,
		},
		'dates.offset': {
			none: `Set ${zone} to the zone of the service: ${compare}.`,
			mixed: `Set ${zone} to the zone of the dates without an offset: ${compare}.`,
			unknown: `Look at the dates of an item before you set ${zone}.`,
		},
	};
}

/**
 * Asks the service what its documentation leaves open, with at most four reads of each list.
 *
 * @param catalogId Left out, only change orders are asked for
 * @returns an answer for every question; `unknown` where what came does not decide it
 * @throws ServiceError where the execution was stopped, or n8n sends nothing to the service
 */
export async function check(
	client: ServiceClient,
	{ catalogId, hasCredential }: { readonly catalogId?: string; readonly hasCredential: boolean },
): Promise<CheckAnswer[]> {
	const maxRetries = Math.min(client.settings.maxRetries, MAX_RETRIES);
	const careful = { ...client, settings: { ...client.settings, maxRetries } };
	const { getAll } = changeOrderProject.operations;
	// With imported ones, so that the list stays the same where reading marks them.
	const lists = [await probeList(careful, getAll, { includeImported: true })];
	if (catalogId !== undefined)
		lists.push(await probeList(careful, productCatalog.operations.get, { id: catalogId }));
	const outcomes = lists.flatMap((list) => list.outcomes);
	const consequences = consequencesOf(client.settings);
	const answerTo = (id: string, question: string, { answer, evidence }: Conclusion) => ({
		...{ id, question, answer: answer ?? 'unknown' },
		evidence: redact(`${evidence}.`, client.secrets),
		consequence: consequences[id]?.[answer ?? 'unknown'] ?? NOTHING,
	});
	return [
		answerTo('reachable', 'Does the service answer at the base URL?', reachable(outcomes)),
		answerTo(
			'authentication',
			'Does the service take the authentication?',
			authentication(outcomes, hasCredential),
		),
		answerTo('format', 'Which formats come when they are asked for?', format(outcomes)),
		answerTo('firstPage', 'Which number does the first page of a list have?', firstPage(lists)),
		answerTo('dates.offset', 'Do dates come with an offset from UTC?', dates(outcomes)),
	];
}
