// Whose state this is: a list of a service, as one credential sees it.
import type { INode } from 'n8n-workflow';

import { canonicalJson, shortHash } from '../../../client/hashes';
import { comparableQuery, type QueryValues } from '../../../client/reads/readRequest';
import { CREDENTIAL_TYPE } from '../../../credentials/credentialValues';

/** Identifies a list in what is stored of it: cursors, memories of accepted records and states of triggers. */
export function feedIdentity(
	{ credentials }: Pick<INode, 'credentials'>,
	baseUrl: string,
	path: string,
	query: QueryValues,
): string {
	// Another credential may lead to other data.
	const credential = credentials?.[CREDENTIAL_TYPE]?.id;
	return shortHash(canonicalJson([baseUrl, credential, path, comparableQuery(query)]));
}
