// The production code of both nodes, loaded once more for each simulated process: its modules then have a state of
// their own, as in a process of n8n.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

import type { INodeType } from 'n8n-workflow';

/** The nodes of one process; n8n, too, makes one of each. */
export interface Build {
	readonly action: INodeType;
	readonly trigger: INodeType;
}

interface Modules {
	readonly ProjectServices: new () => INodeType;
	readonly ProjectServicesTrigger: new () => INodeType;
}

const root = path.resolve(__dirname, '..', '..');

const entry = ['ProjectServices', 'ProjectServicesTrigger']
	.map((name) => `export * from './nodes/${name}/${name}.node';`)
	.join('\n');

let bundle: string | undefined;

/** What the production code gets of time and chance; a simulation sets both, so that a seed replays its life. */
export const world = { now: Date.now, random: Math.random };

class SimulatedDate extends Date {
	static override now(): number {
		return world.now();
	}
}
const simulatedMath = Object.create(Math, { random: { value: () => world.random() } }) as Math;

function bundled(): string {
	const platform = ['--bundle', '--format=cjs', '--platform=node', '--log-level=error'];
	const hosts = ['n8n-workflow', 'zod', 'zod/v4', 'luxon'].map((name) => `--external:${name}`);
	const esbuild = path.join(root, 'node_modules', '.bin', 'esbuild');
	const options = { cwd: root, input: entry, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
	return execFileSync(esbuild, [...platform, ...hosts, '--loader=ts'], options);
}

/** Loads both nodes anew. */
export function loadBuild(): Build {
	bundle ??= bundled();
	const module = { exports: {} as Modules };
	const load = new Function('module', 'exports', 'require', 'Math', 'Date', bundle);
	const require = createRequire(path.join(root, 'package.json'));
	load(module, module.exports, require, simulatedMath, SimulatedDate);
	const { ProjectServices, ProjectServicesTrigger } = module.exports;
	return { action: new ProjectServices(), trigger: new ProjectServicesTrigger() };
}
