// Running a long command with a line of progress every few seconds, and saying plainly when it fails.
import { spawn } from 'node:child_process';

const secondsBetweenLines = 5;
const keptCharacters = 1_500;

/** A failure whose message already says what to do; the set-up prints it without a stack. */
export class SetupError extends Error {}

export function say(text) {
	process.stdout.write(`${text}\n`);
}

/** npm as the set-up was started with; run by a chosen Node so that native modules fit that Node. */
export function npmCommand(node = process.execPath) {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('.js') ? [node, cli] : ['npm'];
}

/** The beginning and the end of what a command prints: the cause stands in the one or the other. */
function keepOutput(child) {
	let start = '';
	let end = '';
	const keep = (chunk) => {
		const room = keptCharacters - start.length;
		start += chunk.slice(0, room);
		end = (end + chunk.slice(Math.max(room, 0))).slice(-keptCharacters);
	};
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep);
	return () => (end ? `${start}\n...\n${end}` : start);
}

/**
 * Runs a command quietly and reports once it ends or every few seconds.
 * `measure` may return what has been done so far as text; `advice` says what to do on a failure.
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
	});
	const output = keepOutput(child);
	const ticker = setInterval(() => {
		const done = measure?.();
		say(`${title}: ${done ? `${done}, ` : ''}${elapsed()}`);
	}, secondsBetweenLines * 1000);
	const limit = setTimeout(() => child.kill('SIGTERM'), minutes * 60_000);
	const stopChild = () => child.kill('SIGTERM');
	process.once('SIGINT', stopChild);
	process.once('SIGTERM', stopChild);
	try {
		const code = await new Promise((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (status, signal) => resolve(status ?? signal));
		});
		if (code !== 0) throw new Error(`it ended with ${code}`);
		say(`${title}: done in ${elapsed()}`);
	} catch (error) {
		throw new SetupError(
			`${title} failed after ${elapsed()}: ${error.message}.\n${output()}\n${advice}`,
		);
	} finally {
		clearInterval(ticker);
		clearTimeout(limit);
		process.removeListener('SIGINT', stopChild);
		process.removeListener('SIGTERM', stopChild);
	}
}
