// The options that reads have in common: each only where it applies to the endpoint.
import type { INodeProperties } from 'n8n-workflow';

import { collectionsOf, type ReadEndpoint } from '../../../api/endpoint';
import { labelOf } from '../../shared/labels';
import { OPTIONS } from '../../shared/options';
import {
	choices,
	hiddenInTools,
	optionProperty,
	requestsOption,
	shownFor,
	widget,
} from '../../shared/widgets';

function splitOutOptions(endpoint: ReadEndpoint): INodeProperties[] {
	const collections = collectionsOf(endpoint);
	if (collections.length === 0) return [];
	return [
		widget('splitOut', 'options', '', {
			options: choices(['', ...collections], (name) => (name === '' ? 'None' : labelOf(name))),
			description: OPTIONS.splitOut.description,
		}),
		shownFor({ splitOut: collections }, optionProperty('splitOutParent')),
	].map(hiddenInTools);
}

/** The options of a read whose items are its records. */
export function readOptionProperties(endpoint: ReadEndpoint): INodeProperties[] {
	return [optionProperty('onlyFilled'), ...splitOutOptions(endpoint), requestsOption()];
}
