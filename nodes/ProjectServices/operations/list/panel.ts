// The parameters of a list in pages.
import type { INodeProperties } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import {
	fileOption,
	filters,
	hiddenInTools,
	optionProperty,
	optionsCollection,
	shownFor,
} from '../../../shared/widgets';
import {
	idProperties,
	outputProperties,
	READ_OPTIONS,
	returnAsProperty,
} from '../../description/reading';

const FILE_OPTIONS = (['binaryProperty', 'fileFormat', 'fileName'] as const)
	.map(fileOption)
	.map(hiddenInTools);

export function listPanel(endpoint: ReadEndpoint, noun: string): INodeProperties[] {
	return [
		...idProperties(endpoint),
		...returnAsProperty(endpoint, endpoint.rowNoun ?? noun),
		optionProperty('returnAll'),
		shownFor({ returnAll: [false] }, optionProperty('limit')),
		...filters(endpoint),
		...outputProperties(endpoint),
		optionsCollection([...READ_OPTIONS, ...FILE_OPTIONS]),
	];
}
