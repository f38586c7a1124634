// The questions of a check: for each, what is asked, what is concluded from it, and what to set.
import type { SettingName } from '../serviceSettings';
import { changedRows, concludeImported } from './importedByReading';
import { evidenceOf, isAboutRequest, isPassing, type Outcome } from './outcome';
import {
	type Conclusion,
	concludeFirstPage,
	concludeTotal,
	type PageProbe,
	unknown,
} from './pageProbe';
import type { Prober } from './prober';
import { givesRecords } from './records';
import type { FieldStats, RecordStats } from './recordStats';
import { CATALOG_ID, IDS_TO_TRY, PATHS_WITH_ID, SINGLE_IDS } from './idsToTry';
import type { CheckSession } from './session';

interface Question<Asked> {
	readonly id: string;
	readonly question: string;
	/** At least one of these IDs has to be entered. */
	readonly needs?: readonly string[];
	ask(session: CheckSession): Promise<Asked>;
	/** Concludes when everything was asked: later responses show whether an error was an answer. */
	conclude(asked: Asked, session: CheckSession): Conclusion;
	/** The setting that follows from an answer. */
	readonly sets?: {
		readonly name: SettingName;
		readonly values: Readonly<Record<string, string | number>>;
	};
	/** What to do, by the answer. */
	readonly consequences: Readonly<Record<string, string>>;
	/** The same for an answer that is no fixed word. */
	readonly otherwise?: string;
	/** What to do without an answer. */
	readonly unanswered: string;
}

/** A question of the table, whatever it asks for. */
export type CheckQuestion = Question<unknown>;

function question<Asked>(facts: Question<Asked>): CheckQuestion {
	return facts;
}

const NOTHING = 'Nothing.';
const ENTER_ID = 'Enter an ID at hand and run Check again.';

function concludeReachable({ outcomes }: Prober): Conclusion {
	const proof = outcomes.find(
		({ isFound, isOwnError = false, status = 0 }) =>
			isFound || (isOwnError && ![404, 405].includes(status)),
	);
	if (proof) return { answer: 'yes', evidence: evidenceOf(proof) };
	const [first] = outcomes;
	if (first && outcomes.every(({ kind }) => kind === 'noResponse'))
		return { answer: 'no', evidence: evidenceOf(first) };
	return unknown(
		`${evidenceOf(first)}: no record, no list and no error of the service itself. The base URL is wrong, or something in front of the service answers for it.`,
	);
}

function concludeAuthentication({ outcomes }: Prober, hasCredential: boolean): Conclusion {
	const taken = outcomes.find(({ isFound }) => isFound);
	if (taken)
		return { answer: hasCredential ? 'accepted' : 'notRequired', evidence: evidenceOf(taken) };
	const errors = outcomes.filter(({ kind }) => kind === 'status');
	const refusal = errors.find(({ status }) => status === 401);
	// The list, which is asked for first, may not be there.
	const [first] = outcomes;
	const isAlways = errors.every(
		({ status, probe }) =>
			status === 401 || (status === 404 && probe.endpoint === first?.probe.endpoint),
	);
	if (refusal && isAlways) return { answer: 'refused', evidence: evidenceOf(refusal) };
	return unknown(
		`${evidenceOf(first)}: no record and no list came. The credential is wrong, or something else is.`,
	);
}

/** Whether a format comes when it is asked for. */
function concludeFormat(
	outcome: Outcome | undefined,
	format: 'json' | 'xml',
	prober: Prober,
): Conclusion {
	const evidence = evidenceOf(outcome);
	if (!outcome) return unknown(evidence);
	if (outcome.isFound) return { answer: outcome.format === format ? 'yes' : 'no', evidence };
	const isRefused = isAboutRequest(outcome) && outcome.status !== 404;
	return isRefused && prober.isAnswer(outcome) ? { answer: 'no', evidence } : unknown(evidence);
}

/** Asks for something in XML that was found in JSON. */
async function askForXml(session: CheckSession): Promise<Outcome | undefined> {
	const { prober } = session;
	const { xml, second } = await session.projects();
	if (xml?.isFound || (second?.isFound && isAboutRequest(xml))) return xml;
	let found = prober.outcomes.find(({ isFound }) => isFound);
	if (!found) {
		await session.recordsById();
		await session.catalog();
		await session.recordsByIds();
		found = prober.outcomes.find(({ isFound }) => isFound);
	}
	if (found?.accept === 'xml') return found;
	return found && (await prober.repeat(found, { accept: 'xml', mayFail: true }));
}

function concludeOffsets({ records }: CheckSession): Conclusion {
	const fields = records.fields();
	const withOffset = fields.filter(({ stats }) => stats.withOffset > 0);
	const without = fields.filter(({ stats }) => stats.withoutOffset > 0);
	const strange = fields.find(({ stats }) => stats.otherForm > 0);
	const shown = [
		...withOffset.slice(0, 1).map(({ name }) => `${name} came with an offset`),
		...without.slice(0, 1).map(({ name }) => `${name} came without an offset`),
	].join('; ');
	if (shown === '')
		return unknown(strange ? `${strange.name} is not written by ISO 8601` : 'No date came');
	if (withOffset.length > 0 && without.length > 0) return { answer: 'mixed', evidence: shown };
	const dates = [...withOffset, ...without];
	const names = new Set(dates.map(({ stats }) => stats.field.name));
	if (names.size < 2) return unknown(`${shown}: dates of other fields may come otherwise.`);
	const count = dates.reduce((sum, { stats }) => sum + stats.withOffset + stats.withoutOffset, 0);
	const evidence = `${shown}, and so did all ${count} dates of ${names.size} fields`;
	return { answer: without.length > 0 ? 'none' : 'offset', evidence };
}

function concludeList({ first, other }: PageProbe, prober: Prober): Conclusion {
	const shown = evidenceOf(first);
	const page = [first, other].find((each) => each?.page);
	if (page) return { answer: 'available', evidence: evidenceOf(page) };
	if (first?.kind !== 'status') return unknown(shown);
	const { status = 0 } = first;
	if (!prober.isAnswer(first))
		return unknown(`${shown}: nothing else came that shows whether this is about the list.`);
	if (status === 404 || status === 410) return { answer: 'notFound', evidence: shown };
	if (status === 401 || status === 403) return { answer: 'forbidden', evidence: shown };
	return unknown(shown);
}

function concludePages(
	probe: PageProbe | undefined,
	conclude: typeof concludeTotal,
	{ prober }: CheckSession,
): Conclusion {
	return probe ? conclude(probe, prober) : unknown('The list was not read');
}

/** How many of the fields of the older form must come before missing fields tell which form it is. */
const WHOLE_FORM = 0.9;

interface CatalogForms {
	readonly pages: readonly Outcome[];
	readonly whole: Outcome | undefined;
}

async function askCatalogForms(session: CheckSession): Promise<CatalogForms> {
	const { first, second } = (await session.catalog()) ?? {};
	const pages = [first, second].filter((page) => page?.page !== undefined) as Outcome[];
	return { pages, whole: pages.length > 0 ? await session.wholeCatalog() : undefined };
}

function concludeForm({ pages, whole }: CatalogForms, { records }: CheckSession): Conclusion {
	if (!whole?.page) return unknown(evidenceOf(...pages, whole));
	const formOf = (isFull: boolean) =>
		isFull ? 'the full form' : 'no field of the full form alone';
	const isFull = ({ page }: Outcome) =>
		page?.isFullCatalog === true || (page?.fuller.size ?? 0) > 0;
	const [isPagedFull, isWholeFull] = [pages.some(isFull), isFull(whole)];
	const evidence = `${evidenceOf(pages[0])}, ${formOf(isPagedFull)}; ${evidenceOf(whole)}, ${formOf(isWholeFull)}`;
	if (isPagedFull && isWholeFull) return { answer: 'alwaysFull', evidence };
	if (isPagedFull) {
		const keys = new Set(whole.page.keys);
		const isSameProduct = pages.some(
			({ page }) => page?.isFullCatalog || [...(page?.fuller ?? [])].some((key) => keys.has(key)),
		);
		return isSameProduct
			? { answer: 'byParameters', evidence }
			: unknown(`${evidence}: other products came, so the form cannot be compared.`);
	}
	const products = [...records.types.values()].find(({ name }) => name === 'Product');
	const hasNulls = [...(products?.fields.values() ?? [])].some(({ types }) => types.has('null'));
	const share = Math.max(...[whole, ...pages].map(({ page }) => page?.olderShare ?? 0));
	if (!isWholeFull && whole.page.keys.length > 0 && (hasNulls || share >= WHOLE_FORM))
		return { answer: 'alwaysLegacy', evidence };
	return unknown(`${evidence}: it is the older form, or those fields are empty.`);
}

interface PathsWithoutId {
	readonly isMarking: boolean;
	readonly outcomes: readonly Outcome[];
}

async function askWithoutId(session: CheckSession): Promise<PathsWithoutId> {
	const { prober } = session;
	const comparison = await session.comparison();
	const isMarking = comparison !== undefined && changedRows(comparison).length > 0;
	const outcomes: Outcome[] = [];
	for (const { endpoint } of isMarking ? [] : PATHS_WITH_ID) {
		// The last request is kept for one that succeeds: it tells failures from answers.
		const outcome = prober.left > 1 ? await prober.ask({ endpoint, mayFail: true }) : undefined;
		if (outcome) outcomes.push(outcome);
	}
	await session.recordsByIds();
	await prober.confirmStillAnswers();
	return { isMarking, outcomes };
}

function concludeWithoutId(
	{ isMarking, outcomes }: PathsWithoutId,
	{ prober }: CheckSession,
): Conclusion {
	if (isMarking)
		return unknown('Not asked: rows of the list changed while records were read by ID');
	const evidence = evidenceOf(...outcomes);
	if (!prober.outcomes.some((each) => each.isFound && !outcomes.includes(each)))
		return unknown(`${evidence}: no record and no list came to compare with.`);
	const paths = outcomes.filter(givesRecords).map(({ probe }) => probe.endpoint.path);
	const isAnswered = (outcome: Outcome) =>
		['data', 'empty'].includes(outcome.kind) ||
		(['webPage', 'redirect'].includes(outcome.kind) && prober.outcomes.at(-1)?.isFound) ||
		(!isPassing(outcome) && prober.isAnswer(outcome));
	if (outcomes.length === PATHS_WITH_ID.length && outcomes.every(isAnswered))
		return { answer: paths.join(', ') || 'none', evidence };
	const known = paths.length === 0 ? '' : ` Records came from ${paths.join(', ')}.`;
	return unknown(`${evidence}: not all of ${PATHS_WITH_ID.length} paths answered.${known}`);
}

/** How the names of documented fields were written. */
function spellingText(records: RecordStats): string {
	const known = records.fields().filter(({ stats }) => stats.count > 0);
	const other = known.find(({ stats }) => stats.writtenAs !== stats.field.name);
	const asDocumented = known.filter(({ stats }) => stats.writtenAs === stats.field.name).length;
	if (!other) return 'names are written as documented';
	return `${asDocumented} of ${known.length} names are written as documented, others like "${other.stats.writtenAs}" for ${other.stats.field.name}`;
}

/** The names of fields of the records that came, and how names are written. */
function concludeFields(
	records: RecordStats,
	words: string,
	names: ReadonlySet<string>,
): Conclusion {
	const types = [...records.types.values()];
	if (types.length === 0) return unknown('No record came');
	const count = types.reduce((sum, type) => sum + type.count, 0);
	const typeNames = [...new Set(types.map(({ name }) => name))].join(', ');
	const evidence = `${count} records of ${typeNames}: ${names.size} fields ${words}; ${spellingText(records)}`;
	return { answer: [...names].join(', ') || 'none', evidence };
}

/** The documented fields, by `Record.Field`, of which this is true; two forms of a record share a name. */
function fieldsWhere(records: RecordStats, isTrue: (all: FieldStats[]) => boolean): Set<string> {
	const byName = new Map<string, FieldStats[]>();
	for (const { name, stats } of records.fields())
		byName.set(name, [...(byName.get(name) ?? []), stats]);
	return new Set([...byName].filter(([, all]) => isTrue(all)).map(([name]) => name));
}

function undocumentedFields({ types }: RecordStats): Set<string> {
	return new Set(
		[...types.values()].flatMap(({ name, undocumented }) =>
			[...undocumented].map((field) => `${name}.${field}`),
		),
	);
}

function concludeAge({ newest: { value } }: CheckSession): Conclusion {
	return value === undefined
		? unknown('No UpdatedOn or PublishedOn came that can be read')
		: { answer: value, evidence: 'The newest UpdatedOn or PublishedOn of all records that came' };
}

/** Asks for nothing more than the other questions. */
async function nothingMore(): Promise<void> {
	await Promise.resolve();
}

const NAME_DELETIONS =
	"Set 'Find Deletions' of Get Changes to Named by the Service: no total shows that a product is missing.";

/** The questions about a list that comes in pages. */
function pageQuestions(
	name: string,
	noun: string,
	{
		needs,
		ask,
		totals,
	}: Pick<Question<PageProbe | undefined>, 'needs' | 'ask'> & {
		readonly totals: CheckQuestion['consequences'];
	},
): CheckQuestion[] {
	return [
		question({
			id: `${name}.total`,
			question: `What does the total of the ${noun} count?`,
			needs,
			ask,
			conclude: (probe, session) => concludePages(probe, concludeTotal, session),
			consequences: totals,
			unanswered: NOTHING,
		}),
		question({
			id: `${name}.firstPage`,
			question: `Which number does the first page of the ${noun} have?`,
			needs,
			ask,
			conclude: (probe, session) => concludePages(probe, concludeFirstPage, session),
			sets: { name: 'firstPage', values: { '1': 1, '0': 0 } },
			consequences: {},
			unanswered: 'Compare the first item of a reading with the screens of the service.',
		}),
	];
}

/** All questions, in the order of the answers. */
export function questionsFor(hasCredential: boolean): readonly CheckQuestion[] {
	return [
		question({
			id: 'reachable',
			question: 'Does the service answer at the base URL?',
			ask: (session) => session.projects(),
			conclude: (_, { prober }) => concludeReachable(prober),
			consequences: {
				yes: NOTHING,
				no: "Correct 'Base URL' in the credential, or open the network between n8n and the service.",
			},
			unanswered: "Check 'Base URL' in the credential: it is everything before /SI.",
		}),
		question({
			id: 'authentication',
			question: 'Does the service accept the credential?',
			ask: nothingMore,
			conclude: (_, { prober }) => concludeAuthentication(prober, hasCredential),
			consequences: {
				accepted: NOTHING,
				refused:
					"Choose another 'Authentication' in the credential, or ask the operator for valid values.",
				notRequired: NOTHING,
			},
			unanswered: 'Ask the operator which authentication stands in front of the service.',
		}),
		question({
			id: 'format.json',
			question: 'Does JSON come when it is asked for?',
			ask: nothingMore,
			conclude: (_, { prober, refusedJson }) => {
				const found = prober.outcomes.find(({ isFound, accept }) => isFound && accept === 'json');
				return concludeFormat(refusedJson ?? found ?? prober.outcomes[0], 'json', prober);
			},
			sets: { name: 'responseFormat', values: { yes: 'json', no: 'xml' } },
			consequences: {},
			unanswered: NOTHING,
		}),
		question({
			id: 'format.xml',
			question: 'Does XML come when it is asked for?',
			ask: askForXml,
			conclude: (outcome, { prober }) => concludeFormat(outcome, 'xml', prober),
			consequences: { yes: NOTHING, no: NOTHING },
			unanswered: NOTHING,
		}),
		question({
			id: 'dates.offset',
			question: 'Do dates come with an offset from UTC?',
			ask: (session) => session.recordsById(),
			conclude: (_, session) => concludeOffsets(session),
			consequences: {
				offset: NOTHING,
				none: "Set 'Time Zone of Dates Without Offset' to the zone of the service: compare one date with its screens, or ask the operator.",
				mixed:
					"Set 'Time Zone of Dates Without Offset' to the zone of the dates without an offset: compare one with the screens of the service, or ask the operator.",
			},
			unanswered: 'Look at the dates of an item before you compare them.',
		}),
		question({
			id: 'changeOrderProjects.list',
			question: 'Is the list of change order projects available?',
			ask: (session) => session.projects(),
			conclude: (probe, { prober }) => concludeList(probe, prober),
			consequences: {
				available: NOTHING,
				notFound:
					'Do without the resource Change Order Project, its trigger event and the choice of projects from a list.',
				forbidden:
					'Ask the operator to allow the list for this credential, or do without the resource Change Order Project.',
			},
			unanswered: 'Test the credential: it asks for this list as well.',
		}),
		...pageQuestions('changeOrderProjects', 'change order projects', {
			ask: (session) => session.projects(),
			totals: { list: NOTHING, page: NOTHING, absent: NOTHING, wrong: NOTHING },
		}),
		...pageQuestions('productCatalog', 'products of a catalog', {
			needs: [CATALOG_ID],
			ask: (session) => session.catalog(),
			totals: {
				list: NOTHING,
				page: NAME_DELETIONS,
				absent: NAME_DELETIONS,
				wrong: NAME_DELETIONS,
			},
		}),
		question({
			id: 'productCatalog.form',
			question: 'Does the form of a catalog follow pageNumber and pageSize?',
			needs: [CATALOG_ID],
			ask: askCatalogForms,
			conclude: concludeForm,
			consequences: {
				byParameters: NOTHING,
				alwaysFull: NOTHING,
				alwaysLegacy: 'Expect only the older fields and no total, whichever operation you use.',
			},
			unanswered: 'Look at the fields of the first item of Get.',
		}),
		question({
			id: 'imported.byReading',
			question: 'Does reading a record by its ID mark its project as imported?',
			needs: SINGLE_IDS,
			ask: (session) => session.comparison(),
			conclude: (comparison) => concludeImported(comparison),
			consequences: {
				yes: "Read by ID only what you import, and turn on 'Include Imported' in the filters of change order projects.",
				no: NOTHING,
			},
			unanswered:
				"Turn on 'Include Imported' in the filters of change order projects, so that none is hidden.",
		}),
		question({
			id: 'lists.withoutId',
			question: 'Which paths return records without an ID?',
			needs: IDS_TO_TRY.map(({ key }) => key),
			ask: askWithoutId,
			conclude: concludeWithoutId,
			consequences: { none: NOTHING },
			otherwise: 'Read these paths with Get From Path to learn the IDs.',
			unanswered:
				'Ask the operator which lists the service has beside those of the API documentation.',
		}),
		question({
			id: 'fields.undocumented',
			question: 'Which fields came that the API documentation does not have?',
			ask: nothingMore,
			conclude: (_, { records }) =>
				concludeFields(records, 'that are not documented', undocumentedFields(records)),
			consequences: { none: NOTHING },
			otherwise: "Enter the names under 'Other Fields' to select them; raw items have them.",
			unanswered: ENTER_ID,
		}),
		question({
			id: 'fields.retyped',
			question: 'Which fields came with a type other than documented?',
			ask: nothingMore,
			conclude: (_, { records }) =>
				concludeFields(
					records,
					'with another type',
					fieldsWhere(records, (all) => all.some(({ hasOtherType }) => hasOtherType)),
				),
			consequences: { none: NOTHING },
			otherwise: 'Convert these fields in expressions before you compare or send them.',
			unanswered: ENTER_ID,
		}),
		question({
			id: 'fields.neverSeen',
			question: 'Which documented fields never came, in records that did?',
			ask: nothingMore,
			conclude: (_, { records }) =>
				concludeFields(
					records,
					'that never came',
					fieldsWhere(records, (all) => all.every(({ count }) => count === 0)),
				),
			consequences: { none: NOTHING },
			otherwise: 'Do not rely on these fields before you have seen them in an item.',
			unanswered: ENTER_ID,
		}),
		question({
			id: 'age.newest',
			question: 'How new is the newest record that came?',
			ask: nothingMore,
			conclude: (_, session) => concludeAge(session),
			consequences: {},
			otherwise: 'If this is long ago, ask the operator when the service exported last.',
			unanswered: ENTER_ID,
		}),
	];
}
