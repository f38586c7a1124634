// A catalog read in a process of its own, without n8n: by JSON.parse, by fast-xml-parser, by this package's reader,
// by a reader that knows the record, or only received.
import http from 'node:http';
import { createRequire } from 'node:module';

import { memory } from './memory.mjs';

const require = createRequire(import.meta.url);
// This package is the one that n8n has installed.
const [kind, given, packageFolder] = process.argv.slice(2);
const { url, pages, size, format, again } = JSON.parse(given);

const headers = { accept: `application/${format}` };
const addressOf = (page) => `${url}&pageNumber=${page}&pageSize=${size}`;

// A connection of its own for each page: an idle one may be closed while a long page is parsed.
async function textOf(page) {
	const response = await fetch(addressOf(page), { headers: { ...headers, connection: 'close' } });
	return await response.text();
}

/** Begins a request; its response waits in the socket until it is read. */
async function open(page) {
	return await new Promise((resolve, reject) => {
		http.get(addressOf(page), { headers, agent: false }, resolve).once('error', reject);
	});
}

async function receive(response, take) {
	if (response.statusCode !== 200) throw new Error(`${response.statusCode} for ${url}`);
	await new Promise((resolve, reject) => {
		response.on('data', take).once('end', resolve).once('error', reject);
	});
}

/** Calls `read` with the response of each page in order; the next page is requested before this one is read. */
async function eachPage(read) {
	let next = open(1);
	for (let page = 1; page <= pages; page++) {
		const response = await next;
		if (page < pages) next = open(page + 1);
		await read(response);
	}
}

async function readWithParser(rowsOf) {
	const items = [];
	for (let page = 1; page <= pages; page++) {
		for (const json of rowsOf(await textOf(page))) items.push({ json });
	}
	return items;
}

function packageReader() {
	const { createResponseReader } = require(`${packageFolder}/dist/wire/response.js`);
	const { ProductCatalog } = require(`${packageFolder}/dist/api/resources/productCatalog.js`);
	return async (response) => {
		const contentType = response.headers['content-type'];
		const reader = createResponseReader(
			{ schema: ProductCatalog, rows: 'Products' },
			{ contentType },
		);
		await receive(response, (chunk) => reader.push(chunk));
		const decoded = reader.end();
		if (!decoded.ok) throw new Error(decoded.problem);
		return decoded.value.Products;
	};
}

const ways = {
	jsonParse: async () => await readWithParser((text) => JSON.parse(text).Products),
	xmlLibrary: async () => {
		const { XMLParser } = require('fast-xml-parser');
		const parser = new XMLParser({ processEntities: true, parseTagValue: false });
		return await readWithParser((text) => parser.parse(text).ProductCatalog.Products.Product);
	},
	packageReader: async () => {
		const items = [];
		const read = packageReader();
		await eachPage(async (response) => {
			for (const json of await read(response)) items.push({ json });
		});
		return items;
	},
	packageReaderDropped: async () => {
		const read = packageReader();
		let last;
		await eachPage(async (response) => {
			last = (await read(response)).at(-1);
		});
		return [{ json: last }];
	},
	knownRecord: async () => {
		const { Product } = require(`${packageFolder}/dist/api/resources/productCatalog.js`);
		const { kindOf, recordFields } = require(`${packageFolder}/dist/api/schema/types.js`);
		const { knownRecordReaders } = await import('./knownRecord.mjs');
		const fields = recordFields(Product).map(({ name, schema }) => ({
			name,
			kind: kindOf(schema).kind,
		}));
		const read = await knownRecordReaders[format](fields);
		const items = [];
		await eachPage(async (response) => {
			const take = read(items);
			await receive(response, take);
			take();
		});
		return items;
	},
	received: async () => {
		let length = 0;
		await eachPage((response) => receive(response, (chunk) => (length += chunk.length)));
		return [{ json: { length } }];
	},
};

async function readOnce() {
	const start = performance.now();
	const items = await ways[kind]();
	return { milliseconds: performance.now() - start, last: items.at(-1).json };
}

const base = memory().now;
const first = await readOnce();
const megabytes = memory().peak - base;
const later = [];
for (let time = 0; time < again; time++) later.push((await readOnce()).milliseconds);
console.log(JSON.stringify({ ...first, megabytes, later }));
