// The judges of a check: what each question's answer rests on, and that nothing is guessed.
import { CHECKED } from '../../api/checkedFields';
import { isRecord } from '../../api/schema/types';
import { messageIn } from '../../wire/errorMessage';
import { type Evidence, hasId, MAX_CLIENTS, projectsRead, type VariedRead } from './evidence';
import {
	isInvalid,
	type Judgement,
	type ListSeen,
	pageText,
	type Reliability,
	unknown,
} from './pagesSeen';
import {
	bodyOf,
	type FieldSeen,
	isFound,
	isNeverSet,
	isRecordOf,
	member,
	type TypeSeen,
} from './recordsSeen';
import { isPassingStatus, type Response } from './responses';

function responseText(response: Response | undefined): string {
	return response ? pageText(response) : 'Not asked.';
}

function texts(...responses: ReadonlyArray<Response | undefined>): string {
	return responses.flatMap((response) => (response ? [responseText(response)] : [])).join('; ');
}

function isAnswered({ came }: Response): boolean {
	return came === 'data' || came === 'nothing';
}

export function judgeReachable({ asker: { responses } }: Evidence): Judgement {
	const [first] = responses;
	if (!first) return unknown('Nothing was asked.');
	const isService = (response: Response) =>
		isAnswered(response) ||
		response.came === 'tooLarge' ||
		(response.came === 'status' &&
			![404, 405, 407].includes(response.status ?? 0) &&
			!isPassingStatus(response.status ?? 0));
	const proof = responses.find(isService);
	if (proof) return { answer: 'yes', evidence: responseText(proof) };
	if (responses.every(({ came }) => came === 'noResponse'))
		return { answer: 'no', evidence: responseText(first) };
	return unknown(
		`${responseText(first)}: the base URL is wrong, or something in front of the service answers for it.`,
	);
}

export function judgeAuthentication(
	{ asker: { responses } }: Evidence,
	hasCredential: boolean,
): Judgement {
	const taken = responses.find(isFound);
	if (taken)
		return { answer: hasCredential ? 'accepted' : 'notRequired', evidence: responseText(taken) };
	const statuses = responses.filter(({ came }) => came === 'status');
	const [first] = statuses;
	const refusal = statuses.find(({ status }) => status === 401);
	// A service may lack the list, which is asked for first.
	const isAll = statuses.every(
		({ status, endpoint }) =>
			status === 401 || (status === 404 && endpoint.path === first.endpoint.path),
	);
	if (refusal && isAll) return { answer: 'refused', evidence: responseText(refusal) };
	const [any] = responses;
	return unknown(
		`${responseText(any)}: no record and no list came, so the credential is wrong, or something else is.`,
	);
}

/** Whether a format comes when it is asked for. */
export function judgeFormat(
	response: Response | undefined,
	format: 'json' | 'xml',
	{ isAnswer }: Reliability,
): Judgement {
	if (!response) return unknown('Not asked.');
	const evidence = responseText(response);
	if (response.format !== undefined && response.came === 'data')
		return { answer: response.format === format ? 'yes' : 'no', evidence };
	const { came, status = 0 } = response;
	const isRefused = came === 'status' && ![401, 403, 404, 407].includes(status);
	return isRefused && isAnswer(response) ? { answer: 'no', evidence } : unknown(evidence);
}

const CONTRACTS = /schemas\.datacontract\.org|schemas\.microsoft\.com\/2003\/10\/Serialization/;
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
/** Fewer names may be in both orders by chance. */
const MIN_NAMES = 5;

export function judgeDialect({ asker: { responses } }: Evidence): Judgement {
	const response = responses.find(({ came, format }) => came === 'data' && format === 'xml');
	if (!response) return unknown('No XML came.');
	const { rootTag, firstNames } = response;
	const prefix = new RegExp(`xmlns:(\\w+)\\s*=\\s*["']${INSTANCE}["']`).exec(rootTag)?.[1];
	// The fields of a base class come first, each class in its own order.
	const falls = firstNames.filter((name, place) => place > 0 && name < firstNames[place - 1]);
	const isSorted = falls.length === 0 || (prefix === 'i' && falls.length === 1);
	const order =
		firstNames.length < MIN_NAMES ? 'too few' : isSorted ? 'in alphabetical order' : 'not sorted';
	const namespaces = [
		...(CONTRACTS.test(rootTag) ? ['the namespace of data contracts'] : []),
		...(prefix === undefined ? [] : [`the prefix ${prefix} for nulls`]),
	];
	const evidence = `${responseText(response)}: ${namespaces.join(', ') || 'no namespace'}; names ${order}`;
	const isUnsorted = order === 'not sorted';
	if (CONTRACTS.test(rootTag) || (prefix === 'i' && !isUnsorted))
		return { answer: 'DataContractSerializer', evidence };
	if (prefix === 'xsi' || /xmlns:xsd\s*=/.test(rootTag) || (prefix === undefined && isUnsorted))
		return { answer: 'XmlSerializer', evidence };
	return unknown(`${evidence}: both write this.`);
}

/** So much of the names has to be as documented, or other spellings are fields that are not documented. */
const MOST = 0.9;

export function judgeNames({ records }: Evidence): Judgement {
	const { asDocumented, camelCase, other } = records.spellings();
	const count = asDocumented + camelCase.size + other.size;
	if (count === 0) return unknown('No record came.');
	const evidence = `Of ${count} documented fields that came, ${asDocumented} are written as documented, ${camelCase.size} in camelCase and ${other.size} otherwise`;
	// Without its ID, a record is of no use.
	const losesIds = [...camelCase, ...other].some((name) => name.endsWith(CHECKED.id));
	if (asDocumented >= MOST * count && !losesIds) return { answer: 'asDocumented', evidence };
	if (camelCase.size === count) return { answer: 'camelCase', evidence };
	return { answer: 'other', evidence };
}

interface Place {
	readonly type: TypeSeen;
	readonly seen: FieldSeen;
}

function placesOf({ records }: Evidence): Place[] {
	return [...records.types.values()].flatMap((type) =>
		[...type.fields.values()].map((seen) => ({ type, seen })),
	);
}

function nameOf({ type, seen }: Place): string {
	return `${type.name}.${seen.field.name}`;
}

/** Whether a field came in some records of its type and not in others. */
function isSometimesAbsent({ type, seen }: Place): boolean {
	return seen.came > 0 && seen.came < type.count;
}

/** In this many records, a field that can be left out would be present once and missing once. */
const MANY_RECORDS = 10;
/** This many null fields are not a coincidence where none is missing. */
const MANY_NULLS = 8;

/** The types of records that lack several fields and show no null: they may leave nulls out. */
function typesWithoutNulls({ records }: Evidence): TypeSeen[] {
	return [...records.types.values()].filter(({ fields }) => {
		const seen = [...fields.values()];
		const missing = seen.filter(({ came }) => came === 0);
		return missing.length > 1 && seen.every(({ nulls }) => nulls === 0);
	});
}

export function judgeNulls(evidence: Evidence): Judgement {
	const places = placesOf(evidence);
	if (places.length === 0) return unknown('No record came.');
	const isNull = places.find(({ seen }) => seen.nulls > 0);
	const isAbsent = places.find(isSometimesAbsent);
	const shown = [
		...(isNull ? [`${nameOf(isNull)} came as null`] : []),
		...(isAbsent ? [`${nameOf(isAbsent)} came in some records only`] : []),
	].join('; ');
	const isMany = places.some(({ type, seen }) => type.count >= MANY_RECORDS && seen.nulls > 0);
	const nulls = places.filter(({ seen }) => seen.nulls > 0).length;
	const isAllThere = nulls >= MANY_NULLS && places.every(({ seen }) => seen.came > 0);
	const records = [...evidence.records.types.values()].reduce((sum, { count }) => sum + count, 0);
	if (isNull && isAbsent) return { answer: 'both', evidence: shown };
	const silent = typesWithoutNulls(evidence).map(({ name }) => name);
	if (isNull && silent.length > 0)
		return unknown(`${shown}; but no null came in ${silent.join(', ')}, where fields are missing.`);
	if (isNull)
		return isMany || isAllThere
			? { answer: 'null', evidence: shown }
			: unknown(
					`${shown}; other fields did not come, because they are empty, or because the service does not have them.`,
				);
	if (isAbsent)
		return records >= MANY_RECORDS
			? { answer: 'absent', evidence: shown }
			: unknown(`${shown}: too few records came to tell whether others would be null.`);
	return unknown(
		'No field came as null, and none in some records only: what is empty is left out, or nothing was empty.',
	);
}

export function judgeOffsets(evidence: Evidence): Judgement {
	const dates = placesOf(evidence).filter(({ seen }) => seen.withOffset + seen.withoutOffset > 0);
	const withOffset = dates.filter(({ seen }) => seen.withOffset > 0);
	const without = dates.filter(({ seen }) => seen.withoutOffset > 0);
	const shown = [
		...withOffset.slice(0, 1).map((place) => `${nameOf(place)} came with an offset`),
		...without.slice(0, 1).map((place) => `${nameOf(place)} came without an offset`),
	].join('; ');
	const strange = placesOf(evidence).find(({ seen }) => seen.otherForm > 0);
	if (dates.length === 0)
		return unknown(
			strange ? `${nameOf(strange)} came in a form that is not ISO 8601.` : 'No date came.',
		);
	if (withOffset.length > 0 && without.length > 0) return { answer: 'mixed', evidence: shown };
	const count = dates.reduce((sum, { seen }) => sum + seen.withOffset + seen.withoutOffset, 0);
	const fields = new Set(dates.map(({ seen }) => seen.field.name));
	if (fields.size < 2) return unknown(`${shown}: dates of other fields may come otherwise.`);
	const alike = `${shown}, and so did all ${count} dates of ${fields.size} fields`;
	return { answer: without.length > 0 ? 'none' : 'offset', evidence: alike };
}

export function judgeUnset(evidence: Evidence): Judgement {
	const dates = placesOf(evidence).filter(({ seen }) => seen.field.schema.kind === 'date');
	const found = {
		'0001-01-01': dates.find(({ seen }) => seen.yearOne > 0),
		null: dates.find(({ seen }) => seen.nulls > 0),
		absent: dates.find(isSometimesAbsent),
	};
	const shown = Object.entries(found).flatMap(([how, place]) =>
		place ? [`${nameOf(place)}: ${how}`] : [],
	);
	const answers = Object.entries(found).filter(([, place]) => place);
	const isMixed = judgeNulls(evidence).answer === 'both' && !found['0001-01-01'];
	if (isMixed)
		return unknown(
			`${shown.join('; ')}: empty fields come both as null and not at all, so dates may, too.`,
		);
	const silent = typesWithoutNulls(evidence).find(({ fields }) =>
		[...fields.values()].some(({ came, field }) => came === 0 && field.schema.kind === 'date'),
	);
	if (found.null && silent)
		return unknown(
			`${shown.join('; ')}; but no null came in ${silent.name}, where dates are missing.`,
		);
	if (answers.length === 1) return { answer: answers[0][0], evidence: shown.join('; ') };
	return unknown(shown.join('; ') || 'No date came that is unset.');
}

export function judgeProjects({ first, asker, isAnswer }: Evidence): Judgement {
	if (!first) return unknown('Not asked.');
	const evidence = responseText(first);
	if (first.rows) return { answer: 'available', evidence };
	if (first.came !== 'status') return unknown(evidence);
	const { status = 0 } = first;
	const statuses = asker.responses.filter(({ came }) => came === 'status');
	const isRefusal = asker.responses.some((each) => each.status === 400 || each.status === 422);
	if ((status === 404 || status === 410) && (isAnswer(first) || isRefusal))
		return { answer: 'notFound', evidence };
	if (status === 404)
		return unknown(`${evidence}: the list is not there, or the base URL is wrong.`);
	const isAlways = statuses.every((each) => each.status === 403);
	if (status === 403 && (isAnswer(first) || isAlways)) return { answer: 'forbidden', evidence };
	if (status === 401 && isAnswer(first)) return { answer: 'forbidden', evidence };
	return unknown(evidence);
}

export function ofList(
	list: ListSeen | undefined,
	judge: (list: ListSeen, reliability: Reliability) => Judgement,
	reliability: Reliability,
): Judgement {
	if (!list) return unknown('The list was not read.');
	if (list.isChanging)
		return unknown(
			'The first page was another one when it was asked for again: the list changes, or reading it changes it.',
		);
	return judge(list, reliability);
}

/** How many fields of the older form must come before missing fields tell which form it is. */
const WHOLE_FORM = 0.9;

export function judgeForm(evidence: Evidence): Judgement {
	const { catalog, wholeCatalog: bare } = evidence;
	const start = catalog?.base === 0 ? catalog.zero : catalog?.first;
	const paged = isInvalid(start) ? catalog?.large : start;
	if (!bare?.rows || !paged?.rows) return unknown(texts(paged, bare) || 'Not asked.');
	const pages = [paged.rows, ...(catalog?.large?.rows ? [catalog.large.rows] : [])];
	const form = (isFull: boolean) => (isFull ? 'the full form' : 'no field of the full form alone');
	const fuller = new Set(pages.flatMap((rows) => [...rows.fuller]));
	const isPagedFull = fuller.size > 0 || pages.some(({ isFullCatalog }) => isFullCatalog);
	const isBareFull = bare.rows.fuller.size > 0 || bare.rows.isFullCatalog;
	const shown = `${responseText(paged)}, ${form(isPagedFull)}; ${responseText(bare)}, ${form(isBareFull)}`;
	if (isPagedFull && isBareFull) return { answer: 'alwaysFull', evidence: shown };
	if (isPagedFull) {
		const isProof =
			pages.some(({ isFullCatalog }) => isFullCatalog) ||
			bare.rows.ids.some((id) => fuller.has(id));
		return isProof
			? { answer: 'byParameters', evidence: shown }
			: unknown(`${shown}: other products came, so the form cannot be compared.`);
	}
	const products = [...evidence.records.types.values()].find(({ name }) => name === 'Product');
	const showsNulls = [...(products?.fields.values() ?? [])].some(({ nulls }) => nulls > 0);
	const share = Math.max(bare.rows.olderShare, ...pages.map(({ olderShare }) => olderShare));
	if (!isBareFull && bare.rows.keys.length > 0 && (showsNulls || share >= WHOLE_FORM))
		return { answer: 'alwaysLegacy', evidence: shown };
	return unknown(`${shown}: it is the older form, or those fields are empty.`);
}

export function judgeTasks({ tasksByProject: response }: Evidence): Judgement {
	if (!response) return unknown('Not asked.');
	const body = bodyOf(response);
	const evidence = responseText(response);
	if (body?.kind === 'record') return { answer: 'one', evidence: `${evidence}, one record` };
	if (body?.kind === 'list')
		return { answer: 'list', evidence: `${evidence}, a list of ${body.records.length}` };
	return unknown(evidence);
}

/** What the service answers for an ID that does not exist. */
function answerOfInvented({ own, varied }: VariedRead, { isAnswer }: Reliability) {
	if (!own || !isFound(own)) return undefined;
	if (varied.came === 'status') {
		const { status = 0 } = varied;
		if ([401, 403, 407].includes(status) || !isAnswer(varied)) return undefined;
		return status === 404 ? '404' : 'error';
	}
	const body = bodyOf(varied);
	switch (body?.kind) {
		case 'empty':
		case 'null':
			return body.kind;
		case 'list':
			return body.records.length === 0 ? 'empty' : undefined;
		case 'other':
			return messageIn(varied.value) === undefined ? undefined : 'error';
		default:
			return undefined;
	}
}

export function judgeUnknownIds(evidence: Evidence): Judgement {
	const { invented, otherCase } = evidence;
	if (invented.length === 0) return unknown('Not asked.');
	const shown = texts(...invented.map(({ varied }) => varied));
	const answers = new Set(invented.flatMap((each) => answerOfInvented(each, evidence) ?? []));
	const [answer] = answers;
	if (invented.some(({ varied }) => isInvalid(varied)) && otherCase?.varied.status === 404)
		return unknown(
			`${texts(...invented.map(({ varied }) => varied), otherCase.varied)}: perhaps the form of the invented ID is refused.`,
		);
	if (answers.size === 1) return { answer, evidence: shown };
	return unknown(
		answers.size > 1
			? `${shown}: this differs by the kind of record (${[...answers].join(', ')}).`
			: shown,
	);
}

/** Whether most of what a record holds beside its ID came again: a service may echo an ID in an empty record. */
function isSameRecord(record: unknown, again: unknown): boolean {
	if (!isRecord(record)) return false;
	const held = Object.entries(record).filter(([name, value]) => {
		return name !== CHECKED.id && !isNeverSet(value);
	});
	const same = held.filter(
		([name, value]) => JSON.stringify(value) === JSON.stringify(member(again, name)),
	);
	return same.length > held.length / 2;
}

export function judgeCase(evidence: Evidence): Judgement {
	const { otherCase, ids, invented } = evidence;
	if (!otherCase) return unknown('No record was found whose ID has letters.');
	const { own, varied, idName } = otherCase;
	const id = ids[idName] ?? '';
	const shown = texts(own, varied);
	if (!own || !hasId(own.value, id))
		return unknown(`${shown}: the record came without the ID that was asked for.`);
	if (hasId(varied.value, id) && isSameRecord(own.value, varied.value))
		return { answer: 'insensitive', evidence: shown };
	const answer = answerOfInvented(otherCase, evidence);
	const usual = invented.find((each) => each.idName === idName);
	const isNotFound =
		answer !== undefined &&
		(answer !== 'error' ||
			(usual?.varied.came === varied.came && usual.varied.status === varied.status));
	return isNotFound ? { answer: 'sensitive', evidence: shown } : unknown(shown);
}

export function judgeMissingClients(evidence: Evidence): Judgement {
	const { knownClients, withMissing, ids } = evidence;
	if (!knownClients || !withMissing) return unknown(texts(knownClients) || 'Not asked.');
	const entered = (ids.clientIds ?? []).slice(0, MAX_CLIENTS);
	const known = bodyOf(knownClients);
	const body = bodyOf(withMissing);
	const countOf = (records: readonly unknown[]) =>
		records.filter((record) => entered.some((id) => hasId(record, id))).length;
	const found = known?.kind === 'list' ? countOf(known.records) : 0;
	const shown = texts(knownClients, withMissing);
	if (found === 0) return unknown(`${shown}: none of the client IDs was found.`);
	if (withMissing.came === 'status') {
		const isError =
			![401, 403, 407].includes(withMissing.status ?? 0) && evidence.isAnswer(withMissing);
		return isError ? { answer: 'error', evidence: shown } : unknown(shown);
	}
	if (body?.kind === 'other' && messageIn(withMissing.value) !== undefined)
		return { answer: 'error', evidence: shown };
	if (body?.kind !== 'list') return unknown(shown);
	const nulls = body.records.filter((record) => record === null).length;
	const evidenceText = `${shown}: ${found} of ${entered.length} clients, then ${body.records.length} entries, ${nulls} of them null`;
	if (countOf(body.records) !== found) return unknown(evidenceText);
	if (nulls > 0) return { answer: 'null', evidence: evidenceText };
	if (body.records.length === found) return { answer: 'left out', evidence: evidenceText };
	return unknown(`${evidenceText}: an entry that is no client.`);
}

/** The rows that are missing from a later list, or have got another date of import. */
function changedRows(before: Response, after: Response): string[] {
	const [earlier, later] = [before.rows?.projects, after.rows?.projects];
	return [...(earlier ?? [])].flatMap(([key, { imported }]) =>
		later?.get(key)?.imported === imported ? [] : [key],
	);
}

export function judgeImported(evidence: Evidence): Judgement {
	const { before, again, after } = evidence;
	if (!before?.rows || !again?.rows || !after?.rows)
		return unknown(texts(before, again, after) || 'Not asked: the list and an ID are needed.');
	const shown = texts(again, after);
	const others = changedRows(before, again);
	if (others.length > 0)
		return unknown(
			`${texts(before, again)}: ${others.length} rows changed before anything was read by ID. Reading the list marks them, or someone else imports.`,
		);
	const read = projectsRead(evidence);
	const open = [...again.rows.projects].filter(
		([, { ids, imported }]) => imported === '' && ids.some((id) => read.has(id)),
	);
	const relevant = new Set(open.map(([key]) => key));
	if (relevant.size === 0)
		return unknown(`${shown}: no row of the list belongs to what was read by ID.`);
	const changed = changedRows(again, after);
	if (changed.length === 0)
		return {
			answer: 'no',
			evidence: `${shown}: no row changed at once; a mark that is set later would not be seen`,
		};
	if (changed.every((key) => relevant.has(key)))
		return { answer: 'yes', evidence: `${shown}: ${changed.length} rows of what was read changed` };
	return unknown(
		`${shown}: ${changed.length} rows changed, also of what was not read. Someone else imports, or reading marks more.`,
	);
}

/** Whether a response without an ID holds records; undefined where it cannot be told. */
function givesRecords(response: Response, { asker, isAnswer }: Evidence): boolean | undefined {
	const { came, format, endpoint, value, number } = response;
	if (came === 'tooLarge') return format === undefined ? undefined : true;
	if (came === 'nothing') return false;
	const isLater = asker.responses.some((each) => each.number > number && each.came === 'data');
	if (came === 'page' || came === 'redirect') return isLater ? false : undefined;
	if (came === 'status') return isAnswer(response) ? false : undefined;
	if (came !== 'data') return undefined;
	const body = bodyOf(response);
	if (body?.kind === 'record' || (response.rows?.keys.length ?? 0) > 0) return true;
	if (body?.kind === 'list') return body.records.some((record) => isRecordOf(endpoint, record));
	const isRows = (each: unknown) =>
		Array.isArray(each) && each.some((row) => isRecordOf(endpoint, row));
	return isRecord(value) && Object.values(value).some(isRows);
}

export function judgeWithoutId(evidence: Evidence): Judgement {
	const { withoutId, pathsWithId } = evidence;
	if (withoutId.length === 0) return unknown('Not asked.');
	const judged = withoutId.map((response) => ({
		response,
		gives: givesRecords(response, evidence),
	}));
	const open = judged.filter(({ gives }) => gives === undefined);
	const paths = judged.filter(({ gives }) => gives).map(({ response }) => response.endpoint.path);
	const shown = texts(...withoutId);
	if (!evidence.asker.responses.some(isFound))
		return unknown(`${shown}: no record and no list came to compare with.`);
	if (open.length > 0 || withoutId.length < pathsWithId) {
		const known = paths.length === 0 ? '' : ` Records came from ${paths.join(', ')}.`;
		return unknown(`${shown}: not all of ${pathsWithId} paths answered.${known}`);
	}
	return { answer: paths.length === 0 ? 'none' : paths.join(', '), evidence: shown };
}

/** The fields of the types that came, by `Record.Field`. */
export function fieldNames(
	evidence: Evidence,
	namesIn: (types: readonly TypeSeen[]) => Iterable<string>,
	words: string,
): Judgement {
	const byName = new Map<string, TypeSeen[]>();
	for (const type of evidence.records.types.values())
		byName.set(type.name, [...(byName.get(type.name) ?? []), type]);
	if (byName.size === 0) return unknown('No record came.');
	const names = [...byName].flatMap(([name, types]) =>
		[...namesIn(types)].map((field) => `${name}.${field}`),
	);
	const count = [...evidence.records.types.values()].reduce((sum, type) => sum + type.count, 0);
	const shown = `${count} records of ${[...byName.keys()].join(', ')}: ${names.length} fields ${words}`;
	return { answer: names.length === 0 ? 'none' : names.join(', '), evidence: shown };
}

export function undocumentedIn(types: readonly TypeSeen[]): Set<string> {
	return new Set(types.flatMap(({ undocumented }) => [...undocumented]));
}

export function retypedIn(types: readonly TypeSeen[]): Set<string> {
	return fieldsWhere(types, (seen) => seen.some(({ isRetyped }) => isRetyped));
}

export function neverSeenIn(types: readonly TypeSeen[]): Set<string> {
	return fieldsWhere(types, (seen) => seen.every(({ came }) => came === 0));
}

function fieldsWhere(
	types: readonly TypeSeen[],
	matches: (seen: readonly FieldSeen[]) => boolean,
): Set<string> {
	const names = new Set(types.flatMap(({ fields }) => [...fields.keys()]));
	return new Set(
		[...names].filter((name) => matches(types.flatMap(({ fields }) => fields.get(name) ?? []))),
	);
}

export function judgeAge(evidence: Evidence): Judgement {
	const { newest } = evidence.records;
	const strange = placesOf(evidence).find(({ seen }) => seen.otherForm > 0);
	return newest === undefined
		? unknown(
				`No UpdatedOn or PublishedOn came that can be read${strange ? `: ${nameOf(strange)} is not written by ISO 8601` : ''}.`,
			)
		: { answer: newest, evidence: 'The newest UpdatedOn or PublishedOn of all records that came' };
}

export function judgeSpeed({ asker: { sent } }: Evidence): Judgement {
	const times = sent
		.filter(({ status }) => status !== undefined)
		.map(({ milliseconds }) => milliseconds)
		.sort((a, b) => a - b);
	if (times.length === 0) return unknown('No request was answered.');
	const median = Math.round(times[Math.floor((times.length - 1) / 2)]);
	const shown = `${times.length} requests, from ${Math.round(times[0])} to ${Math.round(times[times.length - 1])} ms`;
	return { answer: String(median), evidence: shown };
}
