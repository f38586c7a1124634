// Change order projects: the record and its endpoint.
import { read, type Resource } from './endpoint';
import { date, decimal, each, flag, integer, list, note, preset, record, text } from './kinds';

export const COProjectInfo = record('COProjectInfo', {
	...each(
		text,
		'ProjectId',
		'COName',
		'CODescription',
		'Id',
		'IntegrationProjectId',
		'ClientId',
		'Client',
		'ClientNumber',
		'Name',
		'Number',
		'Progress',
	),
	Approved: flag,
	CONumber: integer,
	CurrencyCode: text,
	Price: decimal,
	...each(date, 'ImportedOn', 'PublishedOn'),
	...each(flag, 'Deleted', 'Archived'),
});

export const COProjectsResult = record('COProjectsResult', {
	COProjects: list(COProjectInfo),
	TotalCount: integer,
});

export const changeOrderProject = {
	resource: 'changeOrderProject',
	name: 'Change Order Project',
	description: 'Projects and change orders that wait to be imported',
	operations: {
		getAll: read({
			method: 'GET',
			path: '/SI/Subscribe/COProjects',
			name: 'Get Many',
			action: 'Get many change order projects',
			description: 'Retrieve a list of change order projects',
			deprecated: true,
			query: {
				projectId: note(text, 'Only this project (the service describes it as a client filter)'),
				clients: note(list(text, 'string'), 'Only projects of these clients'),
				progresses: note(list(text, 'string'), 'Only projects with one of these progresses'),
				includeImported: note(
					preset(flag, false),
					'Whether to return projects that were imported already, too',
				),
				searchText: note(text, 'Only projects that match this text'),
				pageNumber: preset(integer, 1),
				pageSize: preset(integer, 50),
			},
			answer: COProjectsResult,
			rows: 'COProjects',
			paging: { number: 'pageNumber', size: 'pageSize', total: 'TotalCount' },
			summary: [
				'Id',
				'ProjectId',
				'Number',
				'Name',
				'COName',
				'CONumber',
				'Client',
				'Progress',
				'Approved',
				'Price',
				'CurrencyCode',
				'PublishedOn',
			],
		}),
	},
} as const satisfies Resource;
