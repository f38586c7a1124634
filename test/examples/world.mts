// Everything around the n8n that runs an example, with its state: the service, the partners, files and a database.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { startPostgres, type Postgres } from '../host/servers/services.mjs';
import { temporaryFolder } from '../host/servers/temporary.mjs';
import { accessOf, toldSettings } from '../sandbox/credential.mjs';
import { defaults } from '../sandbox/service.mjs';
import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox/server.mjs';
import { newHubSpot, newObjectStore, newShopify, newSlack, shop } from './partners/companies.mjs';
import { startMailServer } from './partners/mail.mjs';
import { ok, startNetwork, type Partner } from './partners/network.mjs';
import { newOpenAi } from './partners/openAi.mjs';
import { companyId, newQuickBooks } from './partners/quickBooks.mjs';

/** Gives the data of the credential that stands in for one of this type. */
export type Credentials = (type: string) => Promise<Readonly<Record<string, unknown>>>;

const storeHost = 'storage.example';
const signalHost = 'signal.example';

function newPartners() {
	return {
		quickBooks: newQuickBooks(),
		shopify: newShopify(),
		hubSpot: newHubSpot(),
		slack: newSlack(),
		openAi: newOpenAi(),
		store: newObjectStore(),
	};
}

type Partners = ReturnType<typeof newPartners>;

const hosts: Readonly<Record<string, keyof Partners>> = {
	'quickbooks.api.intuit.com': 'quickBooks',
	[`${shop}.myshopify.com`]: 'shopify',
	[storeHost]: 'store',
	'api.hubapi.com': 'hubSpot',
	'slack.com': 'slack',
	'api.openai.com': 'openAi',
};

export type World = Awaited<ReturnType<typeof startWorld>>;

function serviceState({ state }: Sandbox): unknown {
	const records = Object.entries(state.records).map(([type, byId]) => [type, [...byId]] as const);
	const catalogs = [...state.catalogs].map(
		([id, { products, deleted }]) => [id, [...products], [...deleted]] as const,
	);
	return { records: Object.fromEntries(records), fields: [...state.fieldUpdates], catalogs };
}

async function tablesIn(database: Postgres | undefined): Promise<Record<string, string[][]>> {
	if (!database) return {};
	const tables: Record<string, string[][]> = {};
	const names = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
	for (const [name = ''] of await database.query(names)) {
		tables[name] = await database.query(`SELECT * FROM "${name}" ORDER BY 1`);
	}
	return tables;
}

/** Starts the surroundings of the examples, with a catalog of this number of products. */
export async function startWorld(products = 250) {
	const sandbox = await startSandbox({ products });
	const mail = await startMailServer();
	const partners: Partners = newPartners();
	let onSignal = () => {};
	const signal: Partner = () => {
		onSignal();
		return ok({});
	};
	const partnerAt = (host: string): Partner | undefined => {
		if (host === signalHost) return signal;
		const name = hosts[host];
		return name && partners[name].partner;
	};
	const network = await startNetwork([signalHost, ...Object.keys(hosts)], partnerAt);
	const temporary = temporaryFolder('examples');
	const folder = path.join(temporary.path, 'files');
	mkdirSync(folder);
	let database: Postgres | undefined;
	const postgres = async () => (database ??= await startPostgres());

	let habits: Partial<SandboxOptions> = {};
	let settings: object = {};

	const quickBooksToken = {
		access_token: 'quickbooks-token',
		token_type: 'bearer',
		callbackQueryString: { realmId: companyId },
	};
	const known: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
		quickBooksOAuth2Api: {
			clientId: 'client',
			clientSecret: 'secret',
			environment: 'production',
			oauthTokenData: quickBooksToken,
		},
		shopifyAccessTokenApi: {
			shopSubdomain: shop,
			accessToken: 'shopify-token',
			appSecretKey: 'none',
		},
		hubspotAppToken: { appToken: 'hubspot-token' },
		slackApi: { accessToken: 'slack-token' },
		openAiApi: { apiKey: 'openai-key', url: 'https://api.openai.com/v1' },
		s3: {
			endpoint: `https://${storeHost}`,
			region: 'eu-central-1',
			accessKeyId: 'key',
			secretAccessKey: 'secret',
			forcePathStyle: true,
		},
		smtp: { host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true },
	};
	const credentials: Credentials = async (type) => {
		if (type === 'postgres') {
			const { port, user, database: name } = await postgres();
			const place = { host: '127.0.0.1', port, user, database: name };
			return { ...place, password: 'none', ssl: 'disable' };
		}
		if (type === 'projectServicesApi') {
			const told = { serviceSettings: true, ...toldSettings(habits) };
			return { ...accessOf(sandbox.url, habits), ...told, ...settings };
		}
		const data = known[type];
		if (!data) throw new Error(`There is no credential ${type} in this world.`);
		return data;
	};

	return {
		sandbox,
		partners,
		mail,
		network,
		/** The folder that workflows may write to. */
		folder,
		/** A database, started when it is first needed. */
		postgres,
		/** Requested by a workflow that tells what it has done. */
		signalUrl: `https://${signalHost}/`,
		/** Resolves with the next request of that. */
		nextSignal: () =>
			new Promise<void>((resolve) => {
				onSignal = resolve;
			}),
		credentials,
		products,
		get habits() {
			return habits;
		},
		/** From now on, the service has these habits; the credential has what the operator tells, and these settings. */
		setHabits: (own: Partial<SandboxOptions>, ownSettings: object = {}): void => {
			[habits, settings] = [own, ownSettings];
			const { personality, statuses } = { ...defaults, ...habits };
			sandbox.setOptions({ personality, statuses });
		},
		/** Everything that an example can change, to be compared with a later snapshot. */
		snapshot: async (tables: unknown): Promise<unknown> => {
			const { quickBooks, shopify, slack, store } = partners;
			const files = readdirSync(folder).sort();
			return structuredClone({
				service: serviceState(sandbox),
				tables,
				quickBooks: [quickBooks.vendors, quickBooks.bills],
				shopify: [...shopify.products],
				slack: slack.messages,
				store: [...store.objects].map(([key, bytes]) => [key, bytes.toString('utf8')]),
				mails: mail.mails,
				files: files.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
				database: await tablesIn(database),
			});
		},
		/** Back to the seeded service and to partners without data. */
		reset: async (): Promise<void> => {
			sandbox.reset();
			sandbox.setOptions({ deletedProductIds: true, movesPublishedOn: true, queue: undefined });
			Object.assign(partners, newPartners());
			mail.mails.length = 0;
			mail.receive = undefined;
			network.requests.length = 0;
			for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
			await database?.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
		},
		stop: async (): Promise<void> => {
			for (const part of [database, network, mail, sandbox]) await part?.stop();
			temporary.remove();
		},
	};
}
