// Carries out a Publish operation: the records of all input items.
import type { INodeExecutionData } from 'n8n-workflow';

import { keysOf } from '../../../../client/publish/plan';
import { refuseWrong } from '../../mapping/rejected';
import { withoutKeyText } from '../../mapping/sentences';
import type { WriteRun } from '../../nodeRun';
import { publishRequest } from './publishRequest';
import { write } from './write';

/** @throws NodeOperationError for wrong items or parameters; NodeApiError when a request fails */
export async function publishRecords(run: WriteRun): Promise<INodeExecutionData[]> {
	const request = publishRequest(run);
	refuseWrong(run, request.rejected);
	const records = request.lists.flatMap(({ rows = [] }) => rows.map(({ record }) => record));
	const withoutKey = records.filter((record) => keysOf(run.endpoint, record).length === 0).length;
	if (withoutKey > 0) run.report.hint(withoutKeyText(run.endpoint, withoutKey));
	return await write(run, request);
}
