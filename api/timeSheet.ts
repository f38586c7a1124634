// Time sheets: the record, the update and their endpoints.
import { read, type Resource, write } from './endpoint';
import { family } from './family';
import { byte, codes, date, decimal, each, flag, integer, list, note, record, text } from './kinds';
import { byId, PublishResponse } from './shared';

const timeSheetCustomFields = family(
	'CF',
	[1, 5, note(text, 'Text')],
	[6, 10, flag],
	[11, 15, date],
	[16, 20, note(text, 'List')],
	[21, 24, note(text, 'Hyperlink')],
	[25, 27, note(text, 'Long text')],
	[28, 32, decimal],
);

const entryFields = {
	...each(text, 'Phase', 'LaborType', 'SubLaborType'),
	TypeId: integer,
	Duration: decimal,
	...each(date, 'StartTime', 'EndTime'),
	...each(flag, 'Billable', 'Overtime'),
	Description: text,
};

export const TimeSheetEntry = record('TimeSheetEntry', { Id: text, ...entryFields });

export const TimeSheet = record('TimeSheet', {
	Id: text,
	EntityId: note(
		codes(byte, { 1: 'Project', 2: 'Task', 3: 'Service Order', 4: 'Company' }),
		'What the time sheet belongs to',
	),
	EntitySourceId: note(
		text,
		'ID of the project, task or service order; required unless the time sheet is a company time sheet',
	),
	Date: date,
	DateTicks: integer,
	...each(
		text,
		'Resource',
		'ResourceEmail',
		'Client',
		'ProjectName',
		'ProjectNumber',
		'TaskOrSVOName',
		'TaskOrSVONumber',
	),
	Duration: note(decimal, 'Total of all non-overtime entries'),
	DurationOverTime: note(decimal, 'Total of all overtime entries'),
	...each(note(date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	Approved: flag,
	ApprovedBy: note(text, 'Present if approved'),
	ApprovedOn: note(date, 'Present if approved'),
	CostHr: note(decimal, 'Cost per hour, non-overtime'),
	CostHrOverTime: note(decimal, 'Cost per hour, overtime'),
	TotalCost: decimal,
	Entries: list(TimeSheetEntry),
	...timeSheetCustomFields,
});

export const UpdateTimeSheet = record('UpdateTimeSheet', {
	Id: text,
	Date: date,
	DateTicks: integer,
	...each(text, 'Resource', 'ResourceEmail'),
	...timeSheetCustomFields,
	...entryFields,
});

export const UpdateTimeSheetsRequest = record('UpdateTimeSheetsRequest', {
	Name: text,
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
			action: 'Get a time sheet',
			description: 'Retrieve a time sheet with its entries',
			query: byId,
			answer: TimeSheet,
			summary: [
				'Id',
				'Date',
				'Resource',
				'ResourceEmail',
				'Client',
				'ProjectName',
				'TaskOrSVOName',
				'Duration',
				'DurationOverTime',
				'Approved',
				'TotalCost',
				'UpdatedOn',
			],
		}),
		update: write({
			path: '/SI/Publish/UpdateTimeSheets',
			name: 'Update',
			action: 'Update time sheets',
			description: 'Send time sheets, one an input item, to update them',
			body: UpdateTimeSheetsRequest,
			answer: PublishResponse,
			records: 'UpdateTimeSheets',
			fills: { requestName: 'Name' },
		}),
	},
} as const satisfies Resource;
