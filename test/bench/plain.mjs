// What a plain script does with a catalog: fetch and JSON.parse, fetch and fast-xml-parser, or fetch and our reader.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
// The reader is the one of the package that n8n has installed.
const [kind, given, packageFolder] = process.argv.slice(2);
const { url, pages, size, format } = JSON.parse(given);

function megabytes(name) {
	if (process.platform !== 'linux') return Number.NaN;
	const status = readFileSync('/proc/self/status', 'utf8');
	return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1000;
}

async function open(page) {
	return await fetch(`${url}&pageNumber=${page}&pageSize=${size}`, {
		headers: { accept: `application/${format}` },
	});
}

async function parsed(page) {
	return JSON.parse(await (await open(page)).text()).Products;
}

async function parsedXml(page, parser) {
	const catalog = parser.parse(await (await open(page)).text()).ProductCatalog;
	return catalog.Products.Product;
}

async function read(page, { createAnswerReader, ProductCatalog }) {
	const response = await open(page);
	const contentType = response.headers.get('content-type') ?? undefined;
	const reader = createAnswerReader({ schema: ProductCatalog, rows: 'Products' }, { contentType });
	for await (const chunk of response.body) reader.push(chunk);
	const answer = reader.end();
	if (!answer.ok) throw new Error(answer.problem);
	return answer.value.Products;
}

const ways = {
	jsonParse: () => (page) => parsed(page),
	xmlLibrary: () => {
		const { XMLParser } = require('fast-xml-parser');
		const parser = new XMLParser({ processEntities: true, parseTagValue: false });
		return (page) => parsedXml(page, parser);
	},
	reader: () => {
		const tools = {
			...require(`${packageFolder}/dist/wire/fast/answerReader.js`),
			...require(`${packageFolder}/dist/api/productCatalog.js`),
		};
		return (page) => read(page, tools);
	},
};

const rowsOf = ways[kind]();
const base = megabytes('VmRSS');
const start = performance.now();
const items = [];
for (let page = 1; page <= pages; page++) {
	for (const json of await rowsOf(page)) items.push({ json });
}
const milliseconds = performance.now() - start;
const outcome = { last: items.at(-1).json, count: items.length };
console.log(JSON.stringify({ milliseconds, megabytes: megabytes('VmHWM') - base, outcome }));
