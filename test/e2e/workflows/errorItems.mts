// Input items that fail leave by the error output, in every n8n: none goes on as if it had succeeded.
import assert from 'node:assert/strict';

import { errorCases } from '../../nodes/ProjectServices/errorCases.mjs';
import {
	chain,
	type Context,
	importFor,
	itemsNodes,
	projectServices,
	withService,
} from '../context.mjs';

export const title = 'Error items leave by the error output, with their input fields and details';

export async function run({ n8n }: Context): Promise<void> {
	for (const { title: name, parameters, items, answer, failing } of errorCases) {
		const node = { ...projectServices('Node', parameters), onError: 'continueErrorOutput' };
		const workflow = chain(`Error output: ${name}`, ...itemsNodes(items), node);
		const outputsFrom = async (baseUrl: string) => {
			const saved = await importFor(n8n, baseUrl, workflow);
			const execution = await n8n.api.runWorkflow(saved);
			assert.equal(execution.status, 'success', name);
			return execution.nodes.Node?.at(-1)?.outputs ?? [];
		};
		const [regular = [], errors = []] = answer
			? await withService(answer, async ({ url }) => await outputsFrom(url))
			: await outputsFrom('http://127.0.0.1:9');
		const expected = failing ?? items.map((_, index) => index);
		assert.equal(regular.length, items.length - expected.length, name);
		assert.equal(errors.length, expected.length, name);
		for (const [position, { json }] of errors.entries()) {
			const { error, details, ...input } = json;
			assert.deepEqual(input, items[expected[position]], name);
			assert.equal(typeof error, 'string', name);
			assert.equal(typeof (details as { kind?: unknown }).kind, 'string', name);
		}
	}
}
