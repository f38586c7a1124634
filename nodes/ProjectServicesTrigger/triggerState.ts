// Where the state of a trigger is kept between two polls, and when what a poll returned counts.
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { loadState, STATIC_KEY, type WorkflowState } from '../shared/state/workflowState';

/**
 * With durable poll cursors, n8n gives each poll a plain copy of the static data of its node, which it keeps or
 * discards together with what the poll emits. Otherwise it is an object that notices changes.
 */
function hasDurableCursor(data: object): boolean {
	return !('__dataChanged' in data);
}

/**
 * The static data of one activation of the workflow. n8n drops what a poll returns when the workflow was published
 * again meanwhile, and tells nobody: so the state after such a poll counts only once n8n is seen to have emitted.
 */
class Activation {
	private readonly unconfirmed = new Map<string, IDataObject>();
	private readonly polled = new Set<string>();

	constructor(readonly workflow: WorkflowState) {}

	/** Whether n8n polls the trigger for the first time since it activated the workflow. */
	beginPoll(trigger: string): boolean {
		// It polls no activation that was replaced: the poll before was not dropped.
		this.confirm(trigger);
		const isFirst = !this.polled.has(trigger);
		this.polled.add(trigger);
		return isFirst;
	}

	get(trigger: string): unknown {
		return this.workflow.get('triggers', trigger)?.value;
	}

	/** @param isEmitted Whether the poll returns items, which n8n may drop */
	set(trigger: string, value: IDataObject, isEmitted: boolean): void {
		this.unconfirmed.set(trigger, value);
		if (!isEmitted) this.confirm(trigger);
	}

	private confirm(trigger: string): void {
		const value = this.unconfirmed.get(trigger);
		if (value === undefined) return;
		this.unconfirmed.delete(trigger);
		this.workflow.set('triggers', trigger, { node: trigger, sequence: 0, value });
	}

	/** n8n saves it when it emits what a poll returned, never after it was replaced. */
	toJSON(): object {
		for (const trigger of [...this.unconfirmed.keys()]) this.confirm(trigger);
		return this.workflow.toJSON();
	}
}

/**
 * Begins a poll of the trigger.
 *
 * @returns its saved state, by the ID of its node, since n8n keeps the static data of a node by its name; and how to set
 * the next one
 */
export function beginPoll(context: IPollFunctions) {
	const { id } = context.getNode();
	const data = context.getWorkflowStaticData('node');
	const global = context.getWorkflowStaticData('global');
	const found = global[STATIC_KEY] as unknown;
	const workflow = String(context.getWorkflow().id ?? '');
	const isCurrent = found instanceof Activation && found.workflow.workflow === workflow;
	const current = isCurrent ? found : undefined;
	const { state, isCopy } = loadState(context, current?.workflow);
	const activation = current ?? new Activation(state);
	const isFirstPoll = activation.beginPoll(id);
	const value = activation.get(id);
	if (hasDurableCursor(data)) {
		const set = (next: IDataObject) => void (data.state = next);
		return { value: data.state ?? value, isCopy, isFirstPoll: false, set };
	}
	// n8n notices a change only where a property of its own object is set.
	const put = () => void (global[STATIC_KEY] = activation as unknown as IDataObject);
	if (isFirstPoll) put();
	const set = (next: IDataObject, isEmitted: boolean) => {
		activation.set(id, next, isEmitted);
		put();
	};
	return { value, isCopy, isFirstPoll, set };
}
