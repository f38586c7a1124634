// Runs a long command with a line of progress every few seconds, ends it on Ctrl-C, and says why it failed.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const secondsBetweenLines = 5;
const secondsToEnd = 2;
const keptCharacters = 3_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A failure whose message already says what to do; the set-up prints it without a stack. */
export class SetupError extends Error {}

/** Ctrl-C, or another signal to end; `status` is the exit status that a shell expects then. */
export class InterruptedError extends Error {
	constructor(signal) {
		super('Interrupted');
		this.status = 128 + constants.signals[signal];
	}
}

export function say(text) {
	process.stdout.write(`${text}\n`);
}

/**
 * npm as the set-up was started with; run by a chosen Node so that native modules fit that Node. Otherwise by
 * the Node that npm runs on: in npm scripts, this process may run on the Node that `npm ci` removes.
 */
export function npmCommand(node = process.env.npm_node_execpath ?? process.execPath) {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('.js') ? [node, cli] : ['npm'];
}

/**
 * Runs `work` with an AbortSignal that a signal to end, such as that of Ctrl-C, aborts with an
 * InterruptedError. This process goes on, so that `work` can end what it started.
 */
export async function interruptible(work) {
	const controller = new AbortController();
	const interrupt = (signal) => {
		if (controller.signal.aborted) return;
		say('\nStopping ...');
		controller.abort(new InterruptedError(signal));
	};
	for (const signal of signals) process.on(signal, interrupt);
	try {
		return await work(controller.signal);
	} finally {
		for (const signal of signals) process.off(signal, interrupt);
	}
}

/** Sends a signal to a child and to everything that it started. */
function signalGroup(child, signal) {
	try {
		process.kill(-child.pid, signal);
	} catch {
		// The group has ended.
	}
}

/** The status or the signal that a command ended with. `abort` ends all that it started, if need be by force. */
async function endOf(child, abort) {
	let force;
	const kill = () => signalGroup(child, 'SIGKILL');
	const end = () => {
		signalGroup(child, 'SIGTERM');
		force = setTimeout(kill, secondsToEnd * 1000);
	};
	process.once('exit', kill);
	abort.addEventListener('abort', end);
	try {
		return await new Promise((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (status, signal) => resolve(status ?? signal));
		});
	} finally {
		clearTimeout(force);
		process.off('exit', kill);
		abort.removeEventListener('abort', end);
	}
}

/**
 * Runs a command quietly and reports every few seconds and at its end.
 * `measure` may return what has been done so far as text; `advice` says what to do on a failure.
 *
 * @throws InterruptedError after Ctrl-C, when the command and everything that it started have ended.
 * @throws SetupError when the command fails.
 */
export async function runWithProgress({ title, command, cwd, env, measure, advice, minutes = 30 }) {
	const started = Date.now();
	const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
	say(`${title} ...`);
	const [program, ...args] = command;
	const child = spawn(program, args, {
		cwd,
		env: env ?? process.env,
		stdio: ['ignore', 'pipe', 'pipe'],
		// A process group of its own, which can be ended as a whole.
		detached: true,
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk) => {
			output = (output + chunk).slice(-keptCharacters);
		});
	}
	const ticker = setInterval(() => {
		const done = measure?.();
		say(`${title}: ${done ? `${done}, ` : ''}${elapsed()}`);
	}, secondsBetweenLines * 1000);
	const limit = AbortSignal.timeout(minutes * 60_000);
	try {
		await interruptible(async (interrupted) => {
			interrupted.addEventListener('abort', () => clearInterval(ticker));
			const end = await endOf(child, AbortSignal.any([interrupted, limit]));
			interrupted.throwIfAborted();
			if (limit.aborted) throw new Error(`it was not done after ${minutes} minutes`);
			if (end !== 0) throw new Error(`it ended with ${end}`);
		});
		say(`${title}: done in ${elapsed()}`);
	} catch (error) {
		if (error instanceof InterruptedError) throw error;
		throw new SetupError(
			`${title} failed after ${elapsed()}: ${error.message}.\n${output}\n${advice}`,
		);
	} finally {
		clearInterval(ticker);
	}
}
