// The requests of a poll: pages of a list, and records by their ids.
import type { IDataObject } from 'n8n-workflow';

import type { Projection } from '../../wire/fast/projection';
import { fetchAnswer } from '../ProjectServices/answers';
import { answerTrouble, apiError, parameterError } from '../ProjectServices/errors';
import { type AnswerPage, pageOf } from '../ProjectServices/pages';
import { type FetchPage, SeriesProblem } from '../ProjectServices/paging';
import { readRequest } from '../ProjectServices/request';
import { type Pass, type Position, readPass } from './pass';
import type { Watch } from './watch';

/** What is wanted of the rows where only their ids count: the rest is not even read. */
const onlyIds: Projection = { fields: ['Id'] };

function pagesOf(watch: Watch): FetchPage<AnswerPage> {
	const { endpoint, query, accept, noun } = watch;
	const { paging } = endpoint;
	if (!paging) throw parameterError(watch.connection.node, 'This list does not come in pages');
	const subject = query.id === undefined ? undefined : `the ${noun} with the ID "${query.id}"`;
	const wanted = watch.event === 'productRemoved' ? onlyIds : undefined;
	return async (number, size) => {
		const paged = { ...query, [paging.number]: number, [paging.size]: size };
		const request = readRequest(endpoint, paged, accept, subject);
		const answer = await fetchAnswer(watch, request, undefined, wanted);
		return pageOf(answer as IDataObject, endpoint, paging);
	};
}

/**
 * Goes on with a pass until its end or until there is no time for another page.
 *
 * @throws NodeApiError when a request fails or the list cannot be read to its end
 */
export async function readOn(
	watch: Watch,
	start: Position,
	goOn: () => boolean,
	visit: (page: AnswerPage) => void,
): Promise<Pass> {
	const { node, baseUrl } = watch.connection;
	return await readPass(pagesOf(watch), start, goOn, visit).catch((error: unknown) => {
		const problem = error instanceof SeriesProblem;
		const circumstances = { write: false, url: baseUrl, attempts: 1 };
		return Promise.reject(
			problem ? apiError(node, answerTrouble(error.message, circumstances)) : error,
		);
	});
}

/** The first page of the list, with only a few rows. */
export async function readFirstPage(watch: Watch): Promise<AnswerPage> {
	return await pagesOf(watch)(1, Math.min(watch.pageSize, 10));
}

/** The record with an id. */
export async function readRecord(watch: Watch, id: string): Promise<IDataObject> {
	const { endpoint, accept, noun } = watch;
	const request = readRequest(endpoint, { id }, accept, `the ${noun} with the ID "${id}"`);
	return (await fetchAnswer(watch, request)) as IDataObject;
}
