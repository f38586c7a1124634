// Starts a real n8n from the cache and ends it: without internet access, with a user folder of its own, an owner
// and a session.
import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { N8nApi, type Login } from '../rest/api.mjs';
import { hostLocation } from '../location.cjs';
import { createNpmOffers, type Offer } from '../packages/npmOffers.mjs';
import { freePort, startServer, waitUntil, type Server } from './server.mjs';
import { temporaryFolder } from './temporary.mjs';

export interface N8nOptions {
	/** Packed packages to install with n8n's own installer once it runs. */
	packages?: Offer[];
	/** A folder to keep between starts; without one, a temporary folder that goes away at the end. */
	userFolder?: string;
	/** More environment variables for n8n. */
	env?: Record<string, string>;
	/** n8n is ended after this time in any case. */
	minutes?: number;
}

export interface RunningN8n {
	/** The editor's address, without a slash at its end. */
	url: string;
	/** The owner's login. */
	login: Login;
	api: N8nApi;
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

/** n8n gets no other variables of this process: settings of the shell or of npm must not change a test. */
function inherited(): NodeJS.ProcessEnv {
	const names = ['HOME', 'LANG', 'LC_ALL', 'TZ', 'USER', 'XDG_CACHE_HOME'];
	return Object.fromEntries(
		names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
	);
}

const settings: NodeJS.ProcessEnv = {
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
	N8N_HOST: '127.0.0.1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
	N8N_ENCRYPTION_KEY: 'tests-only',
	N8N_LOG_LEVEL: 'info',
	NODE_ENV: 'production',
};

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

/** Starts n8n in a folder of its own, with what is offered installed, and logs in. */
export async function startN8n(options: N8nOptions = {}): Promise<RunningN8n> {
	const location = hostLocation();
	if (!location.installed) {
		throw new Error('n8n is not installed. Run: node test/host/setup.mjs --host');
	}
	const temporary = temporaryFolder('test');
	const userFolder = options.userFolder ?? path.join(temporary.path, 'user');
	const ownTmp = path.join(temporary.path, 'tmp');
	for (const folder of [userFolder, ownTmp]) mkdirSync(folder, { recursive: true });
	const offers = createNpmOffers(path.join(temporary.path, 'npm'));
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const searchPath = [offers.folder, path.dirname(location.node), process.env.PATH ?? ''];
	const env: NodeJS.ProcessEnv = {
		...inherited(),
		...settings,
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_EDITOR_BASE_URL: url,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		PATH: searchPath.join(path.delimiter),
		TMPDIR: ownTmp,
		...options.env,
	};
	const api = new N8nApi(url);
	// The log goes on over restarts.
	const servers: Server[] = [];
	const start = async () => {
		const server = startServer({
			title: `n8n ${location.version}`,
			node: location.node,
			args: [location.n8n, 'start'],
			cwd: userFolder,
			env,
			minutes: options.minutes ?? defaultMinutes,
		});
		servers.push(server);
		await waitUntilReady(server, url);
		await api.logIn(login);
	};
	const stop = async () => {
		await servers.at(-1)?.stop();
		temporary.remove();
	};
	try {
		await start();
		for (const offered of options.packages ?? []) {
			offers.offer(offered);
			await api.installPackage(offered);
		}
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		...{ url, login, api, userFolder, env, stop },
		version: location.version,
		pid: () => servers.at(-1)?.pid ?? -1,
		offer: offers.offer,
		log: () => servers.map((server) => server.log()).join(''),
		async restart() {
			await servers.at(-1)?.stop();
			await start();
		},
	};
}
