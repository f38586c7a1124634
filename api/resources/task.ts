// Tasks: the record, the update and their endpoints.
import { read, type Resource, write } from '../endpoint';
import {
	boolean,
	date,
	decimal,
	describe,
	each,
	integer,
	list,
	record,
	required,
	string,
	undocumentedCode,
} from '../schema/types';
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

export const TaskItem = record('TaskItem', {
	...each(string, 'Id', 'SIItemId'),
	TypeId: integer,
	...each(
		string,
		'Manufacturer Model PackageName PartNumber Category Subcategory ComponentId',
		'Location System SerialNumber IPAddress1 IPAddress2 MACAddress1 MACAddress2',
	),
	Picked: boolean,
	PickedDate: date,
	Installed: boolean,
	InstalledOn: date,
	InstalledNotes: string,
});

export const SITask = record('SITask', {
	Id: describe(string, 'Unique ID'),
	Client: required(string),
	ProjectId: string,
	Project: required(string),
	ProjectNumber: string,
	...each(date, 'ProjectStart', 'ProjectEnd'),
	...each(required(string), 'Name', 'Number'),
	Description: string,
	...each(required(date), 'Start', 'End'),
	...each(date, 'ScheduledStart', 'ScheduledEnd'),
	Progress: required(string),
	PercentComplete: decimal,
	...orderCustomFields,
	...stamps,
	Contact: ContactInfo,
	SiteAddress: Address,
	Resources: list(TaskResource),
	Items: list(TaskItem),
});

export const UpdateTaskField = record('UpdateTaskField', {
	TaskFieldId: undocumentedCode(integer),
	Value: string,
});

export const UpdateTask = record('UpdateTask', {
	TaskId: describe(required(string), 'The ID of the task to update; the task must exist', {
		example: 'T-1001',
	}),
	Contact: ContactInfo,
	SiteAddress: Address,
	Resources: list(TaskResource),
	ResourcesToDelete: list(ResourceInfo),
	UpdateFields: list(UpdateTaskField),
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
				projectId: describe(required(string), 'The ID of the project that the tasks belong to', {
					example: 'P-1001',
					chosenFrom: 'projects',
				}),
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
