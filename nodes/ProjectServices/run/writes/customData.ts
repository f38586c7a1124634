// What a write leaves in the execution's custom data, by which n8n's list of executions can be searched.
import type { IExecuteFunctions } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';

/** n8n keeps ten values per execution in all; half of them are left to the workflow. */
const maxIds = 5;

/** The keys under which MessageIds are saved: MessageId, MessageId2, ... */
const messageIdKeys: readonly string[] = Array.from({ length: maxIds }, (_, index) =>
	index === 0 ? messageIdField : `${messageIdField}${index + 1}`,
);

/** Older versions of n8n, n8n 1 among them, give nodes no access to custom data. */
interface HasCustomData {
	readonly customData?: {
		get(key: string): string | undefined;
		set(key: string, value: string): void;
	};
}

/** Saves the MessageId of an accepted request, unless it or enough others are saved already. */
export function saveMessageId(
	context: IExecuteFunctions & HasCustomData,
	messageId: unknown,
): void {
	const { customData } = context;
	if (customData === undefined || typeof messageId !== 'string' || messageId === '') return;
	const saved = messageIdKeys.map((key) => customData.get(key));
	const free = messageIdKeys.find((_, index) => !saved[index]);
	if (free !== undefined && !saved.includes(messageId)) customData.set(free, messageId);
}
