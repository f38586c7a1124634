// Paths that a person enters, below the base URL: nothing else can be reached by them.
import { NotSentError } from '../transport/networkErrors';
import type { ServiceClient } from '../transport/serviceClient';
import { urlOf } from '../transport/serviceRequest';

/** What is wrong with a parameter; nothing was sent for it. */
export interface InputProblem {
	readonly ok: false;
	/** The name of the parameter, as it is saved. */
	readonly parameter: string;
	/** A sentence that names the parameter by its label. */
	readonly problem: string;
}

export type Checked<T> = { readonly ok: true; readonly value: T } | InputProblem;

/** Labels of the parameters, for messages. */
export const LABELS = {
	path: 'Path',
	query: 'Query',
	itemsUnder: 'Items Under',
	messageId: 'Message ID',
	statusPath: 'Status Path',
	statusField: 'Status Field',
	appliedValues: 'Applied Values',
	refusedValues: 'Refused Values',
	messageField: 'Message Field',
	waitMinutes: 'Wait Minutes',
} as const;

type ParameterName = keyof typeof LABELS;

export function inputProblem(parameter: ParameterName, problem: string): InputProblem {
	return { ok: false, parameter, problem: `'${LABELS[parameter]}' ${problem}` };
}

/** More decoding than any server does. */
const MAX_DECODINGS = 5;

// eslint-disable-next-line no-control-regex -- URLs lose some of them, so that what is checked is not what is sent.
const CONTROL = /[\u0000-\u001f\u007f]/;
const BROKEN_ESCAPE = /%(?![\da-f]{2})/i;

/** The text decoded once more; broken UTF-8 is read byte by byte. */
function decodedOnce(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text.replace(/%([\da-f]{2})/gi, (_, code: string) =>
			String.fromCharCode(Number.parseInt(code, 16)),
		);
	}
}

/** The text as a server may read it: as it is, and decoded once and again. */
function readingsOf(text: string): string[] {
	const readings = [text];
	for (let latest = text; readings.length <= MAX_DECODINGS;) {
		const next = decodedOnce(latest);
		if (next === latest) break;
		readings.push(next);
		latest = next;
	}
	return readings;
}

/** Whether a segment of a path leads to where it is or further up, also with parameters behind it. */
function hasDotSegment(path: string): boolean {
	// Some servers take full-width characters for those of ASCII.
	const segments = path.normalize('NFKC').split(/[/\\]/);
	return segments.some((segment) => /^\.{1,2}\s*(?:;.*)?$/.test(segment.trim()));
}

/** What is wrong with one reading of a path: the end of a sentence. */
function problemOfReading(path: string): string | undefined {
	const plain = path.normalize('NFKC');
	if (CONTROL.test(path)) return 'contains a control character or a line break';
	if (plain.startsWith('//')) return 'may not begin with two slashes';
	if (plain.includes('\\')) return 'contains a backslash';
	if (plain.includes('@')) return 'contains an @, which belongs to no path of the service';
	if (hasDotSegment(path)) return 'may not lead out of the base URL by "." or ".."';
	return undefined;
}

/** What is wrong with a path below the base URL: the end of a sentence; undefined for one that may be asked for. */
export function pathProblem(path: string): string | undefined {
	if (path.trim() === '') return 'is empty. Enter a path such as /SI/Subscribe/Projects';
	if (/^[a-z][a-z\d+.-]*:/i.test(path.trim()))
		return 'must be a path below the base URL of the credential, without an address in front of it';
	if (!path.startsWith('/'))
		return 'must begin with a slash: it is added to the base URL of the credential';
	if (path.includes('?')) return "contains a ?. Enter what follows it under 'Query'";
	if (path.includes('#')) return 'contains a #, which is never sent';
	if (BROKEN_ESCAPE.test(path)) return 'contains a % that begins no encoded character';
	if (/\p{Surrogate}/u.test(path)) return 'contains a broken character (half of a surrogate pair)';
	const problems = readingsOf(path).map(problemOfReading);
	return problems.find((problem) => problem !== undefined);
}

/** A path as it is sent; what is encoded already stays as it is. */
export function encodedPath(path: string): string {
	return encodeURI(path).replace(/%25(?=[\da-f]{2})/gi, '%');
}

/**
 * The client for paths that a person entered: it sends nothing to an address that is not below its base URL, also where
 * the service redirects to one.
 */
export function belowBaseUrl<C extends ServiceClient>(client: C): C {
	const base = new URL(urlOf(client, { path: '/' })).href;
	return {
		...client,
		sendHttp: async (request) => {
			if (!new URL(request.url).href.startsWith(base))
				throw new NotSentError(
					'The service redirected to an address that is not below the base URL of the credential',
				);
			return await client.sendHttp(request);
		},
	};
}
