// How often options are read: what applies to all items once, the rest of them only where an expression may differ.
import type { INode } from 'n8n-workflow';

import { itemOptions, readRunOptions } from '../../../nodes/shared/optionValues';

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
