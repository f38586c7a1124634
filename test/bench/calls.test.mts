// An order by its ID stays a short way: what it does not need is not done for it.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const MAX_CALLS = 700;

test('getting a purchase order makes few calls', async () => {
	const script = path.join(__dirname, 'calls.mts');
	const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script]);
	const { calls, functions } = JSON.parse(stdout) as { calls: number; functions: number };
	expect(functions).toBeGreaterThan(50);
	expect(calls).toBeLessThanOrEqual(MAX_CALLS);
}, 120_000);
