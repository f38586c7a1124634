// The requests of a poll: pages of a list, and records by their IDs.
import type { IDataObject } from 'n8n-workflow';

import {
	type List,
	type ListPage,
	readPage,
	readRequest,
	readResponse,
	subjectOf,
} from '../../client/reads/read';
import type { Watch } from './watch';

function listOf({ endpoint, query, accept, noun, event }: Watch): List {
	const { key, alternativeKey } = endpoint;
	const keys = alternativeKey === undefined ? [key] : [key, alternativeKey];
	return {
		endpoint,
		accept,
		values: query,
		subject: subjectOf(endpoint, noun, query),
		// Where only the keys count, the rest is not even read.
		projection: event === 'productRemoved' ? { fields: keys } : undefined,
	};
}

/** @throws ServiceError */
export async function readListPage(watch: Watch, number: number, size: number): Promise<ListPage> {
	return await readPage(watch.client, listOf(watch), number, size);
}

/** The first page of the list, with only a few rows. */
export async function readFirstPage(watch: Watch): Promise<ListPage> {
	return await readListPage(watch, 1, Math.min(watch.pageSize, 10));
}

/** The record with an ID. */
export async function readRecord(watch: Watch, id: string): Promise<IDataObject> {
	const { client, endpoint, accept, noun } = watch;
	const values = { [endpoint.idParameter ?? '']: id };
	const request = readRequest(endpoint, values, accept, subjectOf(endpoint, noun, values));
	return (await readResponse(client, endpoint, request)) as IDataObject;
}
