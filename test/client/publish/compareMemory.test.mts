// A catalog that is compared is never held as a whole.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

test('comparing a catalog holds less than reading it', async () => {
	const script = path.join(__dirname, 'compareMemory.mts');
	const options = ['--expose-gc', '--import', 'tsx', script];
	const { stdout } = await promisify(execFile)(process.execPath, options);
	const { read, compared } = JSON.parse(stdout) as { read: number; compared: number };
	expect(read).toBeGreaterThan(5);
	expect(compared).toBeGreaterThan(0);
	expect(compared).toBeLessThan(read);
}, 120_000);
