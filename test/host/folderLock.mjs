// One process at a time: the others wait, and a lock left behind by a process that is gone is taken over.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { say, SetupError } from './progress.mjs';

const secondsBetweenTries = 2;
const longestWaitMinutes = 45;

/** Whether this process has the lock now. */
function isTaken(file) {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code !== 'EEXIST') throw error;
		return false;
	}
}

function isLeftBehind(file) {
	try {
		process.kill(Number(readFileSync(file, 'utf8')), 0);
		return false;
	} catch (error) {
		return error.code === 'ESRCH';
	}
}

/** Runs `work` while holding `file`; says now and then that it is waiting for another process. */
export async function withLock(file, work) {
	mkdirSync(path.dirname(file), { recursive: true });
	for (let waited = 0; !isTaken(file); waited += secondsBetweenTries) {
		if (isLeftBehind(file)) rmSync(file, { force: true });
		else if (waited < longestWaitMinutes * 60) {
			if (waited % 10 === 0) say(`Waiting for another process, which is installing: ${waited} s`);
			await sleep(secondsBetweenTries * 1000);
		} else
			throw new SetupError(
				`Another process has been installing for ${longestWaitMinutes} minutes. Stop it (its id is in ${file}), and start again.`,
			);
	}
	try {
		return await work();
	} finally {
		rmSync(file, { force: true });
	}
}
