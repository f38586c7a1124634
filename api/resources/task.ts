// Tasks: the record, the update and their endpoints.
import { read, type Resource, write } from '../endpoint';
import * as s from '../schema/types';
import {
	Address,
	byId,
	keyAndDate,
	ContactInfo,
	orderCustomFields,
	PublishResponse,
	ResourceInfo,
	stamps,
	TaskResource,
} from '../shared';

export const TaskItem = s.record('TaskItem', {
	...s.each(s.string, 'Id', 'SIItemId'),
	TypeId: s.integer,
	...s.each(
		s.string,
		'Manufacturer Model PackageName PartNumber Category Subcategory ComponentId',
		'Location System SerialNumber IPAddress1 IPAddress2 MACAddress1 MACAddress2',
	),
	Picked: s.boolean,
	PickedDate: s.date,
	Installed: s.boolean,
	InstalledOn: s.date,
	InstalledNotes: s.string,
});

export const SITask = s.record('SITask', {
	Id: s.describe(s.string, 'Unique ID'),
	Client: s.required(s.string),
	ProjectId: s.string,
	Project: s.required(s.string),
	ProjectNumber: s.string,
	...s.each(s.date, 'ProjectStart', 'ProjectEnd'),
	...s.each(s.required(s.string), 'Name', 'Number'),
	Description: s.string,
	...s.each(s.required(s.date), 'Start', 'End'),
	...s.each(s.date, 'ScheduledStart', 'ScheduledEnd'),
	Progress: s.required(s.string),
	PercentComplete: s.decimal,
	...orderCustomFields,
	...stamps,
	Contact: ContactInfo,
	SiteAddress: Address,
	Resources: s.list(TaskResource),
	Items: s.list(TaskItem),
});

export const UpdateTaskField = s.record('UpdateTaskField', {
	TaskFieldId: s.undocumentedCode(s.integer),
	Value: s.string,
});

export const UpdateTask = s.record('UpdateTask', {
	TaskId: s.describe(s.required(s.string), 'The ID of the task to update; the task must exist', {
		example: 'T-1001',
	}),
	Contact: ContactInfo,
	SiteAddress: Address,
	Resources: s.describe(
		s.list(TaskResource),
		'Whether they replace those of the task or are added is not documented',
	),
	ResourcesToDelete: s.list(ResourceInfo),
	UpdateFields: s.list(UpdateTaskField),
});

const simplified = [
	'Id',
	'Number',
	'Name',
	'Client',
	'Project',
	'Progress',
	'PercentComplete',
	'Start',
	'End',
	'UpdatedOn',
] as const;

export const task = {
	resource: 'task',
	name: 'Task',
	description: 'Tasks of projects with their resources and items',
	defaultOperation: 'get',
	operations: {
		get: read({
			method: 'GET',
			path: '/SI/Subscribe/Tasks',
			name: 'Get',
			action: 'Get task',
			description: 'Retrieve a task with its resources and items',
			...byId('task', 'T-1001'),
			...keyAndDate,
			response: SITask,
			simplified,
		}),
		getByProject: read({
			method: 'GET',
			path: '/SI/Subscribe/Tasks',
			name: 'Get by Project',
			action: 'Get tasks of project',
			description: 'Retrieve the tasks of a project, one item per task',
			idParameter: 'projectId',
			query: {
				projectId: s.describe(
					s.required(s.string),
					'The ID of the project that the tasks belong to',
					{
						label: 'Project ID',
						example: 'P-1001',
						chosenFrom: 'projects',
					},
				),
			},
			...keyAndDate,
			response: SITask,
			oneOrMany: true,
			simplified,
		}),
		update: write({
			path: '/SI/Publish/UpdateTask',
			name: 'Update',
			action: 'Update task',
			description: 'Change the contact, the site address, the resources or single fields of a task',
			body: UpdateTask,
			response: PublishResponse,
			readBy: { operation: 'get', id: 'TaskId' },
			bodyParameters: {
				taskId: 'TaskId',
				contact: 'Contact',
				siteAddress: 'SiteAddress',
				resources: 'Resources',
				resourcesToDelete: 'ResourcesToDelete',
				updateFields: 'UpdateFields',
			},
		}),
	},
} as const satisfies Resource;
