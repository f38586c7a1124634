// The projects to choose from: the service lists them only with their change orders.
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { endpoints } from '../../../api';
import { listSource, readSinglePage } from '../../../client/reads/listSource';
import { CREDENTIAL_TYPE } from '../../../credentials/credentialValues';
import { connect } from '../../shared/connection';
import { nodeError, parameterError } from '../../shared/errors';

const PAGE_SIZE = 50;

function trimmedString(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

/**
 * A page of the projects that match a text, each once.
 *
 * @param paginationToken the number of the page, and of the rows before it, as the page before gave them
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
	const [number = 1, before = 0] = (paginationToken ?? '').split(' ').map(Number).filter(Boolean);
	const client = connect(context, await context.getCredentials(CREDENTIAL_TYPE));
	const values = { ...choices.all, [choices.search]: filter === '' ? undefined : filter };
	const list = { endpoint, values, accept: client.settings.responseFormat };
	const { fetchPage } = listSource(client, list);
	const { rows, total } = await readSinglePage(fetchPage, number, PAGE_SIZE).catch(
		(error: unknown) => Promise.reject(nodeError(node, error)),
	);
	const read = before + rows.length;
	// A total that equals the rows of the first page may count only that page.
	const isLast = rows.length === 0 || (total === read && number > 1);
	const names = new Map<string, string>();
	for (const row of rows) {
		const id = trimmedString(row[choices.id]);
		const labels = choices.labels.map((field) => trimmedString(row[field])).filter(Boolean);
		if (id !== '' && !names.has(id)) names.set(id, labels.join(' - ') || id);
	}
	return {
		results: [...names].map(([value, name]) => ({ name, value })),
		...(isLast ? {} : { paginationToken: `${number + 1} ${read}` }),
	};
}
