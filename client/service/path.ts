// Paths that a person enters, below the base URL: nothing else can be reached by them.
import { ambiguityIn } from '../transport/ambiguousPaths';
import { NotSentError } from '../transport/networkErrors';
import type { ServiceClient } from '../transport/serviceClient';
import { urlOf } from '../transport/serviceRequest';

/** What is wrong with a parameter; nothing was sent for it. */
export interface InputProblem {
	readonly ok: false;
	/** The name of the parameter, as it is saved. */
	readonly parameter: string;
	/** The sentence whose beginning is the label of the parameter. */
	readonly problem: string;
}

export function inputProblem(parameter: string, problem: string): InputProblem {
	return { ok: false, parameter, problem };
}

const BROKEN_ESCAPE = /%(?![\da-f]{2})/i;

/** What is wrong with a path below the base URL: the end of a sentence; undefined for one that may be requested. */
export function pathProblem(entered: string): string | undefined {
	if (entered.trim() === '') return 'is empty. Enter a path such as /SI/Subscribe/Projects';
	if (/^[a-z][a-z\d+.-]*:/i.test(entered.trim()))
		return 'must be a path below the base URL of the credential, without an address in front of it';
	const path = withSlash(entered);
	if (path.includes('?')) return "contains a ?. Enter what follows it under 'Query'";
	if (path.includes('#')) return 'contains a #, which is never sent';
	if (BROKEN_ESCAPE.test(path)) return 'contains a % that begins no encoded character';
	if (path.includes('//', 1))
		return 'has an empty part (//). An expression that finds nothing leaves such a part';
	return ambiguityIn(path, (reading) => {
		const plain = reading.normalize('NFKC');
		if (plain.startsWith('//')) return 'may not begin with two slashes';
		return plain.includes('@')
			? 'contains an @, which belongs to no path of the service'
			: undefined;
	});
}

function withSlash(path: string): string {
	return path.trim().replace(/^(?!\/)/, '/');
}

/** A path as it is sent, with a slash in front; what is encoded already stays as it is. */
export function encodedPath(path: string): string {
	return encodeURI(withSlash(path)).replace(/%25(?=[\da-f]{2})/gi, '%');
}

/**
 * The client for paths that a person entered: it sends nothing to an address that is not below its base URL, also where
 * the service redirects to one.
 */
export function belowBaseUrl(client: ServiceClient): ServiceClient {
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
