// The parameters of an update: every input item is a request.
import type { INodeProperties } from 'n8n-workflow';

import type { WriteEndpoint } from '../../../../api/endpoint';
import { writeProperties } from '../../description/writing';

export function updatePanel(endpoint: WriteEndpoint): INodeProperties[] {
	return writeProperties(endpoint);
}
