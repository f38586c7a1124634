// Options: which ones are read, what overrides the credential, and on what all input items must agree.
import type { INode } from 'n8n-workflow';

import { checkAgreement, optionsReader, requestSettings } from '../../../nodes/shared/optionValues';
import { retryDelayMs } from '../../../client/transport/retry';
import type { Failure } from '../../../client/failures/failures';
import { OPTIONS, RETRY_TIMES } from '../../../nodes/shared/options';

function nodeWith(options: unknown): INode {
	const place: [number, number] = [0, 0];
	const parameters = { options } as INode['parameters'];
	return { id: '', name: 'Node', type: '', typeVersion: 1, position: place, parameters };
}

test('only the options of the operation are read, and the others not checked', () => {
	const options = { pageSize: 5, deletionLimit: 'wrong' };
	const read = optionsReader(nodeWith(options), () => options);
	expect(read(['pageSize', 'onlyFilled'], 0)).toEqual({ pageSize: 5, onlyFilled: false });
	expect(() => read(['deletionLimit'], 0)).toThrow(/'Deletion Limit' must be a whole number/);
});

test('options are those of the input item', () => {
	const read = optionsReader(nodeWith({}), (_, itemIndex) => ({ pageSize: itemIndex + 5 }));
	expect([0, 1, 2].map((itemIndex) => read(['pageSize'], itemIndex).pageSize)).toEqual([5, 6, 7]);
});

test('under Requests, only what was added overrides the credential', () => {
	const options = { requests: { timeout: '9', maxRetries: 0 } };
	const { timeout, maxRetries, concurrency } = requestSettings(nodeWith(options), () => options);
	expect([timeout, maxRetries, concurrency]).toEqual([9, 0, undefined]);
	const wrong = { requests: { concurrency: 51 } };
	expect(() => requestSettings(nodeWith(wrong), () => wrong)).toThrow(
		"'Requests at Once' must be a whole number from 1 to 50, not 51",
	);
});

test.each<[string, unknown, boolean, string | undefined]>([
	['an option of each item', { pageSize: '={{ $itemIndex }}' }, false, undefined],
	['an option of the whole execution', { dryRun: '={{ $itemIndex }}' }, true, 'Dry Run'],
	['what is under Requests', { requests: { timeout: '={{ $itemIndex }}' } }, false, 'Timeout'],
])(
	'input items may differ in %s, or the error names it',
	(_, options, optionsApplyToRun, label) => {
		const check = () =>
			checkAgreement(nodeWith(options), (_name, itemIndex) => itemIndex, 3, optionsApplyToRun);
		if (label === undefined) expect(check).not.toThrow();
		else expect(check).toThrow(`'${label}' differs between input items: it is 0 for item 0`);
	},
);

test('the panel says how long retries take', () => {
	const failure = { kind: 'status', status: 503 } as Failure;
	const seconds = (retries: number) =>
		Array.from({ length: retries }, (_, index) => retryDelayMs(failure, index + 1, 0.5)).reduce(
			(sum, each) => sum + each / 1000,
			0,
		);
	expect(RETRY_TIMES).toContain(`3 retries take about ${seconds(3)} seconds, 8 about`);
	expect(Math.round(seconds(8) / 10) * 10).toBe(90);
	expect(Math.round(seconds(20) / 30) / 2).toBe(7.5);
	expect(OPTIONS.maxRetries).toMatchObject({ default: 3, max: 20 });
});
