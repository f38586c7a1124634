// Time sheets: the record, the update and their endpoints.
import { read, type Resource, write } from '../endpoint';
import {
	boolean,
	codes,
	date,
	decimal,
	describe,
	each,
	family,
	integer,
	list,
	record,
	string,
} from '../schema/types';
import { byId, keyAndDate, PublishResponse } from '../shared';

const timeSheetCustomFields = family(
	'CF',
	[1, 5, describe(string, 'Text')],
	[6, 10, boolean],
	[11, 15, date],
	[16, 20, describe(string, 'List')],
	[21, 24, describe(string, 'Hyperlink')],
	[25, 27, describe(string, 'Long text')],
	[28, 32, decimal],
);

const entryFields = {
	...each(string, 'Phase', 'LaborType', 'SubLaborType'),
	TypeId: integer,
	Duration: decimal,
	...each(date, 'StartTime', 'EndTime'),
	...each(boolean, 'Billable', 'Overtime'),
	Description: string,
};

export const TimeSheetEntry = record('TimeSheetEntry', { Id: string, ...entryFields });

export const TimeSheet = record('TimeSheet', {
	Id: string,
	EntityId: describe(
		codes({ 1: 'Project', 2: 'Task', 3: 'Service Order', 4: 'Company' }),
		'What the time sheet belongs to',
	),
	EntitySourceId: describe(
		string,
		'ID of the project, task or service order; required unless the time sheet is a company time sheet',
	),
	Date: date,
	DateTicks: integer,
	...each(
		string,
		'Resource ResourceEmail Client ProjectName ProjectNumber TaskOrSVOName',
		'TaskOrSVONumber',
	),
	Duration: describe(decimal, 'Total of all non-overtime entries'),
	DurationOverTime: describe(decimal, 'Total of all overtime entries'),
	...each(describe(date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	Approved: boolean,
	ApprovedBy: describe(string, 'Present if approved'),
	ApprovedOn: describe(date, 'Present if approved'),
	CostHr: describe(decimal, 'Cost per hour, non-overtime'),
	CostHrOverTime: describe(decimal, 'Cost per hour, overtime'),
	TotalCost: decimal,
	Entries: list(TimeSheetEntry),
	...timeSheetCustomFields,
});

export const UpdateTimeSheet = record('UpdateTimeSheet', {
	Id: string,
	Date: date,
	DateTicks: integer,
	...each(string, 'Resource', 'ResourceEmail'),
	...timeSheetCustomFields,
	...entryFields,
});

export const UpdateTimeSheetsRequest = record('UpdateTimeSheetsRequest', {
	Name: describe(string, 'A name for the request', { example: 'Week 23' }),
	UpdateTimeSheets: list(UpdateTimeSheet),
});

export const timeSheet = {
	resource: 'timeSheet',
	name: 'Time Sheet',
	description: 'Hours worked on projects, tasks and service orders',
	operations: {
		get: read({
			method: 'GET',
			path: '/SI/Subscribe/TimeSheets',
			name: 'Get',
			action: 'Get time sheet',
			description: 'Retrieve a time sheet with its entries',
			...byId('time sheet', 'TS-1001'),
			...keyAndDate,
			response: TimeSheet,
			simplified: [
				'Id',
				'Date',
				'Resource',
				'Client',
				'ProjectName',
				'TaskOrSVOName',
				'Duration',
				'Approved',
				'TotalCost',
				'UpdatedOn',
			],
		}),
		update: write({
			path: '/SI/Publish/UpdateTimeSheets',
			name: 'Update',
			action: 'Update time sheets',
			description: 'Send time sheets (one per input item) to update them',
			body: UpdateTimeSheetsRequest,
			response: PublishResponse,
			records: 'UpdateTimeSheets',
			shownFields: ['Id', 'Date', 'ResourceEmail', 'Duration'],
			key: 'Id',
			bodyParameters: { requestName: 'Name' },
		}),
	},
} as const satisfies Resource;
