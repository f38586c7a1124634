// `npm run sandbox`: the simulated service alone, for trying things by hand. Ctrl-C ends it.
import { parseArgs } from 'node:util';

import { sampleIds, startSandbox } from './server.mjs';
import { sampleClientIds } from './state';

const usage = `npm run sandbox -- [options]
  --port <n>        port on 127.0.0.1, 4010 by default; 0 takes any free one
  --products <n>    products in the seeded catalog, 250 by default
  --seed <n>        another seed gives other records, 1 by default
  --latency <ms>    every answer waits this long
  --dialect <name>  XML as xmlSerializer (default) or dataContract writes it`;

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '4010' },
		products: { type: 'string', default: '250' },
		seed: { type: 'string', default: '1' },
		latency: { type: 'string', default: '0' },
		dialect: { type: 'string', default: 'xmlSerializer' },
		help: { type: 'boolean', default: false },
	},
});

function numberOf(name: 'port' | 'products' | 'seed' | 'latency'): number {
	const value = Number(values[name]);
	if (Number.isSafeInteger(value) && value >= 0) return value;
	throw new Error(`--${name} takes a whole number, not '${values[name]}'.\n\n${usage}`);
}

async function main(): Promise<void> {
	const dialect = (['xmlSerializer', 'dataContract'] as const).find(
		(each) => each === values.dialect,
	);
	if (!dialect) throw new Error(`--dialect takes xmlSerializer or dataContract.\n\n${usage}`);
	const seed = numberOf('seed');
	const sandbox = await startSandbox({
		port: numberOf('port'),
		products: numberOf('products'),
		seed,
		latencyMs: numberOf('latency'),
		dialect,
	});
	const { url } = sandbox;
	const [clientId = ''] = sampleClientIds(seed, 1);
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
	].map((read) => `curl '${url}/SI/Subscribe/${read}'`);
	console.log(`The simulated Project Services service is at ${url}
Enter that as the base URL of the credential, or try:

${reads.join('\n')}
curl -H 'Content-Type: application/json' -d '["${clientId}"]' ${url}/SI/Subscribe/Clients/ClientList
curl -X POST -d '{"address":"task/get","fault":{"kind":"status","status":503}}' ${url}/__sandbox/faults
curl ${url}/__sandbox/state

Add -H "Accept: application/xml" for XML. Ctrl-C ends it.`);
	const end = (): void => void sandbox.stop();
	process.once('SIGINT', end).once('SIGTERM', end);
}

if (values.help) console.log(usage);
else {
	main().catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	});
}
