// Proofs that the judge sees what it is there for: examples that are broken on purpose, and what it says of them.
import assert from 'node:assert/strict';

import type { Json, Workflow, WorkflowNode } from '../host/rest/apiTypes.mjs';
import type { Host } from './example.mjs';
import { judge, read } from './judge.mjs';
import { followThroughKills } from './rounds.mjs';
import { examples } from './table.mjs';
import type { World } from './world.mjs';

type Change = (workflow: Workflow) => Workflow;

function changed(name: string, change: (node: WorkflowNode) => object): Change {
	return ({ nodes, ...rest }) => ({
		...rest,
		nodes: nodes.map((node) => (node.name === name ? { ...node, ...change(node) } : node)),
	});
}

/** The workflow with a node that passes everything on. */
function without(name: string): Change {
	return changed(name, () => ({ type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} }));
}

function withoutSample(name: string): Change {
	return ({ pinData, ...workflow }) => {
		const { [name]: _sample, ...pins } = pinData as Json;
		return { ...workflow, pinData: pins };
	};
}

const bills = 'purchase-orders-to-quickbooks-bills.json';

const broken: ReadonlyArray<[title: string, file: string, change: Change, message: RegExp]> = [
	[
		'a second run that writes again',
		'purchase-order-receipts-to-project-items.json',
		without('Only New Receipts'),
		/second run changed something/,
	],
	[
		'a second run that sends the same again',
		'clients-from-data-table.json',
		changed('Publish Clients', ({ parameters }) => {
			return { parameters: { ...parameters, options: {} } };
		}),
		/second run changed something/,
	],
	[
		'a wrong effect on the service',
		'check-time-sheets.json',
		without('Only Not Approved'),
		/deep-equal/,
	],
	[
		'a wrong effect on a partner',
		bills,
		without('Only Orders to Bill'),
		/deep-equal|Line is missing/,
	],
	[
		'a partner that is called with the sample data',
		bills,
		withoutSample('Find Bill'),
		/quickbooks\.api\.intuit\.com/,
	],
	['sample data that is saved', bills, withoutSample('Save Mapping'), /QuickBooks Vendors/],
	[
		'settings that nothing asks for',
		'catalog-to-shopify.json',
		without('Shop Missing'),
		/did not stop/,
	],
];

/** What has to fail, by a title. */
export function proofs(host: Host, world: World): Array<[string, () => Promise<void>]> {
	const ofExamples = broken.map(([title, file, change, message]): [string, () => Promise<void>] => [
		`caught: ${title}`,
		async () => {
			const example = examples[file];
			assert.ok(example);
			await assert.rejects(judge(file, example, host, world, change(read(file))), message);
		},
	]);
	const ofKills = async () => {
		const options = { rounds: 20, killShare: 0.6, comesInKills: true };
		const copies = ['catalog-to-data-table.json'];
		await assert.rejects(followThroughKills(host, world, copies, options), /not equal/);
	};
	return [
		...ofExamples,
		['caught: a product that comes in a killed run and goes before the next', ofKills],
	];
}
