// What the editor says of a node before it is executed: what is switched on there and is easily forgotten.
import type { NodeHint } from 'n8n-workflow';

function hintIf(condition: string, message: string): NodeHint {
	return {
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${condition} }}`,
		message,
	};
}

const isOn = (option: string) => `$parameter["options"]?.["${option}"] === true`;

export const NODE_HINTS: readonly NodeHint[] = [
	hintIf(isOn('dryRun'), "'Dry Run' is on: nothing is sent."),
	hintIf(
		'$parameter["resource"] === "project" && $parameter["itemFieldsToUpdate"] === "all"',
		"'Project Item Fields to Update' is All: the service also updates those that the items do not have.",
	),
];
