// The parameters of Check and Get Transaction Status.
import type { INodeProperties } from 'n8n-workflow';

import {
	descriptionOf,
	exampleOf,
	optionProperty,
	optionsCollection,
	widget,
} from '../../../shared/widgets';
import type { ServiceOperation } from '../serviceOperations';

/** A line of text. */
function text(name: string, example: string, ...sentences: readonly string[]): INodeProperties {
	return widget(name, 'string', '', { ...exampleOf(example), ...descriptionOf(...sentences) });
}

const checkPanel = [
	text(
		'catalogId',
		'CAT-1001',
		'The ID of a product catalog, which answers more than the change order projects alone. Check only reads, once for all input items',
	),
];

const statusPanel = [
	{
		...text('messageId', 'a1b2c3', 'The MessageId with which the service received a request'),
		default: '={{ $json.MessageId }}',
		required: true,
	},
	optionsCollection([optionProperty('waitMinutes')]),
];

/** The parameters of the operations of the resource Connection, in their order. */
export const SERVICE_PANELS: Readonly<Record<ServiceOperation, readonly INodeProperties[]>> = {
	check: checkPanel,
	getTransactionStatus: statusPanel,
};
