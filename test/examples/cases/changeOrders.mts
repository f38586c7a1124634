// What the examples for change orders must have done.
import assert from 'node:assert/strict';

import { fieldUpdatesOf } from '../../sandbox/publishing';
import type { Values } from '../../sandbox/data/filling';
import type { Example } from '../example.mjs';
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
function writtenTo({ sandbox }: World, task: string): Values[] {
	return [...fieldUpdatesOf(sandbox.state, 'task', task)];
}

function text(Value: string): Values {
	return { TaskFieldId: fieldId, Value };
}

/** Every open task of a project with approved change orders was written to once, and no other task. */
function assertWrittenOnce(world: World): void {
	const { changeOrderProject, task } = world.sandbox.state.records;
	const approved = new Set(
		[...changeOrderProject.values()]
			.filter(({ Progress, ImportedOn }) => Progress === 'Approved' && ImportedOn === undefined)
			.map(({ ProjectId }) => ProjectId),
	);
	for (const [id, { ProjectId, PercentComplete }] of task) {
		const isDue = approved.has(ProjectId) && Number(PercentComplete) < 100;
		assert.equal(writtenTo(world, id).length, isDue ? 1 : 0, `Task ${id}`);
	}
}

export const changeOrdersToTasks: Example = {
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
	},
};

export const changeOrdersToSlack: Example = {
	start: { trigger: 'Every Hour', production: true },
	setup: setUpProject,
	settings: () => ({ taskFieldId: String(fieldId), announceFrom: '2026-01-01' }),
	stopsUnfilled: /ID of the task field.*'Settings'/,
	effect: ({ world }) => {
		const { messages } = world.slack;
		assert.deepEqual(
			messages.map(({ channel, text: message }) => [
				channel,
				message.replace(/ of .* is approved/, ''),
			]),
			[
				['#projects', `Change order 1: Larger display, ${price(world, 'CO-1001')} USD`],
				['#projects', `Change order 3: Relocate rack, ${price(world, 'CO-1081')} USD`],
			],
		);
		const list = [text('CO 1: Larger display; CO 3: Relocate rack')];
		assert.deepEqual(
			['T-1001', 'T-1002', 'T-1003', 'T-1004'].map((id) => writtenTo(world, id)),
			[list, [], list, []],
		);
	},
	later: async ({ world, runAgain }) => {
		approve(world, 'CO-1041', 'Fiber run to annex');
		await runAgain();
		const { messages } = world.slack;
		assert.deepEqual([messages.length, messages[2]?.text.includes('Fiber run')], [3, true]);
		const list = 'CO 1: Larger display; CO 2: Fiber run to annex; CO 3: Relocate rack';
		assert.deepEqual(writtenTo(world, 'T-1003').slice(1), [text(list)]);
	},
};

function price({ sandbox }: World, id: string): string {
	return String(sandbox.find('changeOrderProject', id)?.Price);
}
