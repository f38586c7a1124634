// Who goes on next: everything in the simulation that waits for the host or the service waits here for its turn.
import type { Random } from '../sandbox/data/random';

export interface Turns {
	/** Waits until it is this one's turn; never resolves for a process that has ended. */
	take(process: { readonly isOver: boolean }): Promise<void>;
	/** How many wait. */
	count(): number;
	/** Lets one that waits go on, until everything waits again. */
	next(): Promise<void>;
	/** From now on, nobody waits. */
	open(): Promise<void>;
}

/** All that follows from a resolved promise without input or output happens before this resolves. */
const settled = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/** @param random Decides who is next; left out, nobody waits */
export function newTurns(random?: Random): Turns {
	let waiting: Array<{ readonly process: { readonly isOver: boolean }; readonly go: () => void }> =
		[];
	let isOpen = random === undefined;
	const alive = () => (waiting = waiting.filter(({ process }) => !process.isOver));
	return {
		take: async (process) => {
			if (process.isOver) await new Promise(() => undefined);
			if (isOpen) return;
			await new Promise<void>((go) => waiting.push({ process, go }));
		},
		count: () => alive().length,
		next: async () => {
			const all = alive();
			if (random === undefined || all.length === 0) return;
			const chosen = random.pick(all);
			waiting = all.filter((one) => one !== chosen);
			chosen.go();
			await settled();
		},
		open: async () => {
			isOpen = true;
			for (const { go } of alive()) go();
			waiting = [];
			await settled();
		},
	};
}
