// The parameters of a list in pages.
import type { INodeProperties } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { labelOf } from '../../../shared/labels';
import { defaultPageSize } from '../../../shared/options';
import {
	filters,
	hiddenInTools,
	optionProperty,
	optionsCollection,
	shownFor,
} from '../../../shared/widgets';
import { readOptionProperties } from '../../description/commonOptions';
import { idProperties, outputProperties, returnAsProperty } from '../../description/reading';

function pagingOptions(endpoint: ReadEndpoint): INodeProperties[] {
	const { changedOn = '', rowNoun = 'record', updatedAfter } = endpoint;
	const later = `Only ${rowNoun}s whose ${labelOf(changedOn)} is later; the whole list is read to find them`;
	const undated = `${labelOf(`${rowNoun}s`)} without ${labelOf(changedOn)} are always included`;
	const description = `${later}. ${undated}.`;
	return [
		...(['binaryProperty', 'fileFormat', 'fileName'] as const).map((name) =>
			hiddenInTools(shownFor({ '/returnAs': ['file'] }, optionProperty(name))),
		),
		optionProperty('pageNumber'),
		optionProperty('pageSize', { default: defaultPageSize(endpoint) }),
		...(updatedAfter ? [optionProperty('updatedAfter', { description })] : []),
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
