// Preloaded into every server that a test starts: ends it when the test that started it is gone or its
// time is over, however the test ended, so that nothing is ever left running.
const parent = process.ppid;
const minutes = Number(process.env.TEST_SERVER_MINUTES ?? '30');
const deadline = Date.now() + minutes * 60_000;

const timer = setInterval(() => {
	if (process.ppid === parent && Date.now() < deadline) return;
	// The server leads a process group of its own; its helpers are in the group.
	try {
		process.kill(-process.pid, 'SIGKILL');
	} catch {
		process.exit(1);
	}
}, 2_000);
timer.unref();
