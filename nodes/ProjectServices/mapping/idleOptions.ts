// Options that would have no effect, although a person relies on them: the editor does not offer them then.
import type { INode } from 'n8n-workflow';

import type { WriteEndpoint } from '../../../api/endpoint';
import { parameterError, quoted } from '../../shared/errors';
import { parameterLabel, type WriteOptions } from '../../shared/options';

/** @throws NodeOperationError that names the option; nothing was sent or read then */
export function refuseIdleOptions(
	node: INode,
	endpoint: Pick<WriteEndpoint, 'readBy' | 'records'>,
	options: Pick<WriteOptions, 'changeLimit' | 'compareWithService' | 'dryRun' | 'onlyChanged'>,
): void {
	const { changeLimit, compareWithService, dryRun, onlyChanged } = options;
	const [compare, limit] = [
		parameterLabel('compareWithService'),
		parameterLabel('changeLimit'),
	].map(quoted);
	const refuse = (problem: string, advice: string): never => {
		throw parameterError(node, problem, undefined, `Nothing was sent. ${advice}`);
	};
	if (compareWithService && !endpoint.readBy)
		refuse(
			`${compare} is not available for this operation: the service has no read for what it changes`,
			`Turn off ${compare} in the options.`,
		);
	if (compareWithService && !dryRun)
		refuse(
			`${compare} needs 'Dry Run', which is off`,
			`Turn on 'Dry Run' in the options to compare, or turn off ${compare} to send.`,
		);
	if (changeLimit !== undefined && !(onlyChanged && endpoint.records !== undefined))
		refuse(
			`${limit} needs 'Only Changed Records', which is off`,
			`Turn on 'Only Changed Records' in the options, or remove ${limit}.`,
		);
}
