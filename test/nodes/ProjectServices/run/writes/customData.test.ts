// MessageIds in the execution's custom data, in n8n versions that offer it and in those that do not.
import type { IExecuteFunctions } from 'n8n-workflow';

import { saveMessageId } from '../../../../../nodes/ProjectServices/run/writes/writeState';

function contextWith(saved?: Map<string, string>): IExecuteFunctions {
	const customData = saved && {
		get: (key: string) => saved.get(key),
		set: (key: string, value: string) => saved.set(key, value),
	};
	return { customData } as unknown as IExecuteFunctions;
}

test('at most five MessageIds are saved, each once', () => {
	const saved = new Map<string, string>();
	for (const id of ['a', 'b', 'a', 'c', 'd', 'e', 'f']) saveMessageId(contextWith(saved), id);
	expect([...saved]).toEqual([
		['MessageId', 'a'],
		['MessageId2', 'b'],
		['MessageId3', 'c'],
		['MessageId4', 'd'],
		['MessageId5', 'e'],
	]);
});

test('without custom data, as in n8n 1, nothing is saved and nothing fails', () => {
	expect(() => saveMessageId(contextWith(), 'a')).not.toThrow();
});
