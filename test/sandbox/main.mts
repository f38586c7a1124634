// `npm run sandbox`: the simulated service alone, for trying things by hand. Ctrl-C ends it.
import { parseArgs } from 'node:util';

import { statusesText } from './credential.mjs';
import { habitOptions, habitsOf, habitsUsage, numberOf, oneOf } from './habitOptions.mjs';
import { sampleIds, startSandbox } from './server.mjs';
import { sampleClientIds } from './state';

const usage = `npm run sandbox -- [options]
  --port <n>            port on 127.0.0.1, 4010 by default; 0 takes any free one
  --products <n>        products in the seeded catalog, 250 by default
  --seed <n>            another seed gives other records, 1 by default
  --latency <ms>        every answer waits this long
  --dialect <name>      XML as xmlSerializer (default) or dataContract writes it
${habitsUsage}`;

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '4010' },
		products: { type: 'string', default: '250' },
		seed: { type: 'string', default: '1' },
		latency: { type: 'string', default: '0' },
		dialect: { type: 'string', default: 'xmlSerializer' },
		...habitOptions,
		help: { type: 'boolean', default: false },
	},
});

async function main(): Promise<void> {
	const { dialect, port, products, seed, latencyMs } = {
		dialect: oneOf(values, 'dialect', ['xmlSerializer', 'dataContract']) ?? 'xmlSerializer',
		port: numberOf(values, 'port') ?? 4010,
		products: numberOf(values, 'products') ?? 250,
		seed: numberOf(values, 'seed') ?? 1,
		latencyMs: numberOf(values, 'latency') ?? 0,
	};
	const habits = habitsOf(values);
	const options = { port, products, seed, latencyMs, dialect, ...habits };
	const sandbox = await startSandbox(options);
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

Add -H "Accept: application/xml" for XML.
The status of a transaction is at ${statusesText(habits)}.
Ctrl-C ends it.`);
	const end = (): void => void sandbox.stop();
	process.once('SIGINT', end).once('SIGTERM', end);
}

if (values.help) console.log(usage);
else {
	main().catch((error: unknown) => {
		console.error(error instanceof Error ? `${error.message}\n\n${usage}` : error);
		process.exitCode = 1;
	});
}
