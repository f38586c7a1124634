// A reporter of jest that says how far the tests are when jest has printed nothing for a while. On a terminal, jest
// itself shows what runs.
import path from 'node:path';
import { Worker } from 'node:worker_threads';

const defaultSeconds = 30;

export default class SilenceReporter {
	/** Undefined where nobody has to be told. */
	#thread;
	#rootDir;
	/** The test files that run, with the time of their start. */
	#running = new Map();
	#done = 0;
	#all = 0;

	constructor({ rootDir }, { seconds = defaultSeconds } = {}) {
		this.#rootDir = rootDir;
		if (process.stdout.isTTY && !process.env.CI) return;
		// A test that computes for long holds up this thread if jest runs it here; another one still speaks.
		this.#thread = new Worker(new URL('./thread.mjs', import.meta.url), {
			workerData: { seconds, started: Date.now() },
		});
		this.#thread.unref();
	}

	#tell(hasPrinted) {
		const { length } = this.#rootDir + path.sep;
		const running = [...this.#running].map(([file, since]) => [file.slice(length), since]);
		this.#thread?.postMessage({ running, done: this.#done, all: this.#all, hasPrinted });
	}

	onRunStart({ numTotalTestSuites }) {
		this.#all = numTotalTestSuites;
		this.#tell(true);
	}

	onTestFileStart({ path: file }) {
		this.#running.set(file, Date.now());
		this.#tell(false);
	}

	onTestFileResult({ path: file }) {
		this.#running.delete(file);
		this.#done += 1;
		this.#tell(true);
	}

	async onRunComplete() {
		await this.#thread?.terminate();
	}
}
