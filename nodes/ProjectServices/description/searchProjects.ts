// The projects to choose from: the service lists them only with their change orders.
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { endpoints } from '../../../api';
import { listOf, NO_PAGE } from '../../../client/reads/list';
import { isNoSuchPage } from '../../../client/reads/pages';
import { shortHash } from '../../../client/values/hashes';
import { CREDENTIAL_TYPE } from '../../../credentials/credentialValues';
import { connect } from '../../shared/connection';
import { nodeError, parameterError } from '../../shared/errors';

function trimmedString(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

/**
 * A page of the projects that match a text, each once.
 *
 * @param paginationToken the number of the page, and what tells the page before, which a service may give again
 * @throws NodeApiError or NodeOperationError when the list cannot be read
 */
export async function searchProjects(
	context: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const node = context.getNode();
	const [endpoint] = endpoints.flatMap(({ endpoint: candidate }) =>
		candidate.kind === 'read' && candidate.choices?.of === 'projects' ? [candidate] : [],
	);
	const choices = endpoint?.choices;
	if (!choices) throw parameterError(node, 'The service has no list of projects');
	const client = connect(context, await context.getCredentials(CREDENTIAL_TYPE));
	const values = { ...choices.all, [choices.search]: filter === '' ? undefined : filter };
	const { fetchPage, firstPage } = listOf(client, { endpoint, values });
	const [page, before] = (paginationToken ?? '').split(' ');
	const first = firstPage === 0 ? 0 : 1;
	const number = page === '' ? first : Number(page);
	const { rows, keys } = await fetchPage(number).catch((error: unknown) =>
		number > first && isNoSuchPage(error) ? NO_PAGE : Promise.reject(nodeError(node, error)),
	);
	const hash = shortHash(keys.join('\n'));
	const isEnd = rows.length === 0 || hash === before;
	// Where nobody said it, page 0 tells whether pages are counted from 0; it may be page 1 again.
	const zero =
		page === '' && firstPage === 'findOut' ? await fetchPage(0).catch(() => NO_PAGE) : NO_PAGE;
	const names = new Map<string, string>();
	for (const row of [...zero.rows, ...(hash === before ? [] : rows)]) {
		const id = trimmedString(row[choices.id]);
		const labels = choices.labels.map((field) => trimmedString(row[field])).filter(Boolean);
		if (id !== '' && !names.has(id)) names.set(id, labels.join(' - ') || id);
	}
	return {
		results: [...names].map(([value, name]) => ({ name, value })),
		...(isEnd ? {} : { paginationToken: `${number + 1} ${hash}` }),
	};
}
