// n8n in queue mode: one main or more, one worker, with Redis and PostgreSQL.
import { startN8n, type N8nOptions, type RunningN8n } from './n8n.mjs';
import { hostLocation } from '../location.cjs';
import { freePort, startServer, waitUntil, type Server } from './server.mjs';
import { startPostgres, startRedis, type Postgres } from './services.mjs';

export interface QueueMode {
	/** The main process, with its editor and REST interface. */
	main: RunningN8n;
	/** Everything that the worker logged, restarts included. */
	workerLog(): string;
	/** Starts one more main on the same database, with a port of its own and more environment variables. */
	addMain(more: Record<string, string>): Promise<RunningN8n>;
	/** Runs a query in n8n's database. */
	query: Postgres['query'];
	/** Ends main and worker and starts both again, from then on with more environment variables. */
	restart(more?: Record<string, string>): Promise<void>;
	stop(): Promise<void>;
}

const workerStartSeconds = 90;
const minutes = 20;

/** The worker shares main's folder, and so the installed packages, but no port. */
async function startWorker(main: RunningN8n): Promise<Server> {
	const location = hostLocation();
	const port = await freePort();
	const worker = startServer({
		title: 'n8n worker',
		node: location.node,
		args: [location.n8n, 'worker', '--concurrency=2'],
		cwd: main.userFolder,
		env: {
			...main.env,
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
		},
		minutes,
	});
	await waitUntil('The worker', workerStartSeconds, async () => {
		if (worker.ended() !== undefined) {
			throw new Error(`The worker ${worker.ended()}:\n${worker.log().slice(-3_000)}`);
		}
		const address = `http://127.0.0.1:${port}/healthz/readiness`;
		const response = await fetch(address).catch(() => undefined);
		return response?.ok ? true : undefined;
	});
	return worker;
}

export async function startQueueMode(options: N8nOptions): Promise<QueueMode> {
	const started: Array<{ stop(): Promise<void> }> = [];
	const workers: Server[] = [];
	const stop = async () => {
		for (const each of started.splice(0).reverse()) await each.stop();
	};
	try {
		const redis = await startRedis();
		started.push(redis);
		const postgres = await startPostgres();
		started.push(postgres);
		const env = {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			...postgres.env,
			...options.env,
		};
		const main = await startN8n({ minutes, ...options, env });
		started.push(main, { stop: async () => await workers.at(-1)?.stop() });
		workers.push(await startWorker(main));
		return {
			main,
			async addMain(more) {
				const { userFolder } = main;
				const added = await startN8n({ minutes, userFolder, env: { ...env, ...more } });
				started.push(added);
				return added;
			},
			query: postgres.query,
			workerLog: () => workers.map((worker) => worker.log()).join(''),
			async restart(more) {
				Object.assign(main.env, more);
				await workers.at(-1)?.stop();
				await main.restart();
				workers.push(await startWorker(main));
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
