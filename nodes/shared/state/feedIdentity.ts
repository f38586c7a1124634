// Whose state this is: a list of a service, as one credential sees it.
import { canonicalJson, shortHash } from '../../../client/values/hashes';
import { comparableQuery, type QueryValues } from '../../../client/reads/readRequest';
import type { Connection } from '../connection';

/** Identifies a list in what is stored of it: cursors and states of triggers. */
export function feedIdentity(
	{ baseUrl, identity }: Pick<Connection, 'baseUrl' | 'identity'>,
	path: string,
	query: QueryValues,
): string {
	return shortHash(canonicalJson([baseUrl, identity, path, comparableQuery(query)]));
}
