// Tasks: the record, the update and their endpoints.
import { read, type Resource, write } from './endpoint';
import { date, decimal, each, flag, integer, list, note, record, required, text } from './kinds';
import {
	Address,
	byId,
	ContactInfo,
	orderCustomFields,
	PublishResponse,
	ResourceInfo,
	stamps,
	TaskResource,
} from './shared';

export const TaskItem = record('TaskItem', {
	...each(text, 'Id', 'SIItemId'),
	TypeId: integer,
	...each(
		text,
		'Manufacturer',
		'Model',
		'PackageName',
		'PartNumber',
		'Category',
		'Subcategory',
		'ComponentId',
		'Location',
		'System',
		'SerialNumber',
		'IPAddress1',
		'IPAddress2',
		'MACAddress1',
		'MACAddress2',
	),
	Picked: flag,
	PickedDate: date,
	Installed: flag,
	InstalledOn: date,
	InstalledNotes: text,
});

export const SITask = record('SITask', {
	Id: note(text, 'Unique ID'),
	Client: required(text),
	ProjectId: text,
	Project: required(text),
	ProjectNumber: text,
	...each(date, 'ProjectStart', 'ProjectEnd'),
	...each(required(text), 'Name', 'Number'),
	Description: text,
	...each(required(date), 'Start', 'End'),
	...each(date, 'ScheduledStart', 'ScheduledEnd'),
	Progress: required(text),
	PercentComplete: decimal,
	...orderCustomFields,
	...stamps,
	Contact: ContactInfo,
	SiteAddress: Address,
	Resources: list(TaskResource),
	Items: list(TaskItem),
});

export const UpdateTaskField = record('UpdateTaskField', { TaskFieldId: integer, Value: text });

export const UpdateTask = record('UpdateTask', {
	TaskId: note(required(text), 'Must match an existing task'),
	Contact: ContactInfo,
	SiteAddress: Address,
	Resources: list(TaskResource),
	ResourcesToDelete: list(ResourceInfo),
	UpdateFields: list(UpdateTaskField),
});

const summary = [
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
			action: 'Get a task',
			description: 'Retrieve a task with its resources and items',
			query: byId,
			answer: SITask,
			summary,
		}),
		getByProject: read({
			method: 'GET',
			path: '/SI/Subscribe/Tasks',
			name: 'Get by Project',
			action: 'Get the tasks of a project',
			description: 'Retrieve the task or tasks of a project, an item each',
			query: { projectId: required(text) },
			answer: SITask,
			oneOrMany: true,
			summary,
		}),
		update: write({
			path: '/SI/Publish/UpdateTask',
			name: 'Update',
			action: 'Update a task',
			description: 'Change the contact, the site address, the resources or single fields of a task',
			body: UpdateTask,
			answer: PublishResponse,
			fills: {
				taskId: 'TaskId',
				contact: 'Contact',
				siteAddress: 'SiteAddress',
				resources: 'Resources',
				resourcesToDelete: 'ResourcesToDelete',
				updateFields: 'UpdateFields',
			},
			leavesOpen: ['TaskFieldId'],
		}),
	},
} as const satisfies Resource;
