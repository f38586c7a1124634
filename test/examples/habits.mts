// A service with habits for the examples: Check finds the settings of the credential, as on a person's first day.
import assert from 'node:assert/strict';

import { chain, dataOf, projectServices } from '../e2e/context.mjs';
import type { Workflow } from '../host/rest/apiTypes.mjs';
import { habitsOfLine } from '../sandbox/habitOptions.mjs';
import { sampleIds } from '../sandbox/server.mjs';
import type { ExampleHost } from './example.mjs';
import type { World } from './world.mjs';

const NAME_DELETIONS = /^Set 'Find Deletions' of Get Changes to Named by the Service/;

function namingDeletions(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((node) => {
		const { operation, options } = node.parameters ?? {};
		if (operation !== 'getChanges') return node;
		const named = { ...(options as object), findDeletions: 'named' };
		return { ...node, parameters: { ...node.parameters, options: named } };
	});
	return { ...workflow, nodes };
}

/**
 * Gives the service these habits, and the credential the settings that Check gives.
 *
 * @returns what Check says to set in the nodes of a workflow
 */
export async function takeHabits(
	options: string,
	host: ExampleHost,
	world: World,
): Promise<(workflow: Workflow) => Workflow> {
	const habits = habitsOfLine(options);
	await world.reset();
	world.setHabits(habits);
	const idsToTry = { productCatalogId: sampleIds.catalog, taskId: sampleIds.task };
	const check = async (returnAs: string) => {
		const asked = { resource: 'service', operation: 'check', idsToTry, returnAs };
		const id = await host.load(chain('Check', projectServices('Check', asked)));
		return dataOf(await host.run(id, { trigger: 'Start' }), 'Check');
	};
	const answers = await check('items');
	const [settings] = await check('settings');
	assert.ok(settings, 'Check gave no settings.');
	world.setHabits(habits, settings);
	const isNaming = answers.some(({ consequence }) => NAME_DELETIONS.test(String(consequence)));
	return (workflow) => (isNaming ? namingDeletions(workflow) : workflow);
}
