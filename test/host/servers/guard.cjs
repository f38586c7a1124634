// Preloaded into every server of a test: ends it when the test has ended in any way or its time is over, so that
// nothing keeps running.
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
