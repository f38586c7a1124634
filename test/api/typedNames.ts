// Compiled by tsc and never run: a misspelt name in an endpoint's facts is a compile error.
import { read, write } from '../../api/endpoint';
import { date, integer, list, record, required, string } from '../../api/schema/types';
import { PublishResponse } from '../../api/shared';

const Row = record('Row', { Id: string, Name: string, UpdatedOn: date });
const Page = record('Page', { Rows: list(Row), Total: integer, Deleted: list(string, 'string') });
const body = record('Body', { ListId: string, Rows: list(Row), Total: integer });

const reading = {
	method: 'GET',
	path: '/',
	name: 'Get',
	action: 'Get rows',
	description: 'Rows',
	query: { id: required(string), page: integer, size: integer },
	response: Page,
	rows: 'Rows',
	key: 'Id',
	simplified: ['Id', 'Name'],
} as const;
const writing = {
	path: '/',
	name: 'Publish',
	action: 'Publish rows',
	description: 'Rows',
	body,
	response: PublishResponse,
	records: 'Rows',
	key: 'Id',
	bodyParameters: { listId: 'ListId' },
} as const;

export const right = [
	read({ ...reading, idParameter: 'id', deletedIds: 'Deleted', changedOn: 'UpdatedOn' }),
	read({ ...reading, paging: { number: 'page', size: 'size', total: 'Total' } }),
	read({ ...reading, path: '/rows/{id}/of/{page}' }),
	write({ ...writing, method: 'PUT', path: '/rows/{ListId}' }),
	write({ ...writing, total: 'Total', identifyBy: ['listId', 'listId'] }),
];

export const misspelt = [
	// @ts-expect-error -- not a field of the response
	read({ ...reading, rows: 'Row' }),
	// @ts-expect-error -- a field of the response that is not a collection
	read({ ...reading, rows: 'Total' }),
	// @ts-expect-error -- not a field of a row
	read({ ...reading, simplified: ['Id', 'Nmae'] }),
	// @ts-expect-error -- a field of the response, not of a row
	read({ ...reading, key: 'Total' }),
	// @ts-expect-error -- not a field of a row
	read({ ...reading, alternativeKey: 'id' }),
	// @ts-expect-error -- not a field of a row
	read({ ...reading, changedOn: 'UpdatedAt' }),
	// @ts-expect-error -- not a field of a row
	read({ ...reading, changedOnTicks: 'UpdatedOnTick' }),
	// @ts-expect-error -- not a field of a row
	read({ ...reading, reasons: { renamed: 'Nmae' } }),
	// @ts-expect-error -- not a field of a row
	read({ ...reading, rowFilters: { search: ['Nmae'], equals: {} } }),
	// @ts-expect-error -- not a field of a row
	read({ ...reading, rowFilters: { search: [], equals: { names: 'Nmae' } } }),
	// @ts-expect-error -- not a collection of the response
	read({ ...reading, deletedIds: 'Total' }),
	// @ts-expect-error -- not a parameter of the query
	read({ ...reading, idParameter: 'Id' }),
	// @ts-expect-error -- not a parameter of the query
	read({ ...reading, paging: { number: 'pages', size: 'size', total: 'Total' } }),
	// @ts-expect-error -- not a parameter of the query
	read({ ...reading, paging: { number: 'page', size: 'pageSize', total: 'Total' } }),
	// @ts-expect-error -- not a field of the response
	read({ ...reading, paging: { number: 'page', size: 'size', total: 'Totals' } }),
	// @ts-expect-error -- not a parameter of the query
	read({ ...reading, path: '/rows/{id}/of/{Page}' }),
	// @ts-expect-error -- not a field of the body
	write({ ...writing, path: '/rows/{listId}' }),
	// @ts-expect-error -- not a method
	write({ ...writing, method: 'FETCH' }),
	// @ts-expect-error -- not a collection of the body
	write({ ...writing, records: 'Row' }),
	// @ts-expect-error -- not a field of a record
	write({ ...writing, key: 'ListId' }),
	// @ts-expect-error -- not a field of the body
	write({ ...writing, total: 'Totals' }),
	// @ts-expect-error -- not a collection of the body
	write({ ...writing, deletedIds: 'ListId' }),
	// @ts-expect-error -- not a field of the body
	write({ ...writing, bodyParameters: { listId: 'Id' } }),
	// @ts-expect-error -- not a node parameter
	write({ ...writing, identifyBy: ['listId', 'listName'] }),
];
