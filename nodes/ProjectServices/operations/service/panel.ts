// The parameters of Check and Get Transaction Status.
import type { INodeProperties } from 'n8n-workflow';

import { IDS_TO_TRY } from '../../../../client/check/idsToTry';
import {
	byLabel,
	descriptionOf,
	exampleOf,
	fileOption,
	LIST_ADVICE,
	notice,
	optionProperty,
	optionsCollection,
	widget,
} from '../../../shared/widgets';
import type { ServiceOperation } from '../serviceOperations';

/** A line of text. */
function text(name: string, example: string, ...sentences: readonly string[]): INodeProperties {
	return widget(name, 'string', '', { ...exampleOf(example), ...descriptionOf(...sentences) });
}

/** How the result of an operation that gives a file may come. */
const FILE_OPTIONS = (['binaryProperty', 'fileName'] as const).map(fileOption);

const checkNotice = notice(
	'checkNotice',
	'Check only reads: the list of change order projects, the records whose IDs you enter and, with an ID, each path without one. On some services, reading a record marks its project as imported: enter IDs for which that does no harm. It runs once, whatever the number of input items.',
);

const idsToTry = widget(
	'idsToTry',
	'collection',
	{},
	{
		placeholder: 'Add ID',
		description: 'IDs that you have at hand: each answers more questions',
		options: byLabel(
			IDS_TO_TRY.map(({ key, label, example, endpoint }) => ({
				...text(key, example, ...(endpoint.body ? [LIST_ADVICE] : [])),
				displayName: label,
			})),
		),
	},
);

const checkReturnAs = widget('returnAs', 'options', 'items', {
	options: [
		{
			name: 'File',
			value: 'file',
			description: 'One item with a JSON file for an issue: no data of records but the newest date',
		},
		{ name: 'Items', value: 'items', description: 'One item per question' },
		{
			name: 'Settings',
			value: 'settings',
			description: 'One item with the settings for the credential that the answers decide',
		},
	],
	description: 'How to return the answers',
});

const checkPanel = [
	checkNotice,
	idsToTry,
	checkReturnAs,
	optionsCollection([optionProperty('maxRequests'), ...FILE_OPTIONS]),
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
