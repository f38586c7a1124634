// The seeded records of work: service orders, tasks and time sheets.
import {
	ServiceOrder,
	ServiceOrderLabor,
	ServiceOrderProduct,
	ServiceOrderRepairItem,
} from '../../../api/resources/serviceOrder';
import { ServiceOrderResource, TaskResource } from '../../../api/shared';
import { SITask, TaskItem } from '../../../api/resources/task';
import { TimeSheet, TimeSheetEntry } from '../../../api/resources/timeSheet';
import { fill, type Values } from './filling';
import { instant, instantAt, type Random, randomFor } from './random';
import { orderedItems } from './projectItems';
import {
	counts,
	installedProduct,
	numbered,
	seededProject,
	seededPurchaseOrder,
	several,
} from './records';
import * as words from './vocabulary';

function people(random: Random): Values {
	const Name = random.pick(words.people);
	return { Name, Email: words.emailOf(Name) };
}

function workDays(random: Random): { Start: string; End: string } {
	const start = Date.UTC(2024, random.integer(0, 17), random.integer(1, 28), 8);
	return {
		Start: instantAt(start).text,
		End: instantAt(start + random.integer(1, 5) * 86_400_000).text,
	};
}

export function seededServiceOrder(seed: number, index: number): Values {
	const random = randomFor(seed, 'serviceOrder', index);
	return fill(ServiceOrder, random, {
		...seededProject(seed, index),
		...workDays(random),
		Id: numbered('SO', index),
		Number: numbered('SO', index),
		Name: random.pick(words.serviceNames),
		ServicePlanNumber: index % 2 === 0 ? numbered('SP', index % counts.servicePlans) : undefined,
		Progress: random.pick(words.progresses),
		PercentComplete: random.integer(0, 20) * 5,
		Priority: random.pick(['Low', 'Normal', 'High']),
		CurrencyCode: 'USD',
		CurrencyRate: 1,
		Resources: several(index % 3, () => fill(ServiceOrderResource, random, people(random))),
		Labors: several(index % 2, () => fill(ServiceOrderLabor, random, { Manufacturer: '' })),
		Products: several(index % 4, () =>
			fill(ServiceOrderProduct, random, installedProduct(seed, random)),
		),
		RepairItems: several(index % 2, () =>
			fill(ServiceOrderRepairItem, random, installedProduct(seed, random)),
		),
	});
}

/** How many tasks a project has: three, one, none, and again. */
export function taskCount(project: number): number {
	return [3, 1, 0][project % 3] ?? 0;
}

export function seededTasks(seed: number): Values[] {
	const tasks: Values[] = [];
	for (let project = 0; project < counts.projects; project++) {
		for (let n = 0; n < taskCount(project); n++) {
			const task = seededTask(seed, tasks.length, project);
			tasks.push(n === 0 ? withOrderedItems(seed, task, project) : task);
		}
	}
	return tasks;
}

/** The first task of a project is to install what was ordered for the project. */
function withOrderedItems(seed: number, task: Values, project: number): Values {
	if (project >= counts.purchaseOrders) return task;
	const ordered = orderedItems(seededPurchaseOrder(seed, project)).map((item) => {
		const { SIItemId, ComponentId, Manufacturer, Model, PartNumber } = item;
		return {
			SIItemId,
			ComponentId,
			Manufacturer,
			Model,
			PartNumber,
			Picked: false,
			Installed: false,
		};
	});
	return { ...task, Items: [...(task.Items as Values[]), ...ordered] };
}

function seededTask(seed: number, index: number, project: number): Values {
	const random = randomFor(seed, 'task', index);
	return fill(SITask, random, {
		...seededProject(seed, project),
		...workDays(random),
		Id: numbered('T', index),
		Number: numbered('T', index),
		Name: random.pick(words.taskNames),
		Progress: random.pick(words.progresses),
		PercentComplete: random.integer(0, 20) * 5,
		Resources: several(index % 3, () => fill(TaskResource, random, people(random))),
		Items: several(index % 4, () =>
			fill(TaskItem, random, {
				...installedProduct(seed, random),
				...words.networkValues(random, 'IPAddress1', 'IPAddress2', 'MACAddress2'),
			}),
		),
	});
}

const entities = [
	{ EntityId: 1, prefix: 'P' },
	{ EntityId: 2, prefix: 'T' },
	{ EntityId: 3, prefix: 'SO' },
	{ EntityId: 4, prefix: '' },
] as const;

export function seededTimeSheet(seed: number, index: number): Values {
	const random = randomFor(seed, 'timeSheet', index);
	const { EntityId, prefix } = entities[index % entities.length] ?? entities[0];
	const owner = seededProject(seed, index % counts.projects);
	const day = instantAt(Date.UTC(2025, random.integer(0, 5), random.integer(1, 28)));
	const worker = people(random);
	const approved = index % 3 === 0;
	const entries = several(index % 4, () => timeSheetEntry(random));
	const hours = (overtime: boolean): number =>
		entries
			.filter(({ Overtime }) => Overtime === overtime)
			.reduce((sum, { Duration }) => sum + Number(Duration), 0);
	return fill(TimeSheet, random, {
		Id: numbered('TS', index),
		EntityId,
		EntitySourceId: prefix === '' ? undefined : numbered(prefix, index % 20),
		Date: day.text,
		DateTicks: day.ticks,
		Resource: worker.Name,
		ResourceEmail: worker.Email,
		Client: owner.Client,
		ProjectName: owner.Project,
		ProjectNumber: owner.ProjectNumber,
		Duration: hours(false),
		DurationOverTime: hours(true),
		Approved: approved,
		ApprovedBy: approved ? random.pick(words.people) : undefined,
		ApprovedOn: approved ? instant(random).text : undefined,
		Entries: entries,
	});
}

function timeSheetEntry(random: Random): Values {
	return fill(TimeSheetEntry, random, {
		Phase: random.pick(words.phases),
		LaborType: random.pick(words.laborTypes),
		Duration: random.integer(1, 32) / 4,
	});
}
