// The trigger node: its description; what it does when it polls is in poll.ts.
import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { subtitle, triggerProperties } from './panel';

const FIRST_POLL =
	"The first poll remembers what exists and emits nothing, unless 'Emit Existing' is on. From then on, changes start the workflow.";

export class ProjectServicesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Project Services Trigger',
		name: 'projectServicesTrigger',
		icon: {
			light: 'file:../../icons/projectServices.svg',
			dark: 'file:../../icons/projectServices.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: subtitle(),
		// n8n's search shows one entry for both nodes, with this text.
		description:
			'Actions read and publish records; the trigger starts the workflow when products or change order projects change',
		defaults: { name: 'Project Services Trigger' },
		polling: true,
		activationMessage: FIRST_POLL,
		triggerPanel: { activationHint: `${FIRST_POLL} This sample changes nothing.` },
		// A trigger is not a tool; older linters require the property.
		usableAsTool: undefined,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'projectServicesApi', required: true }],
		properties: triggerProperties(),
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		// Loaded by the first poll: n8n keeps the node in memory whether a workflow uses it or not.
		const { poll } = await import('./poll');
		return await poll(this);
	}
}
