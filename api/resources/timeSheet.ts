// Time sheets: the record, the update and their endpoints.
import { read, type Resource, write } from '../endpoint';
import * as s from '../schema/types';
import { byId, keyAndDate, PublishResponse } from '../shared';

const timeSheetCustomFields = s.family(
	'CF',
	[1, 5, s.describe(s.string, 'Text')],
	[6, 10, s.boolean],
	[11, 15, s.date],
	[16, 20, s.describe(s.string, 'List')],
	[21, 24, s.describe(s.string, 'Hyperlink')],
	[25, 27, s.describe(s.string, 'Long text')],
	[28, 32, s.decimal],
);

const entryFields = {
	...s.each(s.string, 'Phase', 'LaborType', 'SubLaborType'),
	TypeId: s.integer,
	Duration: s.decimal,
	...s.each(s.date, 'StartTime', 'EndTime'),
	...s.each(s.boolean, 'Billable', 'Overtime'),
	Description: s.string,
};

export const TimeSheetEntry = s.record('TimeSheetEntry', { Id: s.string, ...entryFields });

export const TimeSheet = s.record('TimeSheet', {
	Id: s.string,
	EntityId: s.describe(
		s.codes({ 1: 'Project', 2: 'Task', 3: 'Service Order', 4: 'Company' }),
		'What the time sheet belongs to',
	),
	EntitySourceId: s.describe(
		s.string,
		'ID of the project, task or service order; required unless the time sheet is a company time sheet',
	),
	Date: s.date,
	DateTicks: s.ticks,
	...s.each(
		s.string,
		'Resource ResourceEmail Client ProjectName ProjectNumber TaskOrSVOName',
		'TaskOrSVONumber',
	),
	Duration: s.describe(s.decimal, 'Total of all non-overtime entries'),
	DurationOverTime: s.describe(s.decimal, 'Total of all overtime entries'),
	...s.each(s.describe(s.date, 'UTC'), 'CreatedOn', 'UpdatedOn'),
	Approved: s.boolean,
	ApprovedBy: s.describe(s.string, 'Present if approved'),
	ApprovedOn: s.describe(s.date, 'Present if approved'),
	CostHr: s.describe(s.decimal, 'Cost per hour, non-overtime'),
	CostHrOverTime: s.describe(s.decimal, 'Cost per hour, overtime'),
	TotalCost: s.decimal,
	Entries: s.list(TimeSheetEntry),
	...timeSheetCustomFields,
});

export const UpdateTimeSheet = s.record('UpdateTimeSheet', {
	Id: s.string,
	Date: s.date,
	DateTicks: s.ticks,
	...s.each(s.string, 'Resource', 'ResourceEmail'),
	...timeSheetCustomFields,
	...entryFields,
});

export const UpdateTimeSheetsRequest = s.record('UpdateTimeSheetsRequest', {
	Name: s.describe(s.string, 'A name of your own for the request', {
		example: 'Week 23',
	}),
	UpdateTimeSheets: s.list(UpdateTimeSheet),
});

export const timeSheet = {
	resource: 'timeSheet',
	name: 'Time Sheet',
	description: 'Hours worked on projects, tasks and service orders',
	defaultOperation: 'get',
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
			// There, it is the total of the entries; here, it is that of one entry.
			readBy: { operation: 'get', id: 'Id', otherMeaning: ['Duration'] },
			bodyParameters: { requestName: 'Name' },
		}),
	},
} as const satisfies Resource;
