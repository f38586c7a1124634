// Options that would have no effect, although a person relies on them: the editor does not offer them then.
import type { INode } from 'n8n-workflow';

import { parameterError, quoted } from '../../shared/errors';
import { parameterLabel, type WriteOptions } from '../../shared/options';

/** @throws NodeOperationError that names the option; nothing was sent or read then */
export function refuseIdleOptions(
	node: INode,
	{ changeLimit, onlyChanged }: Pick<WriteOptions, 'changeLimit' | 'onlyChanged'>,
): void {
	if (changeLimit === undefined || onlyChanged) return;
	const limit = quoted(parameterLabel('changeLimit'));
	throw parameterError(
		node,
		`${limit} needs 'Only Changed Records', which is off`,
		undefined,
		`Nothing was sent. Turn on 'Only Changed Records' in the options, or remove ${limit}.`,
	);
}
