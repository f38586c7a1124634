// Redirects: only a read is redirected, and only within the service's own origin.
import type { Failure } from '../failures';

/** A safe limit for redirects that lead to redirects. */
export const maxRedirects = 5;

/** The URL to which a read was redirected within its origin; anything else is a failure. */
export function redirectTarget(failure: Failure, url: string): string | undefined {
	if (failure.kind !== 'redirect' || failure.status === 304) return undefined;
	const { location } = failure;
	if (location === '' || !URL.canParse(location, url)) return undefined;
	const target = new URL(location, url);
	return target.origin === new URL(url).origin ? target.href : undefined;
}
