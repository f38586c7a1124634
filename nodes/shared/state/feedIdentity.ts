// Whose state this is: a list of a service, as one node and one credential see it.
import { comparableQuery, type QueryValues } from '../../../client/reads/readRequest';
import { canonicalJson, shortHash } from '../../../client/values/hashes';
import type { Connection } from '../connection';

type Owner = Pick<Connection, 'baseUrl' | 'owner'>;

/** Identifies a list of a service, as one credential sees it with any key. */
export function feedIdentity(
	{ baseUrl, owner: { credential, user } }: Owner,
	path: string,
	query: QueryValues,
): string {
	return shortHash(canonicalJson([baseUrl, credential, user, path, comparableQuery(query)]));
}

/** In the words of a hint, how two cursors of one name and list may differ. */
const DIFFERENCES = [
	'another spelling of the list',
	'another credential',
	'another base URL',
	'another user name',
	'another key (token, password or header value)',
	'another Get Changes node',
] as const;

/** The parts of a cursor's key are short hashes: they only have to differ. */
const HASH_LENGTH = 10;
const SEPARATOR = '.';

/** The same for lists that a person may have meant to be one. */
function foldedList(path: string, query: QueryValues): string {
	return canonicalJson([path, comparableQuery(query)])
		.toLowerCase()
		.replace(/\s+/g, '');
}

/**
 * The keys of a cursor: of its list, for all nodes; and its own. Under the name "default" the cursor belongs to the key
 * as well, since an expression may give each tenant its own.
 */
export function cursorKeys(
	{ baseUrl, owner }: Owner,
	path: string,
	query: QueryValues,
	name: string,
	node: string,
) {
	const { credential, key, user } = owner;
	const spelling = canonicalJson(comparableQuery(query));
	const boundKey = name === 'default' ? key : '';
	const parts = [foldedList(path, query), spelling, credential, baseUrl, user, boundKey];
	const hashes = parts.map((part) => shortHash(part, HASH_LENGTH));
	const list = `${name} ${hashes.join(SEPARATOR)}`;
	return { list, own: `${list}${SEPARATOR}${shortHash(node, HASH_LENGTH)}` };
}

/** The name of a cursor in its key. */
export function cursorNameIn(key: string): string {
	return key.slice(0, key.lastIndexOf(' '));
}

function partsOf(key: string): string[] {
	return key.slice(key.lastIndexOf(' ') + 1).split(SEPARATOR);
}

/** How the cursor of this name and list that is most like a new one differs from it; undefined where there is none. */
export function differenceOf(key: string, others: readonly string[]): string | undefined {
	const [list, ...own] = partsOf(key);
	const differing = others
		.filter((other) => cursorNameIn(other) === cursorNameIn(key) && partsOf(other)[0] === list)
		.map((other) => {
			const [, ...parts] = partsOf(other);
			return DIFFERENCES.filter((_, index) => parts[index] !== own[index]);
		})
		.sort((a, b) => a.length - b.length);
	return differing[0]?.join(' and ');
}
