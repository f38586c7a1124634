// Everything around the n8n that runs an example, with its state: the service, the partners, files and a database.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { startPostgres, type Postgres } from '../host/servers/services.mjs';
import { temporaryFolder } from '../host/servers/temporary.mjs';
import { startSandbox, type Sandbox } from '../sandbox/server.mjs';
import { startGate, type Gate } from './partners/gate.mjs';
import type { Credentials, Host } from './hosts/host.mjs';
import { newHubSpot, type HubSpot } from './partners/hubSpot.mjs';
import { startMailServer, type MailServer } from './partners/mail.mjs';
import { startNetwork, type Network } from './partners/network.mjs';
import { newObjectStore, storeHost, type ObjectStore } from './partners/objectStore.mjs';
import {
	companyId,
	newQuickBooks,
	quickBooksHost,
	type QuickBooks,
} from './partners/quickBooks.mjs';
import { newShopify, shop, shopifyHost, type Shopify } from './partners/shopify.mjs';
import { newSlack, type Slack } from './partners/slack.mjs';

export interface World {
	readonly sandbox: Sandbox;
	readonly quickBooks: QuickBooks;
	readonly shopify: Shopify;
	readonly hubSpot: HubSpot;
	readonly slack: Slack;
	readonly store: ObjectStore;
	readonly mail: MailServer;
	readonly network: Network;
	/** The folder that workflows may write to. */
	readonly folder: string;
	/** A database, started when it is first needed. */
	postgres(): Promise<Postgres>;
	/** Cuts the workflows off from the database, as when n8n is killed; `false` ends that. */
	cutDatabase(isCut: boolean): void;
	readonly credentials: Credentials;
	/** Everything that an example can change, to be held against a later snapshot. */
	snapshot(host: Host): Promise<unknown>;
	/** Back to the seeded service and to partners without data. */
	reset(): Promise<void>;
	stop(): Promise<void>;
}

function serviceState({ state }: Sandbox): unknown {
	const records = Object.entries(state.records).map(([type, byId]) => [type, [...byId]] as const);
	const catalogs = [...state.catalogs].map(
		([id, { published, removed }]) => [id, [...published], [...removed]] as const,
	);
	return { records: Object.fromEntries(records), tasks: [...state.fieldUpdates], catalogs };
}

function filesIn(folder: string): Record<string, string> {
	const names = readdirSync(folder).sort();
	return Object.fromEntries(
		names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
	);
}

async function tablesIn(database: Postgres | undefined): Promise<Record<string, string[][]>> {
	if (!database) return {};
	const names = await database.query(
		"SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
	);
	const tables = names.map(
		async ([name = '']) =>
			[name, await database.query(`SELECT * FROM "${name}" ORDER BY 1`)] as const,
	);
	return Object.fromEntries(await Promise.all(tables));
}

/** Starts the surroundings of the examples. */
export async function startWorld(): Promise<World> {
	const sandbox = await startSandbox({});
	const mail = await startMailServer();
	const quickBooks = newQuickBooks();
	const shopify = newShopify();
	const hubSpot = newHubSpot();
	const slack = newSlack();
	const store = newObjectStore();
	const network = await startNetwork({
		[quickBooksHost]: quickBooks.partner,
		[shopifyHost]: shopify.partner,
		[storeHost]: store.partner,
		'api.hubapi.com': hubSpot.partner,
		'slack.com': slack.partner,
	});
	const temporary = temporaryFolder('examples');
	const folder = path.join(temporary.path, 'files');
	mkdirSync(folder);
	let database: Postgres | undefined;
	let gate: Gate | undefined;
	const postgres = async () => {
		database ??= await startPostgres();
		gate ??= await startGate(database.port);
		return database;
	};

	const credentials: Credentials = async (type) => {
		switch (type) {
			case 'projectServicesApi':
				return { baseUrl: sandbox.url, authentication: 'none' };
			case 'postgres': {
				const { user, database: name } = await postgres();
				return {
					host: '127.0.0.1',
					port: gate?.port,
					user,
					database: name,
					password: 'none',
					ssl: 'disable',
				};
			}
			case 'quickBooksOAuth2Api':
				return {
					clientId: 'client',
					clientSecret: 'secret',
					environment: 'production',
					oauthTokenData: {
						access_token: 'quickbooks-token',
						token_type: 'bearer',
						callbackQueryString: { realmId: companyId },
					},
				};
			case 'shopifyAccessTokenApi':
				return { shopSubdomain: shop, accessToken: 'shopify-token', appSecretKey: 'none' };
			case 'hubspotAppToken':
				return { appToken: 'hubspot-token' };
			case 'slackApi':
				return { accessToken: 'slack-token' };
			case 's3':
				return {
					endpoint: `https://${storeHost}`,
					region: 'eu-central-1',
					accessKeyId: 'key',
					secretAccessKey: 'secret',
					forcePathStyle: true,
				};
			case 'smtp':
				return { host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true };
			default:
				throw new Error(`There is no credential ${type} in this world.`);
		}
	};

	return {
		sandbox,
		quickBooks,
		shopify,
		hubSpot,
		slack,
		store,
		mail,
		network,
		folder,
		postgres,
		cutDatabase: (isCut) => gate?.close(isCut),
		credentials,
		snapshot: async (host) => ({
			service: serviceState(sandbox),
			tables: await host.tables(),
			quickBooks: [[...quickBooks.vendors], [...quickBooks.bills]],
			shopify: [...shopify.products],
			slack: [...slack.messages],
			store: [...store.objects].map(([key, bytes]) => [key, bytes.toString('utf8')]),
			mails: [...mail.mails],
			files: filesIn(folder),
			database: await tablesIn(database),
		}),
		reset: async () => {
			sandbox.reset();
			sandbox.setOptions({ deletedProductIds: true, movesPublishedOn: true });
			for (const part of [quickBooks, shopify, hubSpot, slack, store, mail]) part.reset();
			network.requests.length = 0;
			for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
			await database?.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
		},
		stop: async () => {
			await gate?.stop();
			await database?.stop();
			await network.stop();
			await mail.stop();
			await sandbox.stop();
			temporary.remove();
		},
	};
}
