// What the package costs by itself, without n8n around it: loading it, and checking clients.
import { createRequire } from 'node:module';

const [kind, packageFolder, given] = process.argv.slice(2);
const require = createRequire(`${packageFolder}/package.json`);

// n8n has these in memory before it loads any package; they are found as n8n lets packages find them.
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

/** What the nodes load when they run for the first time. */
function loadRest() {
	require(`${packageFolder}/dist/nodes/ProjectServices/execute.js`);
	require(`${packageFolder}/dist/nodes/ProjectServicesTrigger/poll.js`);
}

function check(clients) {
	const { checkOf } = require(`${packageFolder}/dist/nodes/ProjectServices/input.js`);
	const { Client } = require(`${packageFolder}/dist/api/client.js`);
	const isRight = checkOf(Client, { zone: 'UTC', ownNames: new Map(), format: 'json' });
	for (const client of clients) {
		if (!isRight(client).ok)
			throw new Error(`A right client is refused: ${JSON.stringify(client)}`);
	}
}

function work() {
	if (kind === 'load') return measured(load);
	load();
	if (kind === 'loadRest') return measured(loadRest);
	loadRest();
	const { clients } = require(given);
	return measured(() => check(clients));
}

console.log(JSON.stringify({ ...work(), outcome: { last: {} } }));
