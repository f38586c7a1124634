// Change order projects: the record and its endpoint.
import { read, type Resource } from '../endpoint';
import * as s from '../schema/types';
import { PAGING } from '../shared';

export const COProjectInfo = s.record('COProjectInfo', {
	...s.each(
		s.string,
		'ProjectId COName CODescription Id IntegrationProjectId ClientId Client',
		'ClientNumber Name Number Progress',
	),
	Approved: s.boolean,
	CONumber: s.integer,
	CurrencyCode: s.string,
	Price: s.decimal,
	...s.each(s.date, 'ImportedOn', 'PublishedOn'),
	...s.each(s.boolean, 'Deleted', 'Archived'),
});

export const COProjectsResult = s.record('COProjectsResult', {
	COProjects: s.list(COProjectInfo),
	TotalCount: s.integer,
});

export const changeOrderProject = {
	resource: 'changeOrderProject',
	name: 'Change Order Project',
	description: 'Projects and change orders that are ready to be imported',
	defaultOperation: 'getAll',
	operations: {
		getAll: read({
			method: 'GET',
			path: '/SI/Subscribe/COProjects',
			name: 'Get Many',
			action: 'Get many change order projects',
			description: 'Retrieve a list of change order projects',
			deprecated: true,
			query: {
				projectId: s.describe(s.string, 'Only the change orders of this project', {
					example: 'P-1001',
				}),
				clients: s.describe(s.list(s.string, 'string'), 'Only projects of these clients', {
					example: 'Fjord Hotels, Alder Creek Winery',
				}),
				progresses: s.describe(
					s.list(s.string, 'string'),
					'Only projects whose Progress is one of these',
					{
						example: 'Approved, In Progress',
					},
				),
				includeImported: s.describe(
					s.withDefault(s.boolean, false),
					'Whether to include projects that were already imported',
				),
				searchText: s.describe(s.string, 'Only projects that match this text', {
					example: 'Boardroom',
				}),
				pageNumber: s.withDefault(s.integer, 1),
				pageSize: s.withDefault(s.integer, 50),
			},
			response: COProjectsResult,
			rows: 'COProjects',
			serviceFilters: { projectId: 'ProjectId', progresses: 'Progress' },
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
			secondKey: 'CONumber',
			changedOn: 'PublishedOn',
			changeFeed: true,
			reasons: {
				publishedAgain: 'PublishedOn',
				progress: 'Progress',
				approval: 'Approved',
				deleted: 'Deleted',
				archived: 'Archived',
			},
			paging: { ...PAGING, total: 'TotalCount' },
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
