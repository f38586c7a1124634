// The thread of the reporter: it knows what runs, and speaks after a time of silence.
import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const { seconds, started } = workerData;
const standardError = 2;
let state = { running: [], done: 0, all: 0 };
let lastPrinted = started;

parentPort.on('message', ({ hasPrinted, ...now }) => {
	state = now;
	if (hasPrinted) lastPrinted = Date.now();
});

setInterval(
	() => {
		const now = Date.now();
		if (now - lastPrinted < seconds * 1000) return;
		lastPrinted = now;
		const elapsed = (since) => `${Math.round((now - since) / 1000)} s`;
		const { running, done, all } = state;
		const names = running.map(([file, since]) => `${file} (for ${elapsed(since)})`);
		const runs = names.length > 0 ? names.join(', ') : 'no test file';
		const line = `${done} of ${all} test files done after ${elapsed(started)}; running: ${runs}\n`;
		writeSync(standardError, line);
	},
	Math.min(seconds * 1000, 1000),
);
