// A real n8n with this package, in which workflows are called by webhook and measured from outside.
import { readFileSync, writeFileSync } from 'node:fs';

import type { Json, SavedWorkflow, Workflow } from '../host/rest/apiTypes.mjs';
import { startN8n, type RunningN8n } from '../host/servers/n8n.mjs';
import type { PackedPackage } from '../host/packages/pack.mjs';
import { sleep } from '../host/servers/server.mjs';
import { nothing, type Place } from './workflows.mjs';

export interface Measurement {
	readonly milliseconds: number;
	/** Megabytes at the peak, over what the process held before. */
	readonly megabytes: number;
	/** The last item. */
	readonly last: Readonly<Record<string, unknown>>;
}

const longestSeconds = 300;
const settlingMs = 12_000;

/** Megabytes of a process, as Linux counts them: what it holds, or the most since the count began. */
function megabytes(pid: number, name: 'VmRSS' | 'VmHWM'): number {
	if (process.platform !== 'linux') return NaN;
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? NaN) / 1000;
}

/** Lets the count of the most begin. */
function startCounting(pid: number): void {
	if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

async function call(n8n: RunningN8n, name: string, body: Json = {}): Promise<Measurement> {
	// n8n cleans up an execution after it has responded: a run must not pay for the one before.
	await sleep(150);
	const pid = n8n.pid();
	startCounting(pid);
	const base = megabytes(pid, 'VmRSS');
	const start = performance.now();
	const response = await fetch(`${n8n.url}/webhook/${name}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
		signal: AbortSignal.timeout(longestSeconds * 1000),
	});
	const text = await response.text();
	const milliseconds = performance.now() - start;
	if (!response.ok) {
		throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}\n${n8n.log().slice(-3000)}`);
	}
	const last = JSON.parse(text) as Record<string, unknown>;
	return { milliseconds, megabytes: megabytes(pid, 'VmHWM') - base, last };
}

export type Bench = Awaited<ReturnType<typeof startBench>>;

/** Starts n8n; unless it restarts, a run is quick and its figures mean little. */
export async function startBench(packed: PackedPackage, restarts: boolean) {
	const n8n = await startN8n({
		packages: [packed],
		minutes: 300,
		env: {
			N8N_PAYLOAD_SIZE_MAX: '100',
			EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
			N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			NODE_OPTIONS: '--max-old-space-size=8192',
		},
	});
	const { api } = n8n;
	const bench = {
		api,
		/** Saves and activates a workflow. */
		async add(workflow: Workflow): Promise<SavedWorkflow> {
			const saved = await api.importWorkflow(workflow);
			await api.activate(saved);
			return saved;
		},
		/** Where the nodes of a workflow find the service at this address, with these settings. */
		async at(url: string, settings: Json = {}): Promise<Place> {
			const data = { baseUrl: url, authentication: 'none', serviceSettings: true, ...settings };
			return { url, credential: await api.createCredential('projectServicesApi', data) };
		},
		/**
		 * Restarts n8n and lets it settle, so that a run begins with n8n's own memory and nothing else: after ten
		 * seconds, the engine collects the 270 MB of garbage from the start; until then a run may use this memory
		 * unnoticed, or may have to collect it. n8n's first execution, which costs some tenths of a second whatever the
		 * workflow does, is over then, too.
		 */
		async restart(): Promise<void> {
			if (!restarts) return;
			await n8n.restart();
			await sleep(settlingMs);
			await call(n8n, nothing.name);
		},
		/** Calls a workflow, waits for its end, and measures n8n's process. */
		call: (name: string, body?: Json) => call(n8n, name, body),
		stop: () => n8n.stop(),
	};
	await bench.add(nothing);
	return bench;
}
