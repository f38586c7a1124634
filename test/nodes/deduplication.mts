// The store of n8n's deduplication for one process, as far as our nodes use it: `latestIncrementalKey`, scope node.
// n8n's own is asked in test/e2e; how it behaves with several processes is in test/simulation.
import type { INode } from 'n8n-workflow';

export function deduplicationStore() {
	/** The newest number of each node, as n8n's database keeps it: by workflow and node. */
	const newest = new Map<string, number>();
	return {
		checkProcessedAndRecord: async (
			items: number[],
			_scope: string,
			{ node, workflow }: { node: INode; workflow: { id: string } },
		) => {
			const key = `${workflow.id} ${node.id}`;
			const last = newest.get(key) ?? -Infinity;
			newest.set(key, Math.max(last, ...items));
			return await Promise.resolve({
				new: items.filter((item) => item > last),
				processed: items.filter((item) => item <= last),
			});
		},
	};
}
