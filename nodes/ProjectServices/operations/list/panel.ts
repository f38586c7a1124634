// The parameters of a list in pages.
import type { INodeProperties } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { defaultPageSize } from '../../../shared/options';
import {
	fileOption,
	filters,
	hiddenInTools,
	optionProperty,
	optionsCollection,
	shownFor,
} from '../../../shared/widgets';
import { readOptionProperties } from '../../description/commonOptions';
import { idProperties, outputProperties, returnAsProperty } from '../../description/reading';

function pagingOptions(endpoint: ReadEndpoint): INodeProperties[] {
	return [
		...(['binaryProperty', 'fileFormat', 'fileName'] as const).map(fileOption).map(hiddenInTools),
		optionProperty('pageNumber'),
		optionProperty('pageSize', { default: defaultPageSize(endpoint) }),
	];
}

export function listPanel(endpoint: ReadEndpoint, noun: string): INodeProperties[] {
	return [
		...idProperties(endpoint),
		...returnAsProperty(endpoint, endpoint.rowNoun ?? noun),
		optionProperty('returnAll'),
		shownFor({ returnAll: [false] }, optionProperty('limit')),
		...filters(endpoint),
		...outputProperties(endpoint),
		optionsCollection([...readOptionProperties(endpoint), ...pagingOptions(endpoint)]),
	];
}
