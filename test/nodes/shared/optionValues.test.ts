// Options: which ones are read, what overrides the credential, and on what all input items must agree.
import type { INode } from 'n8n-workflow';

import { checkAgreement, optionsReader } from '../../../nodes/shared/optionValues';

function nodeWith(options: unknown): INode {
	const place: [number, number] = [0, 0];
	const parameters = { options } as INode['parameters'];
	return { id: '', name: 'Node', type: '', typeVersion: 1, position: place, parameters };
}

test('only the options of the operation are read, and the others not checked', () => {
	const options = { limit: 5, deletionLimit: 'wrong' };
	const read = optionsReader(nodeWith(options), () => options);
	expect(read(['limit', 'onlyFilled'], 0)).toEqual({ limit: 5, onlyFilled: false });
	expect(() => read(['deletionLimit'], 0)).toThrow(/'Deletion Limit' must be a whole number/);
});

test('options are those of the input item', () => {
	const read = optionsReader(nodeWith({}), (_, itemIndex) => ({ limit: itemIndex + 5 }));
	expect([0, 1, 2].map((itemIndex) => read(['limit'], itemIndex).limit)).toEqual([5, 6, 7]);
});

test.each<[string, unknown, boolean, string | undefined]>([
	['an option of each item', { limit: '={{ $itemIndex }}' }, false, undefined],
	['an option of the whole execution', { dryRun: '={{ $itemIndex }}' }, true, 'Dry Run'],
])(
	'input items may differ in %s, or the error names it',
	(_, options, optionsApplyToRun, label) => {
		const check = () =>
			checkAgreement(nodeWith(options), (_name, itemIndex) => itemIndex, 3, optionsApplyToRun);
		if (label === undefined) expect(check).not.toThrow();
		else expect(check).toThrow(`'${label}' differs between input items: it is 0 for item 0`);
	},
);
