// Runs a program that is not Node under the same guard as the tested n8n (guard.cjs is preloaded here):
// arguments are the program and its arguments, and the user and group to run it as.
const { spawn } = require('node:child_process');

const [uid, gid, program, ...args] = process.argv.slice(2);
const options = uid === '' ? {} : { uid: Number(uid), gid: Number(gid) };
const child = spawn(program, args, { stdio: 'inherit', ...options });

child.once('error', (error) => {
	process.stderr.write(`${error.message}\n`);
	process.exit(127);
});
child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
