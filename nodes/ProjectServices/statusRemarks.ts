// What is said of the statuses of transactions.
import type { StatusAnswer, UnknownCause } from '../../client/service/transactionStatus';
import { redact } from '../../client/failures/redaction';
import { truncate } from '../../client/failures/truncate';
import { SETTING_LABELS, type StatusSettings } from '../../client/serviceSettings';
import { countText, joinLimited } from '../../wire/result';
import type { Connection } from '../shared/connection';
import { quoted, withoutFullStop } from '../shared/errors';
import { labelOf } from '../shared/labels';

/** The empty settings of the credential that a status needs: "'Status Path' and 'Status Field'". */
export function missingSettings({
	path,
	field,
	appliedValues,
}: StatusSettings): { readonly labels: string; readonly are: 'is' | 'are' } | undefined {
	const labels = [
		...(path === '' ? [SETTING_LABELS.statusPath] : []),
		...(field === '' ? [SETTING_LABELS.statusField] : []),
		...(appliedValues.length === 0 ? [SETTING_LABELS.appliedValues] : []),
	].map(quoted);
	if (labels.length === 0) return undefined;
	const are = labels.length === 1 ? 'is' : 'are';
	return { labels: labels.join(', ').replace(/, (?=[^,]*$)/, ' and '), are };
}

const PATH = quoted(SETTING_LABELS.statusPath);
const FIELD = quoted(SETTING_LABELS.statusField);
const APPLIED = quoted(SETTING_LABELS.appliedValues);
const REFUSED = quoted(SETTING_LABELS.refusedValues);
const MAX_SHOWN_LENGTH = 80;

/**
 * What is said of the answers, in full sentences.
 *
 * @param wait The option that says how long to wait, and its value
 * @param subjectOf What MessageIds stand for, with a verb: "3 records in 1 request are"
 */
export function statusRemarks(
	answers: readonly StatusAnswer[],
	wait: { readonly option: 'waitMinutes' | 'confirmMinutes'; readonly minutes: number },
	{ secrets, settings: { statuses } }: Pick<Connection, 'secrets' | 'settings'>,
	subjectOf = (part: ReadonlySet<string>) =>
		`${countText(part.size)} of ${countText(answers.length)} MessageId${answers.length === 1 ? '' : 's'} ${part.size === 1 ? 'is' : 'are'}`,
): string[] {
	// Redacted before it is cut, or the beginning of a secret would stay.
	const listed = (texts: readonly string[]) =>
		joinLimited(
			[...new Set(texts)].map((text) => truncate(redact(text, secrets), MAX_SHOWN_LENGTH)),
			', ',
		);
	const counted = (part: readonly StatusAnswer[], text: string) => {
		const ids = new Set(part.map(({ result: { MessageId } }) => MessageId));
		return part.length === 0 ? [] : [`${subjectOf(ids)} ${text}`];
	};
	const ofCause = <K extends UnknownCause['kind']>(kind: K) =>
		answers.flatMap((answer) =>
			answer.cause?.kind === kind
				? [{ ...answer, cause: answer.cause as Extract<UnknownCause, { kind: K }> }]
				: [],
		);

	const pending = answers.filter(({ result: { status } }) => status === 'pending');
	const words = listed(
		pending.flatMap((answer) => (answer.words ?? []).map((word) => `"${word}"`)),
	);
	const ofWords =
		words === ''
			? ''
			: ` The service says ${words}, neither in ${APPLIED} nor in ${REFUSED} of the credential: if it is final, enter it there.`;
	const advice = wait.minutes > 0 ? 'To wait longer, raise' : 'To wait for the end, set';
	const notFound = ofCause('notFound');
	const isPathWrong = notFound.length > 1 && notFound.length === answers.length;
	const ofPath = isPathWrong
		? ` ${PATH} of the credential is probably wrong: it finds none of them.`
		: '';
	const failed = ofCause('failed');
	const [{ message = '', description = '' } = {}] = failed.map(({ cause }) => cause.error);
	const missing = missingSettings(statuses);
	return [
		...counted(pending, `still pending.${ofWords} ${advice} ${quoted(labelOf(wait.option))}.`),
		...counted(notFound, `unknown to the service (status 404).${ofPath}`),
		...counted(ofCause('notAsked'), `unknown, because it cannot stand in ${PATH}.`),
		...counted(
			ofCause('otherTransaction'),
			`unknown, because the response names another MessageId. Check where ${PATH} has {MessageId}.`,
		),
		...counted(
			ofCause('noEntry'),
			`unknown, because the service has no entry for it: the response is null, or has an empty list where ${FIELD} leads.`,
		),
		...counted(
			failed,
			`unknown, because the request failed: ${withoutFullStop(message)}. ${description.split('\n')[0]}`,
		),
		// One response is enough: the others have the same fields.
		...ofCause('noField')
			.slice(0, 1)
			.map(
				({ cause: { present } }) =>
					`The response lacks the field "${statuses.field}" of ${FIELD}: it has ${listed(present) || 'no fields'} there.`,
			),
		...ofCause('noRules')
			.slice(0, 1)
			.map(
				({ cause: { present } }) =>
					`Every status is unknown, because ${missing?.labels} of the credential ${missing?.are} empty. The response has the fields ${listed(present) || '(none)'}.`,
			),
	];
}
