// The questions of a check: for each, what is asked, what is concluded from it, and what to set.
import { counted } from '../../wire/result';
import { concludeFirstPage, concludeTotal } from './concludePages';
import { CATALOG_ID, IDS_TO_TRY, PATHS_WITH_ID, SINGLE_IDS } from './idsToTry';
import { concludeImported } from './importedByReading';
import { type Conclusion, evidenceOf, isAboutRequest, type Outcome } from './outcome';
import type { PageProbe } from './pageProbe';
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

const reachable: CheckQuestion = {
	id: 'reachable',
	question: 'Does the service answer at the base URL?',
	conclude: ({ prober: { outcomes } }) => {
		const proof = outcomes.find(
			({ records, isOwnError = false, status = 0 }) =>
				records || (isOwnError && ![404, 405].includes(status)),
		);
		if (proof) return { answer: 'yes', evidence: evidenceOf(proof) };
		const [first] = outcomes;
		const evidence = evidenceOf(first);
		if (first && outcomes.every(({ kind }) => kind === 'noResponse'))
			return { answer: 'no', evidence };
		return {
			evidence: `${evidence}: no record, no list and no error of the service itself. The base URL is wrong, or something in front of the service answers for it`,
		};
	},
	consequences: {
		no: "Correct 'Base URL' in the credential, or open the network between n8n and the service.",
	},
	unanswered: "Check 'Base URL' in the credential: it is everything before /SI.",
};

const authentication: CheckQuestion = {
	id: 'authentication',
	question: 'Does the service accept the credential?',
	conclude: ({ prober: { found, outcomes }, hasCredential }) => {
		if (found)
			return { answer: hasCredential ? 'accepted' : 'notRequired', evidence: evidenceOf(found) };
		const refusal = outcomes.find(({ status }) => status === 401);
		// The list, which is asked for first, may not be there.
		if (refusal && outcomes.every(({ status = 0 }) => [401, 404].includes(status)))
			return { answer: 'refused', evidence: evidenceOf(refusal) };
		return { evidence: `${evidenceOf(outcomes[0])}: no record and no list came` };
	},
	consequences: {
		refused:
			"Choose another 'Authentication' in the credential, or ask the operator for valid values.",
	},
	unanswered: 'Ask the operator which authentication the service requires.',
};

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

const formatJson: CheckQuestion = {
	id: 'format.json',
	question: 'Does JSON come when it is asked for?',
	ask: async ({ projects }) => await projects(),
	conclude: ({ prober }) => concludeFormat('json', prober),
	sets: { name: 'responseFormat', values: { yes: 'json', no: 'xml' } },
};

const formatXml: CheckQuestion = {
	id: 'format.xml',
	question: 'Does XML come when it is asked for?',
	ask: async ({ xml }) => await xml(),
	conclude: ({ prober }) => concludeFormat('xml', prober),
};

const dateOffsets: CheckQuestion = {
	id: 'dates.offset',
	question: 'Do dates come with an offset from UTC?',
	ask: async ({ recordsById }) => await recordsById(),
	conclude: (_, { withOffset, withoutOffset }) => {
		const [one] = withOffset;
		const [other] = withoutOffset;
		const shown = [
			...(one === undefined ? [] : [`${one} came with an offset`]),
			...(other === undefined ? [] : [`${other} came without an offset`]),
		].join('; ');
		if (shown === '') return { evidence: 'No date in ISO 8601 came' };
		if (one !== undefined && other !== undefined) return { answer: 'mixed', evidence: shown };
		const names = new Set([...withOffset, ...withoutOffset].map((name) => name.split('.')[1]));
		if (names.size < 2) return { evidence: `${shown}: dates of other fields may come otherwise` };
		const evidence = `${shown}, and so did all dates of ${names.size} fields`;
		return { answer: one === undefined ? 'none' : 'offset', evidence };
	},
	consequences: {
		none: "Set 'Time Zone of Dates Without Offset' to the zone of the service: compare one date with its screens, or ask the operator.",
		mixed:
			"Set 'Time Zone of Dates Without Offset' to the zone of the dates without an offset: compare one with the screens of the service, or ask the operator.",
	},
	unanswered: 'Look at the dates of an item before you compare them.',
};

const projectList: CheckQuestion = {
	id: 'changeOrderProjects.list',
	question: 'Is the list of change order projects available?',
	ask: async ({ projects }) => await projects(),
	conclude: async ({ prober, projects }) => {
		const { pages } = await projects();
		const found = pages.find(({ page }) => page);
		if (found) return { answer: 'available', evidence: evidenceOf(found) };
		const [first] = pages;
		const evidence = evidenceOf(first);
		if (!first || !prober.isAnswer(first)) return { evidence };
		const { status = 0 } = first;
		if (status === 404 || status === 410) return { answer: 'notFound', evidence };
		return { answer: status === 401 || status === 403 ? 'forbidden' : undefined, evidence };
	},
	consequences: {
		notFound:
			'Do without the resource Change Order Project, its trigger event and the choice of projects from a list.',
		forbidden:
			'Ask the operator to allow the list for this credential, or do without the resource Change Order Project.',
	},
	unanswered: 'Test the credential: it asks for this list as well.',
};

/** The questions about the pages that `ask` reads. */
function pageQuestions(
	name: 'changeOrderProjects' | 'productCatalog',
	noun: string,
	ask: (session: CheckSession) => Promise<PageProbe>,
	{ needs, withoutTotal }: { readonly needs?: readonly string[]; readonly withoutTotal: string },
): CheckQuestion[] {
	return [
		{
			id: `${name}.total`,
			question: `What does the total of the ${noun} count?`,
			needs,
			ask,
			conclude: async (session) => concludeTotal(await ask(session), session.prober),
			consequences: { page: withoutTotal, absent: withoutTotal, wrong: withoutTotal },
		},
		{
			id: `${name}.firstPage`,
			question: `Which number does the first page of the ${noun} have?`,
			needs,
			ask,
			conclude: async (session) => concludeFirstPage(await ask(session), session.prober),
			sets: { name: 'firstPage', values: { '1': 1, '0': 0 } },
			unanswered: 'Compare the first item of a reading with the screens of the service.',
		},
	];
}

/** With fewer products, the fields of the full form may only have been empty. */
const MIN_PRODUCTS = 5;

const catalogForm: CheckQuestion = {
	id: 'productCatalog.form',
	question: 'Does the form of a catalog follow pageNumber and pageSize?',
	needs: [CATALOG_ID],
	ask: async ({ wholeCatalog }) => await wholeCatalog(),
	conclude: async ({ catalog, wholeCatalog }) => {
		const { pages } = await catalog();
		const filled = pages.filter(({ page }) => page && page.rows.length > 0);
		const whole = await wholeCatalog();
		const count = whole?.page?.rows.length ?? 0;
		const shown = evidenceOf(...filled, whole);
		if (!whole || filled.length === 0 || count === 0) return { evidence: shown };
		const isPagedFull = filled.some(isFullCatalog);
		const isWholeFull = isFullCatalog(whole);
		const text = (isFull: boolean) => `${isFull ? 'some' : 'none'} of the fields of the full form`;
		const evidence = `${shown}: in pages, ${text(isPagedFull)}; without pages, ${text(isWholeFull)}`;
		if (isPagedFull) return { answer: isWholeFull ? 'alwaysFull' : 'byParameters', evidence };
		const isOlder = !isWholeFull && count >= MIN_PRODUCTS;
		return { answer: isOlder ? 'alwaysLegacy' : undefined, evidence };
	},
	consequences: {
		alwaysLegacy: 'Expect only the older fields and no total, whichever operation you use.',
	},
	unanswered: 'Look at the fields of the first item of Get.',
};

const importedByReading: CheckQuestion = {
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
};

const listsWithoutId: CheckQuestion = {
	id: 'lists.withoutId',
	question: 'Which paths return records without an ID?',
	needs: IDS_TO_TRY.map(({ key }) => key),
	ask: async ({ pathsWithoutId }) => await pathsWithoutId(),
	conclude: async ({ pathsWithoutId, prober }) => {
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
	},
	otherwise: 'Read these paths with Get From Path to learn the IDs.',
	unanswered: 'Ask the operator which lists the service has beside those of the API documentation.',
};

/** How the names of documented fields are written. */
function writtenAsText({ writtenAs }: RecordStats): string {
	const others = [...writtenAs].filter(([name, written]) => !name.endsWith(`.${written}`));
	const [other] = others;
	if (!other) return 'names are written as documented';
	const [name, written] = other;
	return `${writtenAs.size - others.length} of ${writtenAs.size} names are written as documented, others like "${written}" for ${name.split('.')[1]}`;
}

/** Names of fields as an answer. `words` says what they are. */
function concludeFields(names: readonly string[], words: string, records: RecordStats): Conclusion {
	const { counts } = records;
	if (counts.size === 0) return { evidence: 'No record came' };
	const count = [...counts.values()].reduce((sum, each) => sum + each, 0);
	return {
		answer: names.join(', ') || 'none',
		evidence: `${counted(count, 'record')} of ${[...counts.keys()].join(', ')}: ${counted(names.length, 'field')} ${words}; ${writtenAsText(records)}`,
	};
}

const undocumentedFields: CheckQuestion = {
	id: 'fields.undocumented',
	question: 'Which fields came that the API documentation does not have?',
	conclude: (_, records) => concludeFields([...records.undocumented], 'not documented', records),
	otherwise: "Enter the names under 'Other Fields' to select them; raw items have them.",
	unanswered: ENTER_ID,
};

const retypedFields: CheckQuestion = {
	id: 'fields.retyped',
	question: 'Which fields came with a type other than documented?',
	conclude: (_, records) => {
		const names = [...records.documented].filter((name) => records.retyped.has(name));
		return concludeFields(names, 'with another type', records);
	},
	otherwise: 'Convert these fields in expressions before you compare or send them.',
	unanswered: ENTER_ID,
};

const fieldsNeverSeen: CheckQuestion = {
	id: 'fields.neverSeen',
	question: 'Which documented fields never came, in records that did?',
	conclude: (_, records) => {
		const names = [...records.documented].filter((name) => !records.writtenAs.has(name));
		return concludeFields(names, 'that never came', records);
	},
	otherwise: 'Do not rely on these fields before you have seen them in an item.',
	unanswered: ENTER_ID,
};

const newestChange: CheckQuestion = {
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
};

/** All questions, in the order of the answers. */
export const QUESTIONS: readonly CheckQuestion[] = [
	reachable,
	authentication,
	formatJson,
	formatXml,
	dateOffsets,
	projectList,
	...pageQuestions(
		'changeOrderProjects',
		'change order projects',
		async ({ projects }) => await projects(),
		{
			withoutTotal:
				'Expect only the deletions that the service names: no total shows that a project is missing.',
		},
	),
	...pageQuestions(
		'productCatalog',
		'products of a catalog',
		async ({ catalog }) => await catalog(),
		{
			needs: [CATALOG_ID],
			withoutTotal:
				"Set 'Find Deletions' of Get Changes to Named by the Service: no total shows that a product is missing.",
		},
	),
	catalogForm,
	importedByReading,
	listsWithoutId,
	undocumentedFields,
	retypedFields,
	fieldsNeverSeen,
	newestChange,
];
