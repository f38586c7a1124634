// Lives random lives of workflows: `npm run simulate -- --seed 7 --runs 1` replays one and prints its events.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
	options: { seed: { type: 'string', default: '1' }, runs: { type: 'string', default: '1000' } },
});

const root = path.resolve(import.meta.dirname, '..', '..');
const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const { status } = spawnSync(process.execPath, [jest, 'test/simulation/seeds'], {
	cwd: root,
	stdio: 'inherit',
	env: { ...process.env, SIMULATE_SEED: values.seed, SIMULATE_RUNS: values.runs },
});
process.exitCode = status ?? 1;
