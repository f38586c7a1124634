// What the examples for change orders must have done.
import assert from 'node:assert/strict';

import type { Values } from '../../sandbox/data/filling';
import type { Example, Examples } from '../example.mjs';
import type { World } from '../world.mjs';

const fieldId = 17;

function approve(world: World, id: string, COName: string): void {
	world.sandbox.change('changeOrderProject', id, { Progress: 'Approved', COName });
}

/** The first project has three change orders, two of them approved, and three tasks, one of them done. */
function setUpProject(world: World): void {
	approve(world, 'CO-1001', 'Larger display');
	world.sandbox.change('changeOrderProject', 'CO-1041', { Progress: 'On Hold' });
	approve(world, 'CO-1081', 'Relocate rack');
	world.sandbox.change('task', 'T-1001', { PercentComplete: 0 });
	world.sandbox.change('task', 'T-1002', { PercentComplete: 100 });
	world.sandbox.change('task', 'T-1003', { PercentComplete: 95 });
}

/** Everything that was written into fields of a task, the oldest first. */
function writtenTo({ sandbox }: World, task: string): readonly Values[] {
	return sandbox.state.fieldUpdates.get(`task ${task}`) ?? [];
}

function text(Value: string): Values {
	return { TaskFieldId: fieldId, Value };
}

/** Every open task of a project with approved change orders was written to once, and no other task. */
function assertWrittenOnce(world: World): void {
	const { changeOrderProject, task } = world.sandbox.state.records;
	const approved = new Set(
		[...changeOrderProject.values()]
			.filter(({ Progress }) => Progress === 'Approved')
			.map(({ ProjectId }) => ProjectId),
	);
	for (const [id, { ProjectId, PercentComplete }] of task) {
		const isDue = approved.has(ProjectId) && Number(PercentComplete) < 100;
		assert.equal(writtenTo(world, id).length, isDue ? 1 : 0, `Task ${id}`);
	}
}

const changeOrdersToTasks: Example = {
	setup: setUpProject,
	settings: () => ({ taskFieldId: String(fieldId) }),
	stopsUnfilled: /ID of the task field.*'Settings'/,
	effect: ({ world, tables }) => {
		const list = 'CO 1: Larger display; CO 3: Relocate rack';
		assert.deepEqual(writtenTo(world, 'T-1001'), [text(list)]);
		assert.deepEqual(writtenTo(world, 'T-1003'), [text(list)]);
		assertWrittenOnce(world);
		const rows = tables['Change Orders Written to Tasks'] ?? [];
		assert.ok(rows.some((row) => row.TaskId === 'T-1001' && row.ChangeOrders === list));
	},
	later: async ({ world, runAgain }) => {
		approve(world, 'CO-1041', 'Fiber run to annex');
		await runAgain();
		const list = 'CO 1: Larger display; CO 2: Fiber run to annex; CO 3: Relocate rack';
		assert.deepEqual(writtenTo(world, 'T-1001').slice(1), [text(list)]);
		assert.deepEqual(writtenTo(world, 'T-1002'), []);
		assert.equal(writtenTo(world, 'T-1003').length, 2);
		// That an order is imported changes nothing; that its approval is withdrawn does, also for the last one.
		const ImportedOn = '2026-02-03T00:00:00.0000000+00:00';
		world.sandbox.change('changeOrderProject', 'CO-1041', { ImportedOn });
		await runAgain();
		assert.equal(writtenTo(world, 'T-1003').length, 2);
		for (const id of ['CO-1001', 'CO-1041', 'CO-1081'])
			world.sandbox.change('changeOrderProject', id, { Progress: 'On Hold' });
		await runAgain();
		await runAgain();
		assert.deepEqual(writtenTo(world, 'T-1003').slice(2), [text('')]);
	},
};

/** No order of another project is approved. */
function holdOthers(world: World): void {
	for (const [id, { Progress }] of world.sandbox.state.records.changeOrderProject)
		if (Progress === 'Approved')
			world.sandbox.change('changeOrderProject', id, { Progress: 'On Hold' });
}

const changeOrdersToSlack: Example = {
	start: { trigger: 'Change Order Approved', production: true },
	setup: (world) => {
		holdOthers(world);
		setUpProject(world);
		world.sandbox.change('changeOrderProject', 'CO-1001', { Progress: 'On Hold' });
	},
	settings: () => ({ taskFieldId: String(fieldId) }),
	stopsUnfilled: /ID of the task field.*'Settings'/,
	// What was approved before is not told.
	effect: ({ world }) => {
		assert.deepEqual(world.partners.slack.messages, []);
		assert.deepEqual(writtenTo(world, 'T-1001'), []);
	},
	later: async ({ world, runAgain }) => {
		const { messages } = world.partners.slack;
		// The service may leave the date alone when an order is approved after it was published.
		world.sandbox.setOptions({ movesPublishedOn: false });
		approve(world, 'CO-1001', 'Larger display');
		await runAgain();
		const price = String(world.sandbox.find('changeOrderProject', 'CO-1001')?.Price);
		assert.deepEqual(
			messages.map(({ channel, text: said }) => [channel, said.replace(/ of .* is approved/, '')]),
			[['#projects', `Change order 1: Larger display, ${price} USD`]],
		);
		const list = [text('CO 1: Larger display; CO 3: Relocate rack')];
		assert.deepEqual(
			['T-1001', 'T-1002', 'T-1003', 'T-1004'].map((id) => writtenTo(world, id)),
			[list, [], list, []],
		);
		// Another name of an approved order is no approval.
		world.sandbox.change('changeOrderProject', 'CO-1081', { COName: 'Relocate racks' });
		await runAgain();
		assert.equal(messages.length, 1);
		approve(world, 'CO-1041', 'Fiber run to annex');
		await runAgain();
		assert.deepEqual([messages.length, messages[1]?.text.includes('Fiber run')], [2, true]);
		const all = 'CO 1: Larger display; CO 2: Fiber run to annex; CO 3: Relocate racks';
		assert.deepEqual(writtenTo(world, 'T-1003').slice(1), [text(all)]);
	},
};

export const changeOrderExamples: Examples = {
	'approved-change-orders-to-slack.json': changeOrdersToSlack,
	'change-orders-to-tasks.json': changeOrdersToTasks,
};
