// Where the state of a trigger is kept between two polls.
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { loadState, saveState } from '../shared/state/workflowState';

/**
 * With durable poll cursors, n8n gives each poll a plain copy of the static data of its node, which it keeps or
 * discards together with what the poll emits. Otherwise it is an object that notices changes.
 */
function hasDurableCursor(data: object): boolean {
	return !('__dataChanged' in data);
}

/** The saved state of the trigger: by the ID of its node, since n8n keeps the static data of a node by its name. */
export function storedState(context: IPollFunctions) {
	const { id } = context.getNode();
	const data = context.getWorkflowStaticData('node');
	const { state: workflow, isCopy } = loadState(context);
	const value = workflow.get('triggers', id)?.value;
	if (hasDurableCursor(data)) {
		const set = (state: IDataObject) => void (data.state = state);
		return { value: data.state ?? value, isCopy, set };
	}
	const set = (state: IDataObject) => {
		workflow.set('triggers', id, { node: id, sequence: 0, value: state });
		saveState(context, workflow);
	};
	return { value, isCopy, set };
}
