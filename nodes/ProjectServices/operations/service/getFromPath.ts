// Get From Path: the records under any path of the service, for each input item.
import type { INodeExecutionData } from 'n8n-workflow';

import { readPath } from '../../../../client/service/readPath';
import type { RecordValue } from '../../../../wire/result';
import { readEachItem, resultOf } from '../../eachItem';
import type { NodeRun } from '../../nodeRun';
import { pathRequest } from './pathRequest';
import { inputError } from './textParameters';

const NOT_FOUND = {
	rowNoun: 'record',
	advice: () => "If you expected some, check 'Path', 'Query' and 'Records Under'.",
} as const;

export async function getFromPath(run: NodeRun): Promise<INodeExecutionData[]> {
	const { client, node, report } = run;
	return await readEachItem(run, NOT_FOUND, async (itemIndex) => {
		const { request, keep } = pathRequest(run, itemIndex);
		const result = await readPath(client, request);
		if (!result.ok) throw inputError(node, result, itemIndex);
		for (const remark of result.value.remarks) report.hint(remark);
		const rows = result.value.rows.map((row) => keep(row) as RecordValue);
		return resultOf({ rows, unsplit: 0 }, itemIndex);
	});
}
