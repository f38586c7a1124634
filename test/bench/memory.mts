// The memory of a process, as Linux counts it: what it holds, and the most that it held since it was last asked.
import { readFileSync, writeFileSync } from 'node:fs';

function kilobytes(pid: number, name: string): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? NaN);
}

/** Whether memory can be measured here. */
export const canMeasureMemory = process.platform === 'linux';

/** Megabytes that the process holds now; the peak is counted from here on. */
export function startCounting(pid: number): number {
	if (!canMeasureMemory) return NaN;
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	return kilobytes(pid, 'VmRSS') / 1000;
}

/** The most megabytes that the process held since `startCounting`. */
export function peakOf(pid: number): number {
	return canMeasureMemory ? kilobytes(pid, 'VmHWM') / 1000 : NaN;
}
