// Runs a long command with a line of progress now and then, and says why it failed.
import { spawn } from 'node:child_process';

const secondsBetweenLines = 15;
const keptCharacters = 3_000;

/** A failure whose message already says what to do; the set-up prints it without a stack. */
export class SetupError extends Error {}

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
 * Runs a command quietly; `advice` says what to do on a failure. Ctrl-C reaches the command, too.
 *
 * @throws SetupError when the command fails.
 */
export async function runWithProgress({ title, command, cwd, env, advice, minutes = 30 }) {
	const started = Date.now();
	const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
	say(`${title} ...`);
	const [program, ...args] = command;
	const stdio = ['ignore', 'pipe', 'pipe'];
	const signal = AbortSignal.timeout(minutes * 60_000);
	const child = spawn(program, args, { cwd, env, stdio, signal });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk) => {
			output = (output + chunk).slice(-keptCharacters);
		});
	}
	const ticker = setInterval(() => say(`${title}: ${elapsed()}`), secondsBetweenLines * 1000);
	const stop = () => {
		child.kill();
		process.exit(143);
	};
	process.once('SIGTERM', stop);
	try {
		const end = await new Promise((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (status, signal) => resolve(status ?? signal));
		});
		if (end !== 0) throw new Error(`it ended with ${end}`);
		say(`${title}: done in ${elapsed()}`);
	} catch (error) {
		throw new SetupError(
			`${title} failed after ${elapsed()}: ${error.message}.\n${output}\n${advice}`,
		);
	} finally {
		clearInterval(ticker);
		process.off('SIGTERM', stop);
	}
}
