// A real n8n with this package, in which workflows are called by webhook and measured from outside.
import { rmSync } from 'node:fs';
import path from 'node:path';

import type { N8nApi } from '../host/rest/api.mjs';
import type { Credential, Json, SavedWorkflow, Workflow } from '../host/rest/apiTypes.mjs';
import { startN8n, type RunningN8n } from '../host/servers/n8n.mjs';
import type { PackedPackage } from '../host/packages/pack.mjs';
import { sleep } from '../host/servers/server.mjs';
import { peakOf, startCounting } from './memory.mjs';
import type { Measurement } from './processes.mjs';
import { nothing, type Place } from './workflows.mjs';

export interface Bench {
	readonly api: N8nApi;
	/** Where n8n's installer has put the package. */
	readonly packageFolder: string;
	/** Saves and activates a workflow. */
	add(workflow: Workflow): Promise<SavedWorkflow>;
	/** A credential of one of n8n's own types. */
	credential(type: string, data: Json): Promise<Credential>;
	/** Where the nodes of a workflow find the service at this address. */
	at(url: string): Promise<Place>;
	/**
	 * Restarts n8n and lets it settle, so that a run begins with n8n's own memory and nothing else: after ten seconds,
	 * the engine collects the 270 MB of garbage from the start; until then a run may use this memory unnoticed, or
	 * may have to collect it. n8n's first execution, which costs some tenths of a second whatever the workflow does,
	 * is over then, too.
	 */
	restart(): Promise<void>;
	/** Calls a workflow, waits for its end, and measures n8n's process. */
	call(name: string, body?: Json): Promise<Measurement>;
	/** Removes the binary data that executions have stored. */
	removeFiles(): void;
	stop(): Promise<void>;
}

const longestSeconds = 300;
const settlingMs = 12_000;

/**
 * Starts the bench.
 *
 * @param restarts Whether `restart` restarts n8n; without, a run is quick and its figures mean little
 * @param env More environment variables for n8n
 */
export async function startBench(
	packed: PackedPackage,
	restarts: boolean,
	env: Readonly<Record<string, string>> = {},
): Promise<Bench> {
	const n8n = await startN8n({
		packages: [packed],
		minutes: 300,
		env: {
			N8N_PAYLOAD_SIZE_MAX: '100',
			EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
			N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			NODE_OPTIONS: '--max-old-space-size=8192',
			...env,
		},
	});
	await n8n.api.activate(await n8n.api.importWorkflow(nothing));
	const credentials = new Map<string, Credential>();
	return {
		packageFolder: path.join(n8n.userFolder, '.n8n', 'nodes', 'node_modules', packed.name),
		api: n8n.api,
		async add(workflow) {
			const saved = await n8n.api.importWorkflow(workflow);
			await n8n.api.activate(saved);
			return saved;
		},
		credential: (type, data) => n8n.api.createCredential(type, data),
		async at(url) {
			const existing = credentials.get(url);
			const data = { baseUrl: url, authentication: 'none' };
			const credential =
				existing ?? (await n8n.api.createCredential('projectServicesApi', data, `Service ${url}`));
			credentials.set(url, credential);
			return { url, credential };
		},
		async restart() {
			if (!restarts) return;
			await n8n.restart();
			await sleep(settlingMs);
			await call(n8n, nothing.name);
		},
		call: (name, body) => call(n8n, name, body),
		removeFiles() {
			for (const folder of ['storage', 'binaryData']) {
				const stored = path.join(n8n.userFolder, '.n8n', folder);
				rmSync(stored, { recursive: true, force: true });
			}
		},
		stop: () => n8n.stop(),
	};
}

async function call(n8n: RunningN8n, name: string, body: Json = {}): Promise<Measurement> {
	// n8n cleans up an execution after it has responded: a run must not pay for the one before.
	await sleep(150);
	const base = startCounting(n8n.pid());
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
	return { milliseconds, megabytes: peakOf(n8n.pid()) - base, last };
}
