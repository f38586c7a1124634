// The MessageIds of accepted requests, by which n8n's list of executions can be searched.
import type { IExecuteFunctions } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';

/** n8n keeps ten values per execution in all; half of them are left to the workflow. */
const MESSAGE_ID_KEYS = ['', 2, 3, 4, 5].map((number) => `${messageIdField}${number}`);

/** Saves the MessageId of an accepted request with the execution; n8n 1 cannot. */
export function saveMessageId(
	{ customData }: IExecuteFunctions & { customData?: Pick<Map<string, string>, 'get' | 'set'> },
	messageId: unknown,
): void {
	if (customData === undefined || typeof messageId !== 'string' || messageId === '') return;
	const free = MESSAGE_ID_KEYS.find((key) =>
		[undefined, '', messageId].includes(customData.get(key)),
	);
	if (free !== undefined) customData.set(free, messageId);
}
