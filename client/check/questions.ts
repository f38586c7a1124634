// The questions of a check as data: what each needs, who judges it, and what follows from each answer.
import { CHECKED } from '../../api/checkedFields';
import type { Evidence } from './evidence';
import type { IdsToTry } from './idsToTry';
import {
	fieldNames,
	judgeAge,
	judgeAuthentication,
	judgeCase,
	judgeDialect,
	judgeForm,
	judgeFormat,
	judgeImported,
	judgeMissingClients,
	judgeNames,
	judgeNulls,
	judgeOffsets,
	judgeProjects,
	judgeReachable,
	judgeSpeed,
	judgeTasks,
	judgeUnknownIds,
	judgeUnset,
	judgeWithoutId,
	neverSeenIn,
	ofList,
	retypedIn,
	undocumentedIn,
} from './judges';
import {
	judgeBeyondEnd,
	judgeFirstPage,
	type Judgement,
	judgePageSize,
	judgeTotal,
	type ListSeen,
} from './pagesSeen';

/** What an answer rests on: the IDs of which one has to be entered. */
type Need = keyof IdsToTry;

export interface CheckQuestion {
	readonly id: string;
	readonly question: string;
	/** At least one of these IDs has to be entered. */
	readonly needs?: readonly Need[];
	readonly judge: (evidence: Evidence) => Judgement;
	/** What to set or avoid in this node, by the answer. */
	readonly consequences: Readonly<Record<string, string>>;
	/** The same for answers that are no fixed words. */
	readonly otherwise?: string;
	/** What to do without an answer. */
	readonly unanswered: string;
}

const BY_ID: readonly Need[] = [
	'taskId',
	'serviceOrderId',
	'servicePlanId',
	'purchaseOrderId',
	'timeSheetId',
];
const ANY_ID: readonly Need[] = [...BY_ID, 'productCatalogId'];

/** The questions about a paged list. */
function listQuestions(
	name: string,
	label: string,
	pick: (evidence: Evidence) => ListSeen | undefined,
	needs?: readonly Need[],
): CheckQuestion[] {
	const about = (
		part: string,
		question: string,
		judge: Parameters<typeof ofList>[1],
		texts: Pick<CheckQuestion, 'consequences' | 'unanswered'>,
	): CheckQuestion => ({
		id: `${name}.${part}`,
		question,
		needs,
		judge: (evidence) => ofList(pick(evidence), judge, evidence),
		...texts,
	});
	return [
		about('total', `What does the total of the ${label} count?`, judgeTotal, {
			consequences: {
				list: 'Get, Get Many and Get Changes work as they are: deletions can be concluded from whole readings.',
				page: "Lists are read until a page is empty; Get Changes concludes no deletion from this total, so set 'Find Deletions' to Named by the Service.",
				absent:
					"Lists are read until a page is empty; Get Changes concludes no deletion without a total, so set 'Find Deletions' to Named by the Service.",
				wrong:
					"Do not rely on the total, and set 'Find Deletions' of Get Changes to Named by the Service, since no reading counts as whole.",
			},
			unanswered:
				'Watch the hint of the first whole reading: it says when the total and the rows differ.',
		}),
		about('pageSize', `Does the service keep to the page size of the ${label}?`, judgePageSize, {
			consequences: {
				honoured: "Set 'Page Size' as it suits your memory and the time limits of the service.",
				capped: "Set 'Page Size' to the cap or less, since a larger one changes nothing.",
				ignored: "Leave 'Page Size' as it is: the service has a page size of its own.",
			},
			unanswered: "Leave 'Page Size' at its default.",
		}),
		about('firstPage', `Which number has the first page of the ${label}?`, judgeFirstPage, {
			consequences: {
				'1': 'Nothing to set: the node starts with page 1.',
				'0': "The node starts with page 1 and misses the first page: ask the operator, or read page 0 with Get From Path and pageNumber=0 under 'Query'.",
			},
			unanswered: 'Compare the first item of a reading with the screens of the service.',
		}),
		about('beyondEnd', `What comes after the last page of the ${label}?`, judgeBeyondEnd, {
			consequences: {
				empty: 'Nothing to set: an empty page ends a reading.',
				repeats: 'Nothing to set: a repeated page ends a reading, and its rows are given once.',
				error:
					"Nothing to set: 400, 404, 410, 416 and 422 after the first page end a reading; in loops with 'Page Number', stop at the total.",
			},
			unanswered: "Use 'Return All' instead of a loop of your own with 'Page Number'.",
		}),
	];
}

/** All questions, in the order of the answers. */
export function questionsFor(hasCredential: boolean): readonly CheckQuestion[] {
	return [
		{
			id: 'reachable',
			question: 'Does the service answer at the base URL?',
			judge: judgeReachable,
			consequences: {
				yes: 'The base URL of the credential is right.',
				no: 'Correct the base URL of the credential, or open the network between n8n and the service.',
			},
			unanswered: 'Check the base URL of the credential: it is everything before /SI.',
		},
		{
			id: 'authentication',
			question: 'Does the service take the credential?',
			judge: (evidence) => judgeAuthentication(evidence, hasCredential),
			consequences: {
				accepted: 'Keep the credential as it is.',
				refused:
					"Choose another 'Authentication' in the credential, or ask the operator for valid values.",
				notRequired: "Leave 'Authentication' of the credential at None.",
			},
			unanswered: 'Ask the operator which authentication stands in front of the service.',
		},
		{
			id: 'format.json',
			question: 'Does JSON come when it is asked for?',
			judge: (evidence) => judgeFormat(evidence.json, 'json', evidence),
			consequences: {
				yes: "Leave 'Response Format' at JSON, which is read fastest.",
				no: "Set 'Response Format' to XML.",
			},
			unanswered: "Leave 'Response Format' at JSON: what comes is read by what it is.",
		},
		{
			id: 'format.xml',
			question: 'Does XML come when it is asked for?',
			judge: (evidence) => judgeFormat(evidence.xml, 'xml', evidence),
			consequences: {
				yes: "'Response Format' may be XML where JSON fails.",
				no: "Leave 'Response Format' at JSON.",
			},
			unanswered: "Leave 'Response Format' at JSON: what comes is read by what it is.",
		},
		{
			id: 'xml.dialect',
			question: 'Which serializer of .NET writes the XML?',
			judge: judgeDialect,
			consequences: {
				XmlSerializer: "Nothing to set: the node reads it; 'Request Format' may be XML.",
				DataContractSerializer:
					"Set 'Request Format' to JSON, since a service that reads data contracts may expect its own namespace in XML.",
			},
			unanswered: "Set 'Request Format' to JSON.",
		},
		{
			id: 'names.case',
			question: 'How are the names of fields written?',
			judge: judgeNames,
			consequences: {
				asDocumented: 'Nothing to set.',
				camelCase:
					"Set 'Response Format' to XML if its names are as documented, since the node knows documented names only.",
				other:
					"Set 'Response Format' to XML if its names are as documented, since the node knows documented names only.",
			},
			unanswered: 'Enter an ID at hand and run Check again.',
		},
		{
			id: 'nulls',
			question: 'How do empty fields come?',
			judge: judgeNulls,
			consequences: {
				null: "Expect null in items; turn on 'Only Filled Fields' to leave such fields out.",
				absent: 'Expect fields to be absent from items, and test for that in expressions.',
				both: "Expect both null and absent fields; turn on 'Only Filled Fields' to make them alike.",
			},
			unanswered: "Turn on 'Only Filled Fields': then null and absent are alike.",
		},
		{
			id: 'dates.offset',
			question: 'Do dates come with an offset from UTC?',
			judge: judgeOffsets,
			consequences: {
				offset: 'Nothing to set: dates are moments.',
				none: 'Take dates as UTC in expressions, or ask the operator which time zone they are in.',
				mixed:
					'Ask the operator which time zone the dates without an offset are in before you compare dates.',
			},
			unanswered: 'Look at the dates of an item before you compare them.',
		},
		{
			id: 'dates.unset',
			question: 'How do dates come that were never set?',
			judge: judgeUnset,
			consequences: {
				'0001-01-01': 'Test for the year 1 in expressions: it means that a date is not set.',
				null: 'Test for null in expressions.',
				absent: 'Test whether the field is there in expressions.',
			},
			unanswered: 'Test for null, absent and the year 1 in expressions.',
		},
		{
			id: 'changeOrderProjects.list',
			question: 'Is the list of change order projects there?',
			judge: judgeProjects,
			consequences: {
				available: 'Get Many, Get Changes and the trigger for change order projects can be used.',
				notFound:
					'Avoid the resource Change Order Project and its trigger event; projects cannot be chosen from a list.',
				forbidden:
					'Ask the operator to allow the list for this credential, or avoid the resource Change Order Project.',
			},
			unanswered: 'Test the credential: it asks for this list, too.',
		},
		...listQuestions('changeOrderProjects', 'change order projects', ({ projects }) => projects),
		...listQuestions('productCatalog', 'products of a catalog', ({ catalog }) => catalog, [
			'productCatalogId',
		]),
		{
			id: 'productCatalog.form',
			question: 'Does the form of a catalog follow pageNumber and pageSize?',
			needs: ['productCatalogId'],
			judge: judgeForm,
			consequences: {
				byParameters: 'Use Get for all fields and Get (Legacy) for the older ones.',
				alwaysFull: 'Use Get: Get (Legacy) gives the same fields.',
				alwaysLegacy: 'Expect only the older fields and no total, whichever operation you use.',
			},
			unanswered: 'Use Get, and look at the fields of its first item.',
		},
		{
			id: 'tasks.byProject',
			question: 'Does a project give one task or a list of tasks?',
			needs: [CHECKED.projectQuery],
			judge: judgeTasks,
			consequences: {
				one: 'Expect one item from Get by Project, and ask the operator what comes for a project with several tasks.',
				list: 'Expect an item for each task from Get by Project.',
			},
			unanswered: 'Enter the ID of a project that has tasks and run Check again.',
		},
		{
			id: 'ids.unknown',
			question: 'What comes for an ID that does not exist?',
			needs: ANY_ID,
			judge: judgeUnknownIds,
			consequences: {
				'404': "Set 'On Error' to continue where IDs may be missing: the item says status 404.",
				empty:
					"Set 'On Error' to continue where IDs may be missing: an empty record is an error of the item.",
				null: "Set 'On Error' to continue where IDs may be missing: null is an error of the item.",
				error:
					"Set 'On Error' to continue, and do not take an error of the service for a failure: it may mean that the ID does not exist.",
			},
			unanswered: "Set 'On Error' to continue where IDs may be missing.",
		},
		{
			id: 'ids.case',
			question: 'Does the case of letters in an ID matter?',
			needs: ANY_ID,
			judge: judgeCase,
			consequences: {
				sensitive: 'Enter IDs exactly as the service writes them.',
				insensitive:
					'IDs may be entered in any case; compare them without regard to case in expressions.',
			},
			unanswered: 'Enter IDs exactly as the service writes them.',
		},
		{
			id: 'clients.missing',
			question: 'What comes for a client ID that does not exist, among others that do?',
			needs: ['clientIds'],
			judge: judgeMissingClients,
			consequences: {
				'left out':
					'Compare the items of Get by IDs with your IDs: what is missing does not exist.',
				null: 'Nothing to set: entries that are null are left out, and a hint counts them.',
				error:
					"Set 'On Error' to continue and send few IDs at once: one that is missing fails the whole request.",
			},
			unanswered: 'Compare the items of Get by IDs with your IDs.',
		},
		{
			id: 'imported.byReading',
			question: 'Does reading a record by its ID mark its project as imported?',
			needs: [...BY_ID, CHECKED.projectQuery],
			judge: judgeImported,
			consequences: {
				yes: "Read by ID only what you import, and turn on 'Include Imported' in the filters of change order projects.",
				no: 'Records may be read by ID as often as you like.',
			},
			unanswered:
				"Turn on 'Include Imported' in the filters of change order projects, so that nothing is lost from view.",
		},
		{
			id: 'lists.withoutId',
			question: 'Which paths give records without an ID?',
			judge: judgeWithoutId,
			consequences: { none: 'Take IDs from lists, other systems or the screens of the service.' },
			otherwise: 'Read these paths with Get From Path to learn the IDs.',
			unanswered:
				'Ask the operator which lists the service has beside those of the API documentation.',
		},
		{
			id: 'fields.undocumented',
			question: 'Which fields came that the API documentation does not have?',
			judge: (evidence) => fieldNames(evidence, undocumentedIn, 'that are not documented'),
			consequences: { none: 'Nothing to set.' },
			otherwise:
				"Raw items have these fields; to select them, enter their names under 'Other Fields'.",
			unanswered: 'Enter an ID at hand and run Check again.',
		},
		{
			id: 'fields.retyped',
			question: 'Which fields came with a type other than documented?',
			judge: (evidence) => fieldNames(evidence, retypedIn, 'with another type'),
			consequences: { none: 'Nothing to set.' },
			otherwise: 'Convert these fields in expressions before you compare or send them.',
			unanswered: 'Enter an ID at hand and run Check again.',
		},
		{
			id: 'fields.neverSeen',
			question: 'Which documented fields never came, in records that did?',
			judge: (evidence) => fieldNames(evidence, neverSeenIn, 'that never came'),
			consequences: { none: 'Nothing to set.' },
			otherwise: 'Do not build on these fields before you have seen them in an item.',
			unanswered: 'Enter an ID at hand and run Check again.',
		},
		{
			id: 'age.newest',
			question: 'How new is the newest record that came?',
			judge: judgeAge,
			consequences: {},
			otherwise:
				'If this is long ago, ask the operator when the service exported last before you poll it often.',
			unanswered: 'Enter an ID at hand and run Check again.',
		},
		{
			id: 'speed.median',
			question: 'How many milliseconds does a request take?',
			judge: judgeSpeed,
			consequences: {},
			otherwise:
				"Multiply this by your number of IDs or pages, divide it by 'Concurrency', and let workflows run less often than that takes.",
			unanswered: 'Run Check again when the service answers.',
		},
	];
}
