// Follows redirects of reads, within their origin only.
import { ambiguityIn } from './ambiguousPaths';
import type { Failure } from '../failures/failures';
import type { ServiceRequest, AttemptResult } from './serviceRequest';

const MAX_REDIRECTS = 5;

/** The URL to which a read was redirected within its origin, by a path that means one thing. */
function redirectTarget(
	{ status, location }: Extract<Failure, { kind: 'redirect' }>,
	url: string,
): string | undefined {
	if (status === 304 || location === '' || !URL.canParse(location, url)) return undefined;
	const target = new URL(location, url);
	const isSameOrigin = target.origin === new URL(url).origin;
	return isSameOrigin && ambiguityIn(target.pathname) === undefined ? target.href : undefined;
}

/**
 * Makes an attempt, and further ones where a read is redirected.
 *
 * @param attempt Makes one attempt at a URL
 */
export async function follow(
	{ method }: Pick<ServiceRequest, 'method'>,
	start: string,
	attempt: (url: string) => Promise<AttemptResult>,
): Promise<{ result: AttemptResult; url: string }> {
	for (let url = start, redirects = 0; ; redirects++) {
		const result = await attempt(url);
		const failure = 'failure' in result ? result.failure : undefined;
		if (failure?.kind !== 'redirect' || method !== 'GET') return { result, url };
		const target = redirectTarget(failure, url);
		if (target === undefined) return { result, url };
		if (redirects === MAX_REDIRECTS)
			return { result: { failure: { ...failure, isEndless: true } }, url };
		url = target;
	}
}
