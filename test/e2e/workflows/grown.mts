// A service that sends more than its document says, read in a real n8n: the items, what a person is told, the memory.
import assert from 'node:assert/strict';

import { Product } from '../../../api/resources/productCatalog';
import { canMeasureMemory, peakOf, startCounting } from '../../bench/memory.mjs';
import { ourCatalog } from '../../bench/workflows.mjs';
import type { RunningN8n } from '../../host/servers/n8n.mjs';
import { type Answer, reply } from '../../nodes/service.mjs';
import type { Values } from '../../sandbox/data/filling';
import { seededProduct } from '../../sandbox/data/products';
import { writeJson, writeXml } from '../../sandbox/responses/writers';
import {
	chain,
	credentialType,
	dataOf,
	importFor,
	projectServices,
	withService,
	type Context,
} from '../context.mjs';

export const title =
	'A service that has grown is read exactly, without more memory, and said so once';
export const defaultHostOnly = true;

type Format = 'json' | 'xml';
type Kind = 'documented' | 'grown';

const few = 60;
const many = 20_000;
const pageSize = 5_000;
const templates = 100;
const idMark = '@ID@';

// Ten of the names are shown; the last two of these are not among them.
const extras = Array.from({ length: 9 }, (_, index) => [`Extra${index + 1}`, `value ${index}`]);
const undocumented = {
	Warranty: '24 months',
	Origin: { Country: 'Österreich', Factory: { Name: 'Süd & West', Line: '3' } },
	Finishes: { string: ['black', 'white'] },
	...(Object.fromEntries(extras) as Values),
};
/** Documented as a number and as a string. */
const retyped = { Msrp: 'on request', Model: { Name: 'X', Revision: 'B' } };

function documented(index: number): Values {
	const { Msrp: _msrp, Model: _model, ...product } = seededProduct(1, index % templates);
	return product;
}

function jsonRow(kind: Kind, index: number): string {
	const text = writeJson(Product, { ...documented(index), Id: idMark });
	const added = JSON.stringify({ ...undocumented, ...retyped });
	return kind === 'documented' ? text : `${added.slice(0, -1)},${text.slice(1)}`;
}

function element(name: string, value: unknown): string {
	if (Array.isArray(value)) return value.map((member) => element(name, member)).join('');
	if (typeof value !== 'object' || value === null)
		return `<${name}>${String(value).replaceAll('&', '&amp;')}</${name}>`;
	const members = Object.entries(value).map(([key, member]) => element(key, member));
	return `<${name}>${members.join('')}</${name}>`;
}

function xmlRow(kind: Kind, index: number): string {
	const text = writeXml(Product, { ...documented(index), Id: idMark }, 'xmlSerializer');
	const added = Object.entries({ ...undocumented, ...retyped }).map(([name, value]) =>
		element(name, value),
	);
	return `<Product>${kind === 'documented' ? '' : added.join('')}${text.slice(text.indexOf('>') + 1)}`;
}

/** The rows of a page; the products differ in their IDs, and a hundred of them in more. */
function rowsOf(format: Format, kind: Kind): (from: number, to: number) => string[] {
	const make = format === 'json' ? jsonRow : xmlRow;
	const made = Array.from({ length: templates }, (_, index) => make(kind, index));
	return (from, to) =>
		Array.from({ length: to - from }, (_, index) =>
			(made[(from + index) % templates] ?? '').replace(idMark, `P-${from + index}`),
		);
}

/** The grown catalog lacks its name, which is required. */
function pageOf(format: Format, kind: Kind, total: number, rows: readonly string[]): string {
	if (format === 'xml') {
		const name = kind === 'grown' ? '' : '<Name>Main</Name>';
		return `<ProductCatalog><Id>C</Id>${name}<TotalProductsCount>${total}</TotalProductsCount><Products>${rows.join('')}</Products></ProductCatalog>`;
	}
	const name = kind === 'grown' ? '' : '"Name":"Main",';
	return `{"Id":"C",${name}"TotalProductsCount":${total},"Products":[${rows.join()}]}`;
}

/** A catalog has the ID `<kind>-<number of products>`. */
function grownService(): Answer {
	const writers = new Map<string, ReturnType<typeof rowsOf>>();
	return (response, request, number) => {
		const query = new URL(request.url, 'http://127.0.0.1').searchParams;
		const [kind, count] = (query.get('id') ?? '').split('-') as [Kind, string];
		const format: Format = String(request.headers.accept).includes('xml') ? 'xml' : 'json';
		const writer = writers.get(`${format} ${kind}`) ?? rowsOf(format, kind);
		writers.set(`${format} ${kind}`, writer);
		const size = Number(query.get('pageSize'));
		const from = (Number(query.get('pageNumber')) - 1) * size;
		const to = Math.min(Number(count), from + size);
		const body = pageOf(format, kind, Number(count), writer(from, Math.max(from, to)));
		const type = { 'content-type': `application/${format}` };
		reply(200, body, type)(response, request, number);
	};
}

const shownNames = [
	...['Warranty', 'Origin', 'Finishes'],
	...extras.slice(0, 7).map(([name]) => name),
].map((name) => `Products[].${name}`);
const hint = [
	`The service sent fields of the product catalog that this version does not know: ${shownNames.join(', ')} and possibly more. Raw items hold them unchanged; Selected Fields takes their names under 'Other Fields'.`,
	'The service sent no value for required fields of the product catalog: Name.',
	'The service sent fields of the product catalog with a type other than documented: Products[].Msrp, Products[].Model.',
].join(' ');

function timesIn(text: string, part: string): number {
	return text.split(part).length - 1;
}

/** Three pages, of which each differs from the document in the same way. */
async function readsExactly({ n8n }: Context, url: string, responseFormat: Format): Promise<void> {
	const read = projectServices('Get', {
		resource: 'productCatalog',
		operation: 'get',
		id: `grown-${few}`,
		returnAll: true,
		output: 'raw',
		options: { pageSize: 25, responseFormat },
	});
	const workflow = await importFor(n8n, url, chain(`Grown ${responseFormat}`, read));
	const before = n8n.log().length;
	const execution = await n8n.api.runWorkflow(workflow);
	const expected = Array.from({ length: few }, (_, index) => ({
		...undocumented,
		...retyped,
		...documented(index),
		Id: `P-${index}`,
	}));
	assert.deepEqual(dataOf(execution, 'Get'), expected);
	const hints = execution.nodes.Get?.flatMap((one) => one.hints) ?? [];
	assert.deepEqual(
		hints.map(({ message }) => message),
		[hint],
	);
	assert.equal(timesIn(n8n.log().slice(before), `Get: ${hint}`), 1);
}

/** Calls an active workflow; the most megabytes of n8n's process meanwhile. */
async function peakOfCall(n8n: RunningN8n, name: string): Promise<number> {
	if (canMeasureMemory) startCounting(n8n.pid());
	const response = await fetch(`${n8n.url}/webhook/${name}`, { method: 'POST' });
	const last = (await response.json()) as Values;
	assert.equal(last.Id, `P-${many - 1}`);
	return peakOf(n8n.pid());
}

/** As documented, such a read takes some 100 MB; before undocumented fields were read in place, it took five times that. */
async function keepsMemory({ n8n }: Context, url: string, responseFormat: Format): Promise<void> {
	const credential = await n8n.api.createCredential(credentialType, { baseUrl: url });
	const nameOf = (kind: Kind) => `memory-${kind}-${responseFormat}`;
	for (const kind of ['documented', 'grown'] as const) {
		const parameters = { id: `${kind}-${many}` };
		const place = { url, credential };
		const amount = { pages: many / pageSize, size: pageSize };
		const workflow = ourCatalog(
			nameOf(kind),
			place,
			{ ...amount, format: responseFormat },
			parameters,
		);
		await n8n.api.activate(await n8n.api.importWorkflow(workflow));
	}
	const base = canMeasureMemory ? startCounting(n8n.pid()) : NaN;
	const documentedPeaks = [];
	for (let round = 0; round < 2; round++)
		documentedPeaks.push(await peakOfCall(n8n, nameOf('documented')));
	const grownPeak = await peakOfCall(n8n, nameOf('grown'));
	if (!canMeasureMemory) return;
	const asDocumented = Math.max(...documentedPeaks) - base;
	const most = 2 * asDocumented + 60;
	const grown = grownPeak - base;
	assert.ok(grown <= most, `${grown} MB instead of ${asDocumented} MB as documented`);
}

export async function run(context: Context): Promise<void> {
	await withService(grownService(), async ({ url }) => {
		for (const format of ['json', 'xml'] as const) {
			await readsExactly(context, url, format);
			await keepsMemory(context, url, format);
		}
	});
}
