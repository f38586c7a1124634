// Room for many short copies in few blocks of memory, one behind the other.

export interface Blocks {
	/** The block that is being filled, and how much of it is used. */
	block: Buffer;
	/** The same bytes. */
	view: DataView;
	used: number;
}

const MIN_BLOCK = 64 * 1024;
const MAX_BLOCK = 1024 * 1024;

export function createBlocks(): Blocks {
	return { block: Buffer.alloc(0), view: new DataView(new ArrayBuffer(0)), used: 0 };
}

/** So many bytes, which the caller has to fill. */
export function reserve(blocks: Blocks, length: number): Buffer {
	if (blocks.used + length > blocks.block.length) {
		const size = Math.min(MAX_BLOCK, Math.max(MIN_BLOCK, blocks.block.length * 2));
		blocks.block = Buffer.allocUnsafeSlow(Math.max(size, length));
		blocks.view = new DataView(blocks.block.buffer);
		blocks.used = 0;
	}
	const { block, used } = blocks;
	blocks.used += length;
	return block.subarray(used, blocks.used);
}
