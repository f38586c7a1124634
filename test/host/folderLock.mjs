// One process at a time: the others wait, and a lock left behind by a process that is gone is taken over.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { interruptible, say, SetupError } from './progress.mjs';

const secondsBetweenTries = 2;
const longestWaitMinutes = 45;

/** The process that holds the lock; undefined where this process has taken it now. */
function holderOf(file) {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return undefined;
	} catch (error) {
		if (error.code !== 'EEXIST') throw error;
	}
	try {
		return Number(readFileSync(file, 'utf8'));
	} catch {
		return NaN;
	}
}

function isGone(pid) {
	try {
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return error.code === 'ESRCH';
	}
}

async function take(file, signal) {
	for (let waited = 0; ; waited += secondsBetweenTries) {
		const pid = holderOf(file);
		if (pid === undefined) return;
		if (isGone(pid)) {
			rmSync(file, { force: true });
			continue;
		}
		if (waited >= longestWaitMinutes * 60) {
			throw new SetupError(
				`Another process (id ${pid}) has been installing for ${longestWaitMinutes} minutes. Stop it, or delete ${file}, and start again.`,
			);
		}
		if (waited % 10 === 0) say(`Waiting for process ${pid}, which is installing: ${waited} s`);
		await sleep(secondsBetweenTries * 1000, undefined, { signal }).catch(() =>
			signal.throwIfAborted(),
		);
	}
}

/**
 * Runs `work` while holding `file`; says now and then that it is waiting for another process.
 *
 * @throws InterruptedError after Ctrl-C while waiting.
 */
export async function withLock(file, work) {
	mkdirSync(path.dirname(file), { recursive: true });
	await interruptible(async (interrupted) => await take(file, interrupted));
	try {
		return await work();
	} finally {
		rmSync(file, { force: true });
	}
}
