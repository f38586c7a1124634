// Proofs that the judge sees what it is there for: examples that are broken on purpose, and what it says of them.
import assert from 'node:assert/strict';

import type { Workflow } from '../host/rest/apiTypes.mjs';
import { judge, read } from './judge.mjs';
import { followThroughKills, type KillableHost } from './rounds.mjs';
import { examples } from './table.mjs';
import type { World } from './world.mjs';

interface Broken {
	readonly title: string;
	readonly file: string;
	readonly change: (workflow: Workflow) => Workflow;
	readonly message: RegExp;
}

/** The workflow with a node that passes everything on. */
function without({ nodes, ...rest }: Workflow, name: string): Workflow {
	const passing = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	return {
		...rest,
		nodes: nodes.map((node) => (node.name === name ? { ...node, ...passing } : node)),
	};
}

const broken: readonly Broken[] = [
	{
		title: 'a second run that writes again',
		file: 'purchase-order-receipts-to-project-items.json',
		change: (workflow) => without(workflow, 'Only New Receipts'),
		message: /second run changed something/,
	},
	{
		title: 'a second run that sends the same again',
		file: 'clients-from-data-table.json',
		change: ({ nodes, ...rest }) => ({
			...rest,
			nodes: nodes.map((node) =>
				node.name === 'Publish Clients'
					? { ...node, parameters: { ...node.parameters, options: {} } }
					: node,
			),
		}),
		message: /second run changed something/,
	},
	{
		title: 'a wrong effect on the service',
		file: 'check-time-sheets.json',
		change: (workflow) => without(workflow, 'Only Not Approved'),
		message: /deep-equal/,
	},
	{
		title: 'a wrong effect on a partner',
		file: 'purchase-orders-to-quickbooks-bills.json',
		change: (workflow) => without(workflow, 'Only Orders to Bill'),
		message: /deep-equal|Line is missing/,
	},
	{
		title: 'a partner that is called with the sample data',
		file: 'purchase-orders-to-quickbooks-bills.json',
		change: ({ pinData, ...workflow }) => {
			const { 'Find Bill': _findBill, ...pins } = pinData as Record<string, unknown>;
			return { ...workflow, pinData: pins };
		},
		message: /quickbooks\.api\.intuit\.com/,
	},
	{
		title: 'sample data that is saved',
		file: 'purchase-orders-to-quickbooks-bills.json',
		change: ({ pinData, ...workflow }) => {
			const { 'Save Mapping': _saveMapping, ...pins } = pinData as Record<string, unknown>;
			return { ...workflow, pinData: pins };
		},
		message: /QuickBooks Vendors/,
	},
	{
		title: 'settings that nothing asks for',
		file: 'catalog-to-shopify.json',
		change: (workflow) => without(workflow, 'Shop Missing'),
		message: /did not stop/,
	},
];

/** What has to fail, by a title. */
export function proofs(host: KillableHost, world: World): Array<[string, () => Promise<void>]> {
	const ofExamples = broken.map(
		({ title, file, change, message }): [string, () => Promise<void>] => [
			`caught: ${title}`,
			async () => {
				const example = examples[file];
				assert.ok(example);
				await assert.rejects(judge(file, example, host, world, change(read(file))), message);
			},
		],
	);
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
