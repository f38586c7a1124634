// Whether a process runs.
import { existsSync, readFileSync } from 'node:fs';

/** A process that has ended and was not waited for yet (a zombie) does not run. */
export function isRunning(id: number): boolean {
	try {
		process.kill(id, 0);
	} catch {
		return false;
	}
	const stat = `/proc/${id}/stat`;
	return !(existsSync(stat) && /\) Z /.test(readFileSync(stat, 'utf8')));
}
