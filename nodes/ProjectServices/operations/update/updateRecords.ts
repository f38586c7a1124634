// Carries out an Update operation: one request for each input item.
import type { INodeExecutionData } from 'n8n-workflow';

import { refuseWrong } from '../../mapping/rejected';
import type { WriteRun } from '../../nodeRun';
import { write } from '../publish/write';
import { updateRequest } from './updateRequest';

/** @throws NodeOperationError for wrong items or parameters; NodeApiError when a request fails */
export async function updateRecords(run: WriteRun): Promise<INodeExecutionData[]> {
	const request = updateRequest(run);
	refuseWrong(run, request.rejected);
	return await write(run, request);
}
