// Purchase orders read in a process of its own, without n8n: one request for each, so many at once.
import http from 'node:http';

import { memory } from './memory.mjs';

const [url, count, concurrency] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });

async function readOrder() {
	const response = await new Promise((resolve, reject) => {
		http.get(url, { agent }, resolve).once('error', reject);
	});
	const chunks = [];
	for await (const chunk of response) chunks.push(chunk);
	return JSON.parse(Buffer.concat(chunks).toString());
}

const orders = [];
let left = Number(count);
async function readOrders() {
	while (left-- > 0) orders.push({ json: await readOrder() });
}

const base = memory().now;
const start = performance.now();
await Promise.all(Array.from({ length: Number(concurrency) }, readOrders));
const milliseconds = performance.now() - start;
agent.destroy();
const last = orders.at(-1).json;
console.log(JSON.stringify({ milliseconds, megabytes: memory().peak - base, last }));
