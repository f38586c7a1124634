// Long waits are short in this process: the clock jumps to their end, as if they had passed.
import { promisify } from 'node:util';

const LONG_MS = 1_000;
const SPEED = 20;

export function skipLongWaits(): void {
	const { setTimeout: wait } = globalThis;
	const now = Date.now.bind(Date);
	let skippedMs = 0;
	Date.now = () => now() + skippedMs;
	const quick = (act: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
		if (ms < LONG_MS) return wait(act, ms, ...values);
		const end = Date.now() + ms;
		const jump = (): void => {
			skippedMs += Math.max(0, end - Date.now());
			act(...values);
		};
		return wait(jump, ms / SPEED);
	};
	globalThis.setTimeout = Object.assign(quick, {
		[promisify.custom]: promisify(wait),
	}) as unknown as typeof setTimeout;
}
