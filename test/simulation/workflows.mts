// The nodes and steps of which simulated workflows are made, and the copy that a workflow keeps of a list.
import type { IDataObject } from 'n8n-workflow';

import type { Execution, NodeSettings, Simulation, Step } from './host.mjs';

const catalog = { resource: 'productCatalog', id: 'CAT' };

function feedNode(
	operation: string,
	cursorName = 'default',
	id = '',
	startOver = false,
): NodeSettings {
	const ofGet = operation === 'getChanges' && { options: { deletionLimit: 100, startOver } };
	return {
		id: `${operation} ${cursorName}${id}`,
		parameters: { ...catalog, operation, cursorName, ...ofGet },
	};
}

/** A copy of the catalog, as a workflow keeps it in a table. */
export interface Copy {
	readonly rows: Map<string, string>;
	/** Rows that were deleted from the copy although the service had them all the time. */
	readonly wrongDeletions: string[];
	/** The steps of an execution that brings the copy up to date. */
	readonly get: Step;
	readonly apply: Step;
	readonly commit: Step;
	/** Empties the copy and gets every record. */
	readonly startOver: Step;
	/** Tells the IDs of nodes apart: a node that was deleted and pasted. */
	nodeId: string;
	/** What the last commit said. */
	committed: IDataObject | undefined;
}

export function newCopy({ service }: Simulation, cursorName = 'default'): Copy {
	const rows = new Map<string, string>();
	const wrongDeletions: string[] = [];
	const get = async (execution: Execution, startOver: boolean) => {
		const before = service.now();
		const node = feedNode('getChanges', cursorName, copy.nodeId, startOver);
		const items = await execution.run(node, [{}]);
		for (const { Id, change } of items) {
			const row = service.rows.get(String(Id));
			if (change === 'deleted' && row && row.since <= before) wrongDeletions.push(String(Id));
		}
		return items;
	};
	const copy: Copy = {
		rows,
		wrongDeletions,
		committed: undefined,
		nodeId: '',
		get: async (execution) => await get(execution, false),
		startOver: async (execution) => {
			const items = await get(execution, true);
			rows.clear();
			return items;
		},
		apply: async (_execution, items) => {
			for (const { Id, Model, change } of items) {
				if (change === 'deleted') rows.delete(String(Id));
				else rows.set(String(Id), String(Model));
			}
			return await Promise.resolve(items);
		},
		commit: async (execution, items) => {
			[copy.committed] = await execution.run(feedNode('commitChanges', cursorName), [{}]);
			return items;
		},
	};
	return copy;
}

/** Whether a copy is in sync with the service. */
export function isInSync({ service }: Simulation, { rows }: Copy): boolean {
	const { rows: all } = service;
	return rows.size === all.size && [...all].every(([id, { Model }]) => rows.get(id) === Model);
}

export const wait: Step = Object.assign(async (_: Execution, data: IDataObject[]) => data, {
	isWait: true,
});

/** A step that fails the first time. */
export function failOnce(): Step {
	let isFirst = true;
	return async (_execution, data) => {
		if (!isFirst) return await Promise.resolve(data);
		isFirst = false;
		throw new Error('A later node fails.');
	};
}

export function triggerNode(more: { readonly name?: string | undefined } = {}): NodeSettings {
	const changeTypes = ['created', 'updated', 'deleted'];
	const options = { deletionLimit: 100 };
	const parameters = { event: 'productChanged', catalogId: 'CAT', changeTypes, options };
	return { id: 'trigger', parameters, ...more };
}

/** A step of a Code node that sets static data of its own, so that n8n saves all of it. */
export const setForeign: Step = async (execution, data) => {
	execution.setForeign('x');
	return await Promise.resolve(data);
};
