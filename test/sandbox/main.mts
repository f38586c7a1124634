// `npm run sandbox`: the simulated service alone, for trying things by hand. Ctrl-C ends it.
import { parseArgs } from 'node:util';

import { statusesText } from './credential.mjs';
import { SPELLINGS } from './habits';
import { sampleIds, startSandbox } from './server.mjs';
import { sampleClientIds } from './state';

const usage = `npm run sandbox -- [options]
  --port <n>            port on 127.0.0.1, 4010 by default; 0 takes any free one
  --products <n>        products in the seeded catalog, 250 by default
  --seed <n>            another seed gives other records, 1 by default
  --latency <ms>        every answer waits this long
  --dialect <name>      XML as xmlSerializer (default) or dataContract writes it
  --names <spelling>    names of fields in camelCase, snake_case or lower
  --first-page <n>      the number of the first page: 1 (default) or 0`;

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '4010' },
		products: { type: 'string', default: '250' },
		seed: { type: 'string', default: '1' },
		latency: { type: 'string', default: '0' },
		dialect: { type: 'string', default: 'xmlSerializer' },
		names: { type: 'string' },
		'first-page': { type: 'string', default: '1' },
		help: { type: 'boolean', default: false },
	},
});

/** @throws Error where the option is not a whole number */
function numberOf(name: 'port' | 'products' | 'seed' | 'latency'): number {
	if (/^\d{1,15}$/.test(values[name])) return Number(values[name]);
	throw new Error(`--${name} takes a whole number, not '${values[name]}'.`);
}

/** @throws Error where the option is none of these values */
function oneOf<T extends string>(
	name: 'dialect' | 'names' | 'first-page',
	allowed: readonly T[],
): T {
	const value = allowed.find((each) => each === values[name]);
	if (value !== undefined) return value;
	throw new Error(`--${name} takes ${allowed.join(', ')}, not '${values[name]}'.`);
}

async function main(): Promise<void> {
	const seed = numberOf('seed');
	const spellings = Object.keys(SPELLINGS) as Array<keyof typeof SPELLINGS>;
	const list = oneOf('first-page', ['0', '1']) === '0' ? { firstPage: 0 as const } : undefined;
	const options = {
		...{ port: numberOf('port'), products: numberOf('products'), seed },
		latencyMs: numberOf('latency'),
		dialect: oneOf('dialect', ['xmlSerializer', 'dataContract']),
		habits: {
			...(values.names !== undefined && { names: oneOf('names', spellings) }),
			...{ projects: list, catalog: list },
		},
	};
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
The status of a transaction is at ${statusesText}.
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
