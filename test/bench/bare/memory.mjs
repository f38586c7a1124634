// The memory of a script's own process.
import { readFileSync } from 'node:fs';

/** Megabytes that the process holds, at the peak as well, and those of its heap (after `gc`, if exposed). */
export function memory() {
	globalThis.gc?.();
	const { heapUsed, rss } = process.memoryUsage();
	const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
	const peak = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1000;
	return { now: rss / 1e6, peak, used: heapUsed / 1e6 };
}
