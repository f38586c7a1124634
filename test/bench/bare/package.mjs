// The package without n8n: loading it, and validating clients.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const [part, packageFolder, service] = process.argv.slice(2);
const require = createRequire(`${packageFolder}/package.json`);

// n8n has loaded these before it loads any package.
require('n8n-workflow');
require('zod/v4');

function measured(work) {
	const base = process.memoryUsage.rss();
	const start = performance.now();
	work();
	const milliseconds = performance.now() - start;
	return { milliseconds, megabytes: (process.memoryUsage.rss() - base) / 1e6 };
}

function load() {
	const { n8n } = require(`${packageFolder}/package.json`);
	for (const file of [...n8n.credentials, ...n8n.nodes]) require(`${packageFolder}/${file}`);
}

/** All modules, of which the nodes load each when an operation first needs it. */
function loadRest() {
	const dist = `${packageFolder}/dist`;
	for (const file of readdirSync(dist, { recursive: true }))
		if (file.endsWith('.js')) require(`${dist}/${file}`);
}

function validate(clients) {
	const { checkOf } = require(`${packageFolder}/dist/nodes/ProjectServices/input/records.js`);
	const { Client } = require(`${packageFolder}/dist/api/resources/client.js`);
	const validated = checkOf(Client, { zone: 'UTC', ownNames: new Map(), format: 'json' });
	for (const client of clients) {
		const problems = [];
		validated(client, problems);
		if (problems.length > 0)
			throw new Error(`A valid client is rejected: ${JSON.stringify(client)}`);
	}
}

async function work() {
	if (part === 'load') return measured(load);
	load();
	if (part === 'loadRest') return measured(loadRest);
	loadRest();
	const { clients } = await (await fetch(`${service}/clients`)).json();
	return measured(() => validate(clients));
}

console.log(JSON.stringify({ ...(await work()), last: {} }));
