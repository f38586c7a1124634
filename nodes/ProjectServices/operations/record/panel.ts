// The parameters of a read by ID.
import type { INodeProperties } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { filters, optionsCollection } from '../../../shared/widgets';
import {
	idProperties,
	outputProperties,
	READ_OPTIONS,
	returnAsProperty,
} from '../../description/reading';

export function recordPanel(endpoint: ReadEndpoint, noun: string): INodeProperties[] {
	return [
		...idProperties(endpoint),
		...returnAsProperty(endpoint, endpoint.rowNoun ?? noun),
		...filters(endpoint),
		...outputProperties(endpoint),
		optionsCollection(READ_OPTIONS),
	];
}
