// Room for many short copies in few blocks of memory, one behind the other.

export interface Blocks {
	/** The block that is being filled, and how much of it is used. */
	block: Buffer;
	used: number;
	/** Whether the next block is shared memory. */
	isSharedNext: boolean;
}

const MIN_BLOCK = 64 * 1024;
const MAX_BLOCK = 1024 * 1024;

export function createBlocks(): Blocks {
	return { block: Buffer.alloc(0), used: 0, isSharedNext: false };
}

/**
 * A block of memory. For each 64 MB of memory outside its heap, the engine searches the whole heap of n8n for garbage.
 * It does not count shared memory (which nobody shares here), so with every second block of it there are fewer
 * searches; the others are counted, so that what waits to be collected stays small.
 */
function createBlock(size: number, isShared: boolean): Buffer {
	return isShared ? Buffer.from(new SharedArrayBuffer(size)) : Buffer.allocUnsafeSlow(size);
}

/** So many bytes, which the caller has to fill. */
export function reserve(blocks: Blocks, length: number): Buffer {
	if (blocks.used + length > blocks.block.length) {
		const size = Math.min(MAX_BLOCK, Math.max(MIN_BLOCK, blocks.block.length * 2));
		blocks.block = createBlock(Math.max(size, length), blocks.isSharedNext);
		blocks.isSharedNext = !blocks.isSharedNext;
		blocks.used = 0;
	}
	const { block, used } = blocks;
	blocks.used += length;
	return block.subarray(used, blocks.used);
}
