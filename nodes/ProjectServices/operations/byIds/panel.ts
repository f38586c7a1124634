// The parameters of a read by many IDs at once.
import type { INodeProperties } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import {
	descriptionOf,
	exampleOf,
	LIST_ADVICE,
	optionsCollection,
	widget,
} from '../../../shared/widgets';
import { idProperties, outputProperties, READ_OPTIONS } from '../../description/reading';

function idList({ idsParameter = '', idsPerRequest = 1, idsTexts }: ReadEndpoint): INodeProperties {
	const advice = `The IDs of all input items are combined without duplicates and requested ${idsPerRequest} at a time`;
	return widget(idsParameter, 'string', '', {
		required: true,
		typeOptions: { rows: 2 },
		...exampleOf(idsTexts?.example),
		...descriptionOf(idsTexts?.description, LIST_ADVICE, advice),
	});
}

export function byIdsPanel(endpoint: ReadEndpoint): INodeProperties[] {
	return [
		...idProperties(endpoint),
		idList(endpoint),
		...outputProperties(endpoint),
		optionsCollection(READ_OPTIONS),
	];
}
