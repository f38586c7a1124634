// The path of a transaction's status: below the base URL, with the MessageId where {MessageId} stands.

/** Half of a surrogate pair, which UTF-8 cannot hold. The editor loads this file, and nothing of wire/. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const PLACEHOLDER = '{MessageId}';
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:)?[/\\]{2}/i;
const DOT_SEGMENT = /(?:^|[/\\])\.{1,2}\s*(?:$|[/\\;])/;
/** How often a path is decoded for the check: more often than any server does it. */
const MAX_DECODINGS = 5;

/** Whether a path, as it is or decoded again by a server, has a part that leads up. */
function leadsUp(path: string): boolean {
	let reading = path;
	for (let count = 0; count <= MAX_DECODINGS; count++) {
		if (DOT_SEGMENT.test(reading)) return true;
		reading = reading.replace(/%([\da-f]{2})/gi, (_, code: string) =>
			String.fromCharCode(Number.parseInt(code, 16)),
		);
	}
	return false;
}

/** What is wrong with a status path: the end of a sentence; undefined for one that may be asked. */
export function statusPathProblem(entered: string): string | undefined {
	const text = entered.trim();
	const [path, ...queries] = text.split('?');
	const names = queries
		.join('?')
		.split('&')
		.map((pair) => pair.split('=')[0]);
	if (ADDRESS.test(text))
		return 'must be a path below the base URL, without an address in front of it';
	if (leadsUp(path)) return 'leads out of the base URL by "." or ".."';
	if (LONE_SURROGATE.test(text)) return 'has a broken character (half of a surrogate pair)';
	if (text.includes('#')) return 'has a #. What follows it is never sent';
	if (text.split(PLACEHOLDER).length !== 2)
		return `needs ${PLACEHOLDER} once, where the MessageId belongs`;
	if (names.some((name) => name.includes(PLACEHOLDER)))
		return `has ${PLACEHOLDER} in the name of a parameter. It belongs in the path or after a =`;
	return undefined;
}

/** The path and query of the status of a transaction; undefined for a MessageId that cannot stand there. */
export function statusPathOf(statusPath: string, messageId: string): string | undefined {
	if (LONE_SURROGATE.test(messageId)) return undefined;
	// Characters that a person encoded already, such as %20, are not encoded twice.
	const encoded = encodeURI(statusPath.trim().replace(/^(?!\/)/, '/'));
	const [before, after] = encoded.replace(/%25(?=[\da-f]{2})/gi, '%').split(encodeURI(PLACEHOLDER));
	const filled = `${before}${encodeURIComponent(messageId)}${after}`;
	return DOT_SEGMENT.test(filled.split('?')[0]) ? undefined : filled;
}
