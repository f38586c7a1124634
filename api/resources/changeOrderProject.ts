// Change order projects: the record and its endpoint.
import { read, type Resource } from '../endpoint';
import {
	boolean,
	date,
	decimal,
	describe,
	each,
	integer,
	list,
	record,
	string,
	withDefault,
} from '../schema/types';

export const COProjectInfo = record('COProjectInfo', {
	...each(
		string,
		'ProjectId COName CODescription Id IntegrationProjectId ClientId Client',
		'ClientNumber Name Number Progress',
	),
	Approved: boolean,
	CONumber: integer,
	CurrencyCode: string,
	Price: decimal,
	...each(date, 'ImportedOn', 'PublishedOn'),
	...each(boolean, 'Deleted', 'Archived'),
});

export const COProjectsResult = record('COProjectsResult', {
	COProjects: list(COProjectInfo),
	TotalCount: integer,
});

export const changeOrderProject = {
	resource: 'changeOrderProject',
	name: 'Change Order Project',
	description: 'Projects and change orders that are ready to be imported',
	operations: {
		getAll: read({
			method: 'GET',
			path: '/SI/Subscribe/COProjects',
			name: 'Get Many',
			action: 'Get many change order projects',
			description: 'Retrieve a list of change order projects',
			deprecated: true,
			query: {
				projectId: describe(
					string,
					'Only this project (the API documentation calls it a client filter)',
					{ example: 'P-1001' },
				),
				clients: describe(list(string, 'string'), 'Only projects of these clients', {
					example: 'Fjord Hotels, Alder Creek Winery',
				}),
				progresses: describe(
					list(string, 'string'),
					'Only projects whose Progress is one of these',
					{
						example: 'Approved, In Progress',
					},
				),
				includeImported: describe(
					withDefault(boolean, false),
					'Whether to include projects that were already imported',
				),
				searchText: describe(string, 'Only projects that match this text', {
					example: 'Boardroom',
				}),
				pageNumber: withDefault(integer, 1),
				pageSize: withDefault(integer, 50),
			},
			response: COProjectsResult,
			rows: 'COProjects',
			choices: {
				of: 'projects',
				id: 'ProjectId',
				labels: ['Number', 'Name'],
				search: 'searchText',
				all: { includeImported: true },
			},
			returnAs: { rows: 'changeOrderProjects' },
			key: 'Id',
			alternativeKey: 'IntegrationProjectId',
			changedOn: 'PublishedOn',
			changeFeed: true,
			stateFields: ['Progress', 'Approved', 'Deleted', 'Archived'],
			paging: { number: 'pageNumber', size: 'pageSize', total: 'TotalCount' },
			simplified: [
				'Id',
				'ProjectId',
				'Number',
				'Name',
				'COName',
				'CONumber',
				'Client',
				'Progress',
				'Price',
				'PublishedOn',
			],
		}),
	},
} as const satisfies Resource;
