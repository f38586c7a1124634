// Counts the calls of our functions while the node gets a purchase order, for the second time in a process.
//   npx tsx test/bench/calls.mts          the number
//   npx tsx test/bench/calls.mts --list   the functions with the most calls
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

const root = path.resolve(import.meta.dirname, '..', '..');
const require = createRequire(path.join(root, 'package.json'));
const entry = 'nodes/ProjectServices/ProjectServices.node.ts';

/** One file with every module, each behind a comment with its path. */
function bundle(file: string): void {
	const platform = ['--bundle', '--format=cjs', '--platform=node', '--log-level=error'];
	const hosts = ['n8n-workflow', 'zod', 'zod/v4', 'luxon'].map((name) => `--external:${name}`);
	const esbuild = path.join(root, 'node_modules', '.bin', 'esbuild');
	execFileSync(esbuild, [entry, ...platform, ...hosts, `--outfile=${file}`], { cwd: root });
}

/** Few fields, so that what counts is the way around them. */
const order = JSON.stringify({
	Id: 'PO-1001',
	Vendor: 'Signal House',
	Number: '7',
	Status: 'Sent',
});
const parameters: Readonly<Record<string, unknown>> = {
	resource: 'purchaseOrder',
	operation: 'get',
	id: 'PO-1001',
	output: 'raw',
	options: {},
};

/** What n8n gives an execution with one input item. */
function context(): IExecuteFunctions {
	const node = { id: 'n', name: 'Project Services', type: 'n', typeVersion: 1, parameters };
	const contexts: Record<string, object> = {};
	const fake = {
		getNode: () => node,
		getMode: () => 'trigger',
		getWorkflow: () => ({ id: 'w', name: 'w', active: true }),
		getTimezone: () => 'UTC',
		getExecutionId: () => '1',
		getInputData: (): INodeExecutionData[] => [{ json: {} }],
		getContext: (type: string) => (contexts[type] ??= {}),
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getNodeParameter: (name: string, _item: number, fallback: unknown) =>
			parameters[name] ?? fallback,
		getCredentials: async () => ({ baseUrl: 'http://service', authentication: 'none' }),
		getExecutionCancelSignal: () => new AbortController().signal,
		continueOnFail: () => false,
		addExecutionHints: () => undefined,
		sendMessageToUI: () => undefined,
		logger: { debug: () => undefined, info: () => undefined, warn: () => undefined },
		helpers: {
			httpRequestWithAuthentication: async () => ({
				statusCode: 200,
				headers: { 'content-type': 'application/json' },
				body: Readable.from([Buffer.from(order)]),
			}),
		},
	};
	return fake as unknown as IExecuteFunctions;
}

interface Counted {
	/** The module in which the function is, and its name. */
	readonly name: string;
	readonly calls: number;
}

async function countCalls(): Promise<Counted[]> {
	const folder = mkdtempSync(path.join(tmpdir(), 'calls-'));
	const session = new Session();
	try {
		const file = path.join(folder, 'node.cjs');
		bundle(file);
		const Module = require('node:module');
		process.env.NODE_PATH = path.join(root, 'node_modules');
		Module._initPaths();
		const node = new (require(file).ProjectServices as new () => INodeType)();
		const run = async () => {
			const [items] = (await node.execute?.call(context())) as INodeExecutionData[][];
			if (items?.[0]?.json.Id !== JSON.parse(order).Id) throw new Error('The order did not come.');
		};
		await run();
		session.connect();
		session.post('Profiler.enable');
		session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
		await run();
		const source = readFileSync(file, 'utf8');
		const modules = [...source.matchAll(/^\/\/ ([\w./-]+\.ts)$/gm)];
		let counted: Counted[] = [];
		session.post('Profiler.takePreciseCoverage', (error, { result }) => {
			if (error) throw error;
			const functions = result.find(({ url }) => url.endsWith(file))?.functions ?? [];
			counted = functions.map(({ functionName, ranges: [range] }) => {
				const place = modules.findLast(({ index }) => index <= (range?.startOffset ?? 0));
				return { name: `${place?.[1] ?? ''} ${functionName}`, calls: range?.count ?? 0 };
			});
		});
		return counted.filter(({ calls }) => calls > 0);
	} finally {
		session.disconnect();
		rmSync(folder, { recursive: true });
	}
}

const counted = await countCalls();
const calls = counted.reduce((sum, each) => sum + each.calls, 0);
const files = new Set(counted.map(({ name }) => name.split(' ')[0])).size;
console.log(JSON.stringify({ calls, functions: counted.length, files }));
if (process.argv.includes('--list')) {
	const most = [...counted].sort((a, b) => b.calls - a.calls).slice(0, 60);
	for (const { name, calls: count } of most) console.log(`${String(count).padStart(5)} ${name}`);
}
