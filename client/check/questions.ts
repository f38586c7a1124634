// The questions of a check: for each, what is asked, what is concluded from it, and what to set.
import { CATALOG_ID, IDS_TO_TRY, PATHS_WITH_ID, SINGLE_IDS } from './idsToTry';
import { concludeImported } from './importedByReading';
import { type Conclusion, evidenceOf, isAboutRequest, type Outcome } from './outcome';
import { concludeFirstPage, concludeTotal } from './pageProbe';
import type { Prober } from './prober';
import { givesRecords, isFullCatalog } from './records';
import type { RecordStats } from './recordStats';
import type { CheckSession } from './session';

/** A setting of the credential that answers decide. */
export type CheckedSetting = 'firstPage' | 'responseFormat';

export interface CheckQuestion {
	readonly id: string;
	readonly question: string;
	/** At least one of these IDs has to be entered. */
	readonly needs?: readonly string[];
	/** The reads that it needs; left out, it uses what the other questions read. */
	readonly ask?: (session: CheckSession) => Promise<unknown>;
	/** Concludes when everything was asked: later responses show whether an error was an answer. */
	readonly conclude: (
		session: CheckSession,
		records: RecordStats,
	) => Conclusion | Promise<Conclusion>;
	/** The setting that follows from an answer. */
	readonly sets?: {
		readonly name: CheckedSetting;
		readonly values: Readonly<Record<string, string | number>>;
	};
	/** What to do, by the answer; left out, nothing. */
	readonly consequences?: Readonly<Record<string, string>>;
	/** What to do for any other answer but `none`. */
	readonly otherwise?: string;
	/** What to do without an answer. */
	readonly unanswered?: string;
}

const ENTER_ID = 'Enter an ID at hand and run Check again.';

function concludeReachable({ prober: { outcomes } }: CheckSession): Conclusion {
	const proof = outcomes.find(
		({ records, isOwnError = false, status = 0 }) =>
			records || (isOwnError && ![404, 405].includes(status)),
	);
	if (proof) return { answer: 'yes', evidence: evidenceOf(proof) };
	const evidence = evidenceOf(outcomes[0]);
	if (outcomes[0] && outcomes.every(({ kind }) => kind === 'noResponse'))
		return { answer: 'no', evidence };
	return {
		evidence: `${evidence}: no record, no list and no error of the service itself. The base URL is wrong, or something in front of the service answers for it`,
	};
}

function concludeAuthentication({ prober, hasCredential }: CheckSession): Conclusion {
	const { found, outcomes } = prober;
	if (found)
		return { answer: hasCredential ? 'accepted' : 'notRequired', evidence: evidenceOf(found) };
	const refusal = outcomes.find(({ status }) => status === 401);
	// The list, which is asked for first, may not be there.
	if (refusal && outcomes.every(({ status = 0 }) => [401, 404].includes(status)))
		return { answer: 'refused', evidence: evidenceOf(refusal) };
	return { evidence: `${evidenceOf(outcomes[0])}: no record and no list came` };
}

/** Whether a format comes when it is asked for: data in it, data in the other one, or a refusal tells. */
function concludeFormat(format: 'json' | 'xml', prober: Prober): Conclusion {
	const asked = prober.outcomes.filter(({ probe }) => probe.accept === format);
	const found = asked.find(({ records }) => records);
	if (found) return { answer: found.format === format ? 'yes' : 'no', evidence: evidenceOf(found) };
	const refusal = asked.find(
		(each) => isAboutRequest(each) && each.status !== 404 && prober.isAnswer(each),
	);
	return { answer: refusal && 'no', evidence: evidenceOf(refusal ?? asked[0]) };
}

function concludeOffsets({ withOffset, withoutOffset }: RecordStats): Conclusion {
	const shown = [
		...[...withOffset].slice(0, 1).map((name) => `${name} came with an offset`),
		...[...withoutOffset].slice(0, 1).map((name) => `${name} came without an offset`),
	].join('; ');
	if (shown === '') return { evidence: 'No date in ISO 8601 came' };
	if (withOffset.size > 0 && withoutOffset.size > 0) return { answer: 'mixed', evidence: shown };
	const names = new Set([...withOffset, ...withoutOffset].map((name) => name.split('.')[1]));
	if (names.size < 2) return { evidence: `${shown}: dates of other fields may come otherwise` };
	const evidence = `${shown}, and so did all dates of ${names.size} fields`;
	return { answer: withOffset.size > 0 ? 'offset' : 'none', evidence };
}

async function concludeList({ prober, projects }: CheckSession): Promise<Conclusion> {
	const { pages } = await projects();
	const found = pages.find(({ page }) => page);
	if (found) return { answer: 'available', evidence: evidenceOf(found) };
	const [first] = pages;
	const evidence = evidenceOf(first);
	if (!first || !prober.isAnswer(first)) return { evidence };
	const { status = 0 } = first;
	if (status === 404 || status === 410) return { answer: 'notFound', evidence };
	return { answer: status === 401 || status === 403 ? 'forbidden' : undefined, evidence };
}

/** With fewer products, the fields of the full form may only have been empty. */
const MIN_PRODUCTS = 5;

async function concludeForm({ catalog, wholeCatalog }: CheckSession): Promise<Conclusion> {
	const pages = (await catalog()).pages.filter(({ page }) => page && page.rows.length > 0);
	const whole = await wholeCatalog();
	const count = whole?.page?.rows.length ?? 0;
	const shown = evidenceOf(...pages, whole);
	if (!whole || pages.length === 0 || count === 0) return { evidence: shown };
	const [isPagedFull, isWholeFull] = [pages.some(isFullCatalog), isFullCatalog(whole)];
	const formText = (isFull: boolean) =>
		`${isFull ? 'some' : 'none'} of the fields of the full form`;
	const evidence = `${shown}: in pages, ${formText(isPagedFull)}; without pages, ${formText(isWholeFull)}`;
	if (isPagedFull) return { answer: isWholeFull ? 'alwaysFull' : 'byParameters', evidence };
	const isOlder = !isWholeFull && count >= MIN_PRODUCTS;
	return { answer: isOlder ? 'alwaysLegacy' : undefined, evidence };
}

async function concludeWithoutId({ pathsWithoutId, prober }: CheckSession): Promise<Conclusion> {
	const outcomes = await pathsWithoutId();
	if (!outcomes)
		return { evidence: 'Not asked: rows of the list changed while records were read by ID' };
	const evidence = evidenceOf(...outcomes);
	if (!prober.found) return { evidence: `${evidence}: no record came to compare with` };
	const paths = outcomes.filter(givesRecords).map(({ probe }) => probe.endpoint.path);
	const isAnswered = (outcome: Outcome) =>
		['data', 'empty'].includes(outcome.kind) || prober.isAnswer(outcome);
	if (outcomes.length === PATHS_WITH_ID.length && outcomes.every(isAnswered))
		return { answer: paths.join(', ') || 'none', evidence };
	const known = paths.length === 0 ? '' : `. Records came from ${paths.join(', ')}`;
	return { evidence: `${evidence}: not all of ${PATHS_WITH_ID.length} paths answered${known}` };
}

/** How the names of documented fields are written. */
function writtenAsText({ writtenAs }: RecordStats): string {
	const others = [...writtenAs].filter(([name, written]) => !name.endsWith(`.${written}`));
	const [other] = others;
	if (!other) return 'names are written as documented';
	const [name, written] = other;
	return `${writtenAs.size - others.length} of ${writtenAs.size} names are written as documented, others like "${written}" for ${name.split('.')[1]}`;
}

/** A question whose answer is names of fields of the records that came. */
function fieldQuestion(
	id: string,
	question: string,
	otherwise: string,
	words: string,
	namesIn: (records: RecordStats) => Iterable<string>,
): CheckQuestion {
	const conclude = (_: CheckSession, records: RecordStats): Conclusion => {
		const { counts } = records;
		if (counts.size === 0) return { evidence: 'No record came' };
		const count = [...counts.values()].reduce((sum, each) => sum + each, 0);
		const names = [...namesIn(records)];
		return {
			answer: names.join(', ') || 'none',
			evidence: `${count} records of ${[...counts.keys()].join(', ')}: ${names.length} fields ${words}; ${writtenAsText(records)}`,
		};
	};
	return { id, question, conclude, otherwise, unanswered: ENTER_ID };
}

const NAME_DELETIONS =
	"Set 'Find Deletions' of Get Changes to Named by the Service: no total shows that a product is missing.";

const NO_DELETIONS =
	'Expect only the deletions that the service names: no total shows that a project is missing.';

/** The questions about a list that comes in pages. */
function pageQuestions(
	name: 'changeOrderProjects' | 'productCatalog',
	noun: string,
	facts: Pick<CheckQuestion, 'needs' | 'consequences'>,
): CheckQuestion[] {
	const probe = async (session: CheckSession) =>
		name === 'productCatalog' ? await session.catalog() : await session.projects();
	return [
		{
			id: `${name}.total`,
			question: `What does the total of the ${noun} count?`,
			ask: probe,
			conclude: async (session) => concludeTotal(await probe(session), session.prober),
			...facts,
		},
		{
			id: `${name}.firstPage`,
			question: `Which number does the first page of the ${noun} have?`,
			needs: facts.needs,
			ask: probe,
			conclude: async (session) => concludeFirstPage(await probe(session), session.prober),
			sets: { name: 'firstPage', values: { '1': 1, '0': 0 } },
			unanswered: 'Compare the first item of a reading with the screens of the service.',
		},
	];
}

/** All questions, in the order of the answers. */
export const QUESTIONS: readonly CheckQuestion[] = [
	{
		id: 'reachable',
		question: 'Does the service answer at the base URL?',
		conclude: concludeReachable,
		consequences: {
			no: "Correct 'Base URL' in the credential, or open the network between n8n and the service.",
		},
		unanswered: "Check 'Base URL' in the credential: it is everything before /SI.",
	},
	{
		id: 'authentication',
		question: 'Does the service accept the credential?',
		conclude: concludeAuthentication,
		consequences: {
			refused:
				"Choose another 'Authentication' in the credential, or ask the operator for valid values.",
		},
		unanswered: 'Ask the operator which authentication the service requires.',
	},
	{
		id: 'format.json',
		question: 'Does JSON come when it is asked for?',
		ask: async ({ projects }) => await projects(),
		conclude: ({ prober }) => concludeFormat('json', prober),
		sets: { name: 'responseFormat', values: { yes: 'json', no: 'xml' } },
	},
	{
		id: 'format.xml',
		question: 'Does XML come when it is asked for?',
		ask: async ({ xml }) => await xml(),
		conclude: ({ prober }) => concludeFormat('xml', prober),
	},
	{
		id: 'dates.offset',
		question: 'Do dates come with an offset from UTC?',
		ask: async ({ recordsById }) => await recordsById(),
		conclude: (_, records) => concludeOffsets(records),
		consequences: {
			none: "Set 'Time Zone of Dates Without Offset' to the zone of the service: compare one date with its screens, or ask the operator.",
			mixed:
				"Set 'Time Zone of Dates Without Offset' to the zone of the dates without an offset: compare one with the screens of the service, or ask the operator.",
		},
		unanswered: 'Look at the dates of an item before you compare them.',
	},
	{
		id: 'changeOrderProjects.list',
		question: 'Is the list of change order projects available?',
		ask: async ({ projects }) => await projects(),
		conclude: concludeList,
		consequences: {
			notFound:
				'Do without the resource Change Order Project, its trigger event and the choice of projects from a list.',
			forbidden:
				'Ask the operator to allow the list for this credential, or do without the resource Change Order Project.',
		},
		unanswered: 'Test the credential: it asks for this list as well.',
	},
	...pageQuestions('changeOrderProjects', 'change order projects', {
		consequences: { page: NO_DELETIONS, absent: NO_DELETIONS, wrong: NO_DELETIONS },
	}),
	...pageQuestions('productCatalog', 'products of a catalog', {
		needs: [CATALOG_ID],
		consequences: { page: NAME_DELETIONS, absent: NAME_DELETIONS, wrong: NAME_DELETIONS },
	}),
	{
		id: 'productCatalog.form',
		question: 'Does the form of a catalog follow pageNumber and pageSize?',
		needs: [CATALOG_ID],
		ask: async ({ wholeCatalog }) => await wholeCatalog(),
		conclude: concludeForm,
		consequences: {
			alwaysLegacy: 'Expect only the older fields and no total, whichever operation you use.',
		},
		unanswered: 'Look at the fields of the first item of Get.',
	},
	{
		id: 'imported.byReading',
		question: 'Does reading a record by its ID mark its project as imported?',
		needs: SINGLE_IDS,
		ask: async ({ comparison }) => await comparison(),
		conclude: async ({ comparison }) => concludeImported(await comparison()),
		consequences: {
			yes: "Read by ID only what you import, and turn on 'Include Imported' in the filters of change order projects.",
		},
		unanswered:
			"Turn on 'Include Imported' in the filters of change order projects, so that none is hidden.",
	},
	{
		id: 'lists.withoutId',
		question: 'Which paths return records without an ID?',
		needs: IDS_TO_TRY.map(({ key }) => key),
		ask: async ({ pathsWithoutId }) => await pathsWithoutId(),
		conclude: concludeWithoutId,
		otherwise: 'Read these paths with Get From Path to learn the IDs.',
		unanswered:
			'Ask the operator which lists the service has beside those of the API documentation.',
	},
	fieldQuestion(
		'fields.undocumented',
		'Which fields came that the API documentation does not have?',
		"Enter the names under 'Other Fields' to select them; raw items have them.",
		'that are not documented',
		({ undocumented }) => undocumented,
	),
	fieldQuestion(
		'fields.retyped',
		'Which fields came with a type other than documented?',
		'Convert these fields in expressions before you compare or send them.',
		'with another type',
		({ documented, retyped }) => [...documented].filter((name) => retyped.has(name)),
	),
	fieldQuestion(
		'fields.neverSeen',
		'Which documented fields never came, in records that did?',
		'Do not rely on these fields before you have seen them in an item.',
		'that never came',
		({ documented, writtenAs }) => [...documented].filter((name) => !writtenAs.has(name)),
	),
	{
		id: 'age.newest',
		question: 'How new is the newest record that came?',
		conclude: (_, { newest }) => ({
			answer: newest,
			evidence: newest
				? 'The newest UpdatedOn or PublishedOn of all records that came'
				: 'No UpdatedOn or PublishedOn came that can be read',
		}),
		otherwise: 'If this is long ago, ask the operator when the service exported last.',
		unanswered: ENTER_ID,
	},
];
