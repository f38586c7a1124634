// How often options are read: what applies to all items once, the rest of them only where an expression may differ.
import type { INode } from 'n8n-workflow';

import { itemOptions, readRunOptions } from '../../../nodes/shared/optionValues';
import { retryDelayMs } from '../../../client/transport/retry';
import type { Failure } from '../../../client/failures';
import { OPTIONS, RETRY_TIMES } from '../../../nodes/shared/options';

function reader(options: unknown) {
	const node = {
		id: '',
		name: 'Node',
		type: '',
		typeVersion: 1,
		position: [0, 0],
		parameters: { options },
	} as INode;
	let reads = 0;
	const parameters = (name: string, itemIndex: number) => {
		reads++;
		return name === 'options' ? { pageSize: itemIndex + 5, timeout: 9 } : 9;
	};
	const read = itemOptions(node, parameters, readRunOptions(node, parameters, 3, false));
	reads = 0;
	return { read, reads: () => reads };
}

test('options without an expression are read for the first item only', () => {
	const { read, reads } = reader({ pageSize: 5, timeout: 9 });
	const first = read(0);
	expect([first.pageSize, first.timeout, first.onlyFilled]).toEqual([5, 9, false]);
	expect(read(2)).toBe(first);
	expect(reads()).toBe(1);
});

test('options with an expression are read for each item', () => {
	const { read, reads } = reader({ pageSize: '={{ $itemIndex + 5 }}', timeout: 9 });
	expect([0, 1, 2].map((itemIndex) => read(itemIndex).pageSize)).toEqual([5, 6, 7]);
	expect(reads()).toBe(3);
});

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
