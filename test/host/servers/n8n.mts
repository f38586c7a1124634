// Starts a real n8n from the cache and ends it: without internet access, with a user folder of its own, an owner
// and a session.
import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { N8nApi } from '../rest/api.mjs';
import { defaultHost, hostLocation, type HostLocation } from '../location.cjs';
import { createNpmOffers, type NpmOffers, type Offer } from '../packages/npmOffers.mjs';
import { freePort, startServer, waitUntil, type Server } from './server.mjs';
import { Session, type Login } from '../rest/session.mjs';
import { temporaryFolder } from './temporary.mjs';

export interface N8nOptions {
	/** Which n8n: the name of a folder in test/host. */
	host?: string;
	/** Packed packages to install with n8n's own installer once it runs. */
	packages?: Offer[];
	/** A folder to keep between starts; without one, a temporary folder that goes away at the end. */
	userFolder?: string;
	/** A port to listen on; without one, any free port. */
	port?: number;
	/** More environment variables for n8n. */
	env?: Record<string, string>;
	/** n8n is ended after this time in any case. */
	minutes?: number;
	/** Gets n8n's log as it is written. */
	onLog?: (text: string) => void;
}

export interface RunningN8n {
	/** The editor's address, without a slash at its end. */
	url: string;
	/** The owner's login. */
	login: Login;
	api: N8nApi;
	host: string;
	version: string;
	userFolder: string;
	/** The environment of this n8n, for a worker of it. */
	env: NodeJS.ProcessEnv;
	/** The process of n8n, which a restart changes. */
	pid(): number;
	/** Makes a packed package known to n8n's installer without installing it. */
	offer(offered: Offer): void;
	/** Everything that n8n logged, restarts included. */
	log(): string;
	/** Ends n8n and starts it again with the same folder, port and owner. */
	restart(): Promise<void>;
	/** Ends n8n and removes its temporary folder. */
	stop(): Promise<void>;
}

const startSeconds = 120;
const defaultMinutes = 20;
// Nothing listens on this port, so n8n's requests to the internet fail immediately.
const nowhere = 'http://127.0.0.1:9';
const login: Login = { email: 'owner@example.com', password: 'Owner-of-the-tests-1' };

/** n8n gets no other variables: settings of the shell or of npm must not change a test. */
function inherited(): NodeJS.ProcessEnv {
	const names = ['HOME', 'LANG', 'LC_ALL', 'TZ', 'USER', 'XDG_CACHE_HOME'];
	return Object.fromEntries(
		names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
	);
}

function offlineSettings(): NodeJS.ProcessEnv {
	return {
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_AI_ASSISTANT_BASE_URL: '',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		EXTERNAL_FRONTEND_HOOKS_URLS: '',
		HTTP_PROXY: nowhere,
		HTTPS_PROXY: nowhere,
		NO_PROXY: '127.0.0.1,localhost',
	};
}

function serverSettings(userFolder: string, port: number, brokerPort: number): NodeJS.ProcessEnv {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_ENCRYPTION_KEY: 'tests-only',
		N8N_LOG_LEVEL: 'info',
		NODE_ENV: 'production',
	};
}

/** n8n serves the editor last: when it responds, everything else is ready, too. */
async function waitUntilReady(server: Server, url: string): Promise<void> {
	const tail = () => server.log().slice(-3_000);
	try {
		await waitUntil('n8n', startSeconds, async () => {
			const ended = server.ended();
			if (ended !== undefined) throw new Error(`n8n ${ended} before it was ready.`);
			const ready = await fetch(`${url}/healthz/readiness`).catch(() => undefined);
			const settings = await fetch(`${url}/rest/settings`).catch(() => undefined);
			return ready?.ok && settings?.ok ? true : undefined;
		});
	} catch (error) {
		await server.stop();
		throw new Error(`${String(error)}\nThe end of n8n's log:\n${tail()}`);
	}
}

interface Place {
	location: HostLocation;
	url: string;
	userFolder: string;
	env: NodeJS.ProcessEnv;
	offers: NpmOffers;
	/** Removes what was made for this n8n alone. */
	remove(): void;
}

/** Everything that n8n needs before it can start: folders, ports and its environment. */
async function prepare(host: string, options: N8nOptions): Promise<Place> {
	const location = hostLocation(host);
	if (!location.installed) {
		throw new Error(`n8n is not installed. Run: node test/host/setup.mjs --host=${host}`);
	}
	const temporary = temporaryFolder('test');
	const userFolder = options.userFolder ?? path.join(temporary.path, 'user');
	const ownTmp = path.join(temporary.path, 'tmp');
	for (const folder of [userFolder, ownTmp]) mkdirSync(folder, { recursive: true });
	const offers = createNpmOffers(path.join(temporary.path, 'npm'));
	const port = options.port ?? (await freePort());
	const searchPath = [offers.folder, path.dirname(location.node), process.env.PATH ?? ''];
	const env = {
		...inherited(),
		...offlineSettings(),
		...serverSettings(userFolder, port, await freePort()),
		PATH: searchPath.join(path.delimiter),
		TMPDIR: ownTmp,
		...options.env,
	};
	const { remove } = temporary;
	return { location, url: `http://127.0.0.1:${port}`, userFolder, env, offers, remove };
}

/** The server process, which can be ended and started again; the log goes on over restarts. */
function restartable({ location, url, userFolder, env }: Place, options: N8nOptions) {
	const servers: Server[] = [];
	return {
		log: () => servers.map((server) => server.log()).join(''),
		pid: () => servers.at(-1)?.pid ?? -1,
		end: async () => await servers.at(-1)?.stop(),
		async start() {
			const server = startServer({
				title: `n8n ${location.version}`,
				node: location.node,
				args: [location.n8n, 'start'],
				cwd: userFolder,
				env,
				minutes: options.minutes ?? defaultMinutes,
				onLog: options.onLog,
			});
			servers.push(server);
			await waitUntilReady(server, url);
		},
	};
}

export async function startN8n(options: N8nOptions = {}): Promise<RunningN8n> {
	const host = options.host ?? defaultHost;
	const place = await prepare(host, options);
	const server = restartable(place, options);
	const session = new Session(place.url);
	const api = new N8nApi(session, host);
	const stop = async () => {
		await server.end();
		place.remove();
	};
	try {
		await server.start();
		await session.logIn(login);
		for (const offered of options.packages ?? []) {
			place.offers.offer(offered);
			await api.installPackage(offered);
		}
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		url: place.url,
		login,
		api,
		host,
		version: place.location.version,
		userFolder: place.userFolder,
		env: place.env,
		pid: server.pid,
		offer: place.offers.offer,
		log: server.log,
		async restart() {
			await server.end();
			await server.start();
			await session.logIn(login);
		},
		stop,
	};
}
