// One process at a time: the others wait, and a lock left behind by a process that is gone is taken over.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { interruptible, say, SetupError } from './progress.mjs';

const secondsBetweenTries = 2;
const longestWaitSeconds = 45 * 60;

function holder(file) {
	try {
		return Number(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

function isRunning(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
}

function tryToTake(file) {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code !== 'EEXIST') throw error;
		return false;
	}
}

async function take(file, interrupted) {
	for (let waited = 0; !tryToTake(file); waited += secondsBetweenTries) {
		const pid = holder(file);
		if (pid && !isRunning(pid)) {
			rmSync(file, { force: true });
			continue;
		}
		if (waited >= longestWaitSeconds) {
			throw new SetupError(
				`Another process (id ${pid}) has been installing for ${longestWaitSeconds / 60} minutes. Stop it, or delete ${file}, and start again.`,
			);
		}
		if (waited % 10 === 0) say(`Waiting for process ${pid}, which is installing: ${waited} s`);
		await sleep(secondsBetweenTries * 1000, undefined, { signal: interrupted }).catch(() =>
			interrupted.throwIfAborted(),
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
