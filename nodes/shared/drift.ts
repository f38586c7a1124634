// How responses differ from the API documentation, in sentences.
import { type ClientReport, MAX_PATHS } from '../../client/clientReport';
import { countText, type Drift } from '../../wire/result';
import { setBounded } from './state/bounded';

const DRIFT_TEXTS: Readonly<Record<keyof Drift, (noun: string, paths: string) => string>> = {
	undocumented: (noun, paths) =>
		`The service sent fields of the ${noun} that this version does not know: ${paths}. Raw items have those of the records unchanged; to select these, enter their names under 'Other Fields'.`,
	missing: (noun, paths) =>
		`The service sent no value for required fields of the ${noun}: ${paths}.`,
	retyped: (noun, paths) =>
		`The service sent fields of the ${noun} with a type other than documented: ${paths}.`,
	dropped: (noun, paths) =>
		`Fields of the ${noun} were dropped, since they came under two names or items cannot have theirs: ${paths}.`,
};

/** The differences between responses and the API documentation, in sentences. */
function driftText(noun: string, drift: Drift): string {
	const sentences = Object.entries(DRIFT_TEXTS).map(([kind, sentence]) => {
		const paths = drift[kind as keyof Drift];
		// At the bound, there may be more.
		const more = paths.length < MAX_PATHS ? '' : ' and possibly more';
		return paths.length === 0 ? '' : sentence(noun, `${paths.join(', ')}${more}`);
	});
	return sentences.filter((sentence) => sentence !== '').join(' ');
}

// The same differences in every execution are worth one line in n8n's log.
const loggedDrift = new Map<string, true>();
const MAX_LOGGED_DRIFT = 1000;

/** Whether this process has not logged yet how a service differs from the API documentation. */
export function isNewDrift(baseUrl: string, differences: string): boolean {
	const key = `${baseUrl} ${differences}`;
	const isNew = !loggedDrift.has(key);
	setBounded(loggedDrift, key, true, MAX_LOGGED_DRIFT);
	return isNew;
}

function nullsText(count: number): string {
	const entries = count === 1 ? '1 entry' : `${countText(count)} entries`;
	return `${entries} of the list came as null and ${count === 1 ? 'was' : 'were'} left out.`;
}

function contradictingText(count: number): string {
	const records =
		count === 1 ? '1 record that contradicts' : `${countText(count)} records that contradict`;
	return `${records} the filters came and ${count === 1 ? 'was' : 'were'} left out: the service seems to ignore 'Progresses' or 'Project ID'.`;
}

/**
 * How the responses of an execution differ from the API documentation; empty if they do not.
 *
 * @param noun the resource in a sentence ("product catalog")
 */
export function differencesText(
	{ contradicting, drift, nulls }: ClientReport,
	noun: string,
): string {
	const texts = [
		contradicting > 0 ? contradictingText(contradicting) : '',
		nulls > 0 ? nullsText(nulls) : '',
		drift ? driftText(noun, drift) : '',
	];
	return texts.filter(Boolean).join(' ');
}

/** That a service writes names otherwise than documented; empty if it does not. */
export function spellingText({ otherSpelling }: ClientReport): string {
	return otherSpelling === undefined
		? ''
		: `The service writes names otherwise than documented, such as ${otherSpelling}. Items have the documented names: nothing to do.`;
}
