// Room for copies: apart from each other, and only in part of what starts garbage collections.
import { createBlocks, reserve } from '../../../wire/streaming/bytes/blocks';

test('copies lie behind each other and never on each other', () => {
	const blocks = createBlocks();
	const copies = Array.from({ length: 2_000 }, (_, index) =>
		reserve(blocks, 300 + (index % 7)).fill(index % 256),
	);
	copies.forEach((copy, index) => {
		expect(copy.every((byte) => byte === index % 256)).toBe(true);
	});
	expect(copies[1]?.byteOffset).toBe(copies[0]?.length);
});

test('a copy may be longer than a block', () => {
	expect(reserve(createBlocks(), 3_000_000)).toHaveLength(3_000_000);
});

test('every second block is memory that the engine does not count', () => {
	const blocks = createBlocks();
	const bytes = { shared: 0, counted: 0 };
	let last: ArrayBufferLike | undefined;
	for (let count = 0; count < 30_000; count++) {
		const { buffer } = reserve(blocks, 1_000);
		if (buffer === last) continue;
		last = buffer;
		bytes[buffer instanceof SharedArrayBuffer ? 'shared' : 'counted'] += buffer.byteLength;
	}
	const share = bytes.counted / (bytes.counted + bytes.shared);
	expect(share).toBeGreaterThan(0.4);
	expect(share).toBeLessThan(0.6);
});
