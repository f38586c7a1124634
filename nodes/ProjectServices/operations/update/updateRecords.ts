// Carries out an Update operation: one request for each input item.
import type { INodeExecutionData } from 'n8n-workflow';

import type { WriteEndpoint } from '../../../../api/endpoint';
import { refuseWrong } from '../../mapping/rejected';
import type { Run } from '../../nodeRun';
import { write } from '../publish/write';
import { updateRequest } from './updateRequest';

/** @throws NodeOperationError for wrong items or parameters; NodeApiError when a request fails */
export async function updateRecords(run: Run<WriteEndpoint>): Promise<INodeExecutionData[]> {
	const request = updateRequest(run);
	refuseWrong(run, request.rejected);
	return await write(run, request);
}
