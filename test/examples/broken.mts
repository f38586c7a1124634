// Proofs that the judge sees what it is there for: examples that are broken on purpose, and what it says of them.
import type { Json, Workflow, WorkflowNode } from '../host/rest/apiTypes.mjs';

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

export const broken: ReadonlyArray<[file: string, change: Change, message: RegExp]> = [
	[
		'clients-from-data-table.json',
		changed('Publish Clients', ({ parameters }) => ({
			parameters: { ...parameters, options: {} },
		})),
		/second run changed something/,
	],
	['check-time-sheets.json', without('Only Not Approved'), /deep-equal/],
	[bills, without('Only Orders to Bill'), /deep-equal|Line is missing/],
	[bills, withoutSample('Find Bill'), /quickbooks\.api\.intuit\.com/],
	[bills, withoutSample('Save Mapping'), /QuickBooks Vendors/],
	['catalog-to-shopify.json', without('Shop Missing'), /did not stop/],
];
