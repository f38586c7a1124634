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
		'The ID of one of your catalogs, if you have one: with it, Check finds out more. It only reads',
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

/** The parameters of the operations of the resource Service, in their order. */
export const SERVICE_PANELS: Readonly<Record<ServiceOperation, readonly INodeProperties[]>> = {
	check: checkPanel,
	getTransactionStatus: statusPanel,
};
