// A catalog read in a process of its own, without n8n or in its engine alone: from the service or from memory.
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

import { memory } from './memory.mjs';
import { plainReader } from './plain.mjs';

const require = createRequire(import.meta.url);
const [kind, given, packageFolder] = process.argv.slice(2);
const { url, pages, size, format, types, again, parameters, isFromMemory } = JSON.parse(given);
const contentType = `application/${format}; charset=utf-8`;
const PIECE = 64 * 1024;

/** Begins a request; its response waits in the socket until it is read. */
async function open(page) {
	const address = `${url}/SI/Subscribe/ProductCatalogs?id=CAT-1001&pageNumber=${page}&pageSize=${size}`;
	const response = await new Promise((resolve, reject) => {
		http
			.get(address, { headers: { accept: contentType }, agent: false }, resolve)
			.once('error', reject);
	});
	if (response.statusCode !== 200) throw new Error(`${response.statusCode} for ${address}`);
	return response;
}

/** The responses in order; the next page is requested before this one is read. */
async function* fromService() {
	let next = open(1);
	for (let page = 1; page <= pages; page++) {
		const response = await next;
		if (page < pages) next = open(page + 1);
		yield response;
	}
}

/** The pages in memory; the package's reader gets them in pieces, as they come from a socket. */
async function fromMemory() {
	const held = [];
	for await (const response of fromService()) {
		const page = Buffer.concat(await response.toArray());
		const length = kind === 'packageReader' ? PIECE : page.length;
		const count = Math.ceil(page.length / length);
		held.push(Array.from({ length: count }, (_, n) => page.subarray(n * length, (n + 1) * length)));
	}
	return held;
}

/** A reader of a whole page. */
function whole(rowsOf) {
	return () => {
		const chunks = [];
		const end = () => rowsOf(chunks.length > 1 ? Buffer.concat(chunks) : chunks[0]);
		return { push: (chunk) => chunks.push(chunk), end };
	};
}

/** Makes the package's reader of a response; versions to compare have it in different files, and as a function. */
function readerFactory() {
	const wire = path.join(packageFolder, 'dist', 'wire');
	const file = readdirSync(wire, { recursive: true })
		.map((each) => path.join(wire, each))
		.filter((each) => each.endsWith('.js'))
		.find((each) => /^(?:class|function) \w*ResponseReader\b/m.test(readFileSync(each, 'utf8')));
	const { ResponseReader, createResponseReader } = require(file);
	return createResponseReader ?? ((...settings) => new ResponseReader(...settings));
}

function packageReader() {
	const createReader = readerFactory();
	const { ProductCatalog } = require(`${packageFolder}/dist/api/resources/productCatalog.js`);
	return () => {
		const shape = { schema: ProductCatalog, rows: 'Products' };
		const reader = createReader(shape, { contentType });
		const end = () => {
			const decoded = reader.end();
			if (!decoded.ok) throw new Error(decoded.problem);
			return decoded.value.Products;
		};
		return { push: (chunk) => reader.push(chunk), end };
	};
}

function xmlLibrary() {
	const { XMLParser } = require('fast-xml-parser');
	const parser = new XMLParser({ processEntities: true, parseTagValue: false });
	return whole((page) => parser.parse(page.toString()).ProductCatalog.Products.Product);
}

function received() {
	let length = 0;
	return { push: (chunk) => (length += chunk.length), end: () => [{ length }] };
}

const readers = {
	jsonParse: () => whole((page) => JSON.parse(page.toString()).Products),
	xmlLibrary,
	packageReader,
	plain: () => whole(plainReader(format, types)),
	received: () => received,
};

/** Reads every page with a reader of its own. */
function reading(name, isKept) {
	const create = readers[name]();
	return async (responses) => {
		const items = [];
		for await (const response of responses) {
			const reader = create();
			for await (const chunk of response) reader.push(chunk);
			if (!isKept) items.length = 0;
			for (const json of reader.end()) items.push({ json });
		}
		return items;
	};
}

/** The package's node in n8n's engine; what it writes as a file is dropped. */
async function engineReading() {
	const { runNode } = await import('../../nodes/engine.mjs');
	const { hostRequire } = await import('../../host/location.cjs');
	const { ProjectServices } = require(
		`${packageFolder}/dist/nodes/ProjectServices/ProjectServices.node.js`,
	);
	const nodeType = new ProjectServices();
	const credential = { baseUrl: url, authentication: 'none' };
	const store = async (_, stream) => {
		let fileSize = 0;
		for await (const chunk of stream) fileSize += chunk.length;
		return { fileId: 'file', fileSize };
	};
	const { BinaryDataService } = hostRequire('n8n-core');
	hostRequire('@n8n/di').Container.get(BinaryDataService).setManager('filesystem-v2', { store });
	return async () => {
		const { outputs, error } = await runNode({ parameters, credential, mode: 'trigger', nodeType });
		if (error) throw error;
		return outputs[0];
	};
}

const ways = {
	packageReaderDropped: () => reading('packageReader', false),
	engine: engineReading,
};
const read = await (ways[kind]?.() ?? reading(kind, true));
const held = isFromMemory ? await fromMemory() : undefined;

async function readOnce() {
	const start = performance.now();
	const used = process.cpuUsage();
	const items = await read(held ?? fromService());
	const { user, system } = process.cpuUsage(used);
	const cpu = (user + system) / 1000;
	return { items, milliseconds: performance.now() - start, cpu };
}

const base = memory();
const { items, ...first } = await readOnce();
const last = items.at(-1).json;
const megabytes = memory().peak - base.now;
const kept = memory().used - base.used;
items.length = 0;
const later = [];
for (let time = 0; time < again; time++)
	later.push(await readOnce().then(({ items: _, ...rest }) => rest));
console.log(JSON.stringify({ ...first, megabytes, kept, last, later }));
