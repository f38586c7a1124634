// Check: asks the service once, whatever the number of input items. It only reads, so a further try reads again.
import type { INodeExecutionData } from 'n8n-workflow';

import { check } from '../../../../client/check/check';
import { nodeError } from '../../../shared/errors';
import type { NodeRun } from '../../nodeRun';
import { enteredId } from './enteredId';

/** The first ID that an input item has. */
function catalogIdOf(run: NodeRun): string | undefined {
	const items = Array.from({ length: run.itemCount }, (_, item) => item);
	return items.map((item) => enteredId(run, 'catalogId', item)).find((id) => id !== '');
}

export async function checkService(run: NodeRun): Promise<INodeExecutionData[]> {
	const { client, node, report } = run;
	const { hasCredential } = client;
	const answers = await check(client, { catalogId: catalogIdOf(run), hasCredential }).catch(
		(error: unknown) => Promise.reject(nodeError(node, error)),
	);
	for (const { answer, consequence, evidence, id } of answers)
		if (id === 'reachable' && answer !== 'yes') report.hint(`${evidence} ${consequence}`);
	return answers.map((answer) => ({ json: { ...answer }, pairedItem: { item: 0 } }));
}
