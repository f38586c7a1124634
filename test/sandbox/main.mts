// `npm run sandbox`: the simulated service alone, for trying things by hand. Ctrl-C ends it.
import { parseArgs } from 'node:util';

import { sampleIds, startSandbox } from './server.mjs';
import { sampleClientIds } from './state';
import type { Dialect } from './responses/xmlWriter';

const usage = `npm run sandbox -- [options]
  --port <n>        port on 127.0.0.1, 4010 by default; 0 takes any free one
  --products <n>    products in the seeded catalog, 250 by default
  --seed <n>        another seed gives other records, 1 by default
  --latency <ms>    every answer waits this long
  --dialect <name>  XML as xmlSerializer (default) or dataContract writes it
  --stop-after <s>  ends by itself after so many seconds`;

function wholeNumber(name: string, text: string): number {
	const value = Number(text);
	if (Number.isSafeInteger(value) && value >= 0) return value;
	throw new Error(`--${name} takes a whole number, not '${text}'.\n\n${usage}`);
}

function dialectOf(text: string): Dialect {
	if (text === 'xmlSerializer' || text === 'dataContract') return text;
	throw new Error(`--dialect takes xmlSerializer or dataContract.\n\n${usage}`);
}

function settings() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			products: { type: 'string', default: '250' },
			seed: { type: 'string', default: '1' },
			latency: { type: 'string', default: '0' },
			dialect: { type: 'string', default: 'xmlSerializer' },
			'stop-after': { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	return { ...values, dialect: dialectOf(values.dialect) };
}

function addresses(url: string, clientId: string): string[] {
	const reads = [
		`ServicePlans?id=${sampleIds.servicePlan}`,
		`ServiceOrders?id=${sampleIds.serviceOrder}`,
		`Tasks?id=${sampleIds.task}`,
		`Tasks?projectId=${sampleIds.projectWithThreeTasks}`,
		`PurchaseOrders?id=${sampleIds.purchaseOrder}`,
		'COProjects?pageSize=2',
		`ProductCatalogs?id=${sampleIds.catalog}`,
		`ProductCatalogs?id=${sampleIds.catalog}&pageNumber=1&pageSize=2`,
		`TimeSheets?id=${sampleIds.timeSheet}`,
	];
	return [
		...reads.map((read) => `curl '${url}/SI/Subscribe/${read}'`),
		`curl -H 'Content-Type: application/json' -d '["${clientId}"]' ${url}/SI/Subscribe/Clients/ClientList`,
		`curl -X POST -d '{"address":"task/get","fault":{"kind":"status","status":503}}' ${url}/__sandbox/faults`,
		`curl ${url}/__sandbox/state`,
	];
}

async function main(): Promise<void> {
	const { port, products, seed, latency, dialect, help, 'stop-after': stopAfter } = settings();
	if (help) {
		console.log(usage);
		return;
	}
	const sandbox = await startSandbox({
		port: wholeNumber('port', port),
		products: wholeNumber('products', products),
		seed: wholeNumber('seed', seed),
		latencyMs: wholeNumber('latency', latency),
		dialect,
	});
	const [clientId = ''] = sampleClientIds(Number(seed), 1);
	console.log(`The simulated Project Services service is at ${sandbox.url}`);
	console.log(`Enter that as the base URL of the credential, or try:\n`);
	console.log(addresses(sandbox.url, clientId).join('\n'));
	console.log('\nAdd -H "Accept: application/xml" for XML. Ctrl-C ends it.');
	const end = (): void => void sandbox.stop();
	process.once('SIGINT', end).once('SIGTERM', end);
	if (stopAfter !== undefined) setTimeout(end, wholeNumber('stop-after', stopAfter) * 1000);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
