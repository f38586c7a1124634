// The memory of a script's own process, as Linux counts it.
import { readFileSync } from 'node:fs';

/** Megabytes now and at the peak; NaN where the system does not say. */
export function memory() {
	if (process.platform !== 'linux') return { now: Number.NaN, peak: Number.NaN };
	const status = readFileSync('/proc/self/status', 'utf8');
	const megabytes = (name) =>
		Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1000;
	return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
