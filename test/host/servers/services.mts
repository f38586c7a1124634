// PostgreSQL and Redis for n8n's queue mode and for some workflows, each on a loopback port with a temporary
// folder, ended with the test.
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { projectFolder } from '../location.cjs';
import { freePort, startServer, waitUntil, type Server } from './server.mjs';
import { temporaryFolder } from './temporary.mjs';

const run = promisify(execFile);
const guarded = path.join(projectFolder, 'test', 'host', 'servers', 'guarded.cjs');

export interface Postgres {
	port: number;
	user: string;
	database: string;
	/** What an n8n needs to use this database. */
	env: Record<string, string>;
	/** Runs a query and returns its rows, every field as a string. */
	query(sql: string): Promise<string[][]>;
	stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so there it runs as the user that its package made. */
function postgresAccount(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
	return { uid: number('-u'), gid: number('-g') };
}

/** Debian keeps the server programs in a folder per version. */
function postgresPrograms(): string {
	const base = '/usr/lib/postgresql';
	const versions = existsSync(base) ? readdirSync(base) : [];
	const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
	return newest === undefined ? '' : path.join(base, newest, 'bin');
}

/** Starts a program, and waits until `ready` does not fail. */
async function startGuarded(
	title: string,
	command: string[],
	ready: () => Promise<unknown>,
	account?: { uid: number; gid: number },
): Promise<Server> {
	const server = startServer({
		title,
		node: process.execPath,
		args: [guarded, String(account?.uid ?? ''), String(account?.gid ?? ''), ...command],
		env: { PATH: process.env.PATH, LANG: 'C' },
		cwd: tmpdir(),
		minutes: 30,
	});
	await waitUntil(title, 60, async () => {
		const ended = server.ended();
		if (ended !== undefined) throw new Error(`${title} ${ended}:\n${server.log()}`);
		return await ready().catch(() => undefined);
	});
	return server;
}

export async function startPostgres(): Promise<Postgres> {
	const account = postgresAccount();
	const programs = postgresPrograms();
	const folder = temporaryFolder('postgres');
	if (account) chownSync(folder.path, account.uid, account.gid);
	const data = path.join(folder.path, 'data');
	const user = 'n8n';
	const database = 'postgres';
	const initialise = ['-D', data, '-U', user, '--auth=trust', '-E', 'UTF8', '--no-sync'];
	await run(path.join(programs, 'initdb'), initialise, { ...account, cwd: folder.path });
	const port = await freePort();
	const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
	const command = [
		path.join(programs, 'postgres'),
		...['-D', data, '-p', String(port)],
		...settings.flatMap((setting) => ['-c', setting]),
	];
	const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', user, '-d', database];
	const psql = path.join(programs, 'psql');
	const query = async (sql: string) => {
		const { stdout } = await run(psql, [...connection, '-X', '-A', '-t', '-F', '\t', '-c', sql]);
		const lines = stdout.split('\n').filter((line) => line !== '');
		return lines.map((line) => line.split('\t'));
	};
	const server = await startGuarded('PostgreSQL', command, () => query('SELECT 1'), account);
	const stop = async () => {
		await server.stop();
		folder.remove();
	};
	const env = {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_USER: user,
		DB_POSTGRESDB_DATABASE: database,
	};
	return { port, user, database, env, query, stop };
}

export async function startRedis(): Promise<{ port: number; stop(): Promise<void> }> {
	const port = await freePort();
	const settings = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no' };
	const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
	const { stop } = await startGuarded('Redis', ['redis-server', ...flags], async () => {
		const { stdout } = await run('redis-cli', ['-p', String(port), 'ping']);
		return stdout.trim() === 'PONG' || undefined;
	});
	return { port, stop };
}
