// Lists in n8n's engine: as items, as a file, and filtered while they are read.
import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../../sandbox/server.mjs';
import { runNode, type RunResult, type RunSettings } from '../../../engine.mjs';
import { reply } from '../../../service.mjs';
import { serve } from '../../bareOrders.mjs';
import { withSandbox } from '../support.mjs';

jest.setTimeout(60_000);

let sandbox: Sandbox;
const read = withSandbox((started) => {
	sandbox = started;
});

type Json = Record<string, unknown>;

async function catalog(parameters: INodeParameters): Promise<RunResult> {
	return await read('productCatalog/get', { id: 'CAT-1001', returnAll: true, ...parameters });
}

function fileOf({ error, outputs }: RunResult, property = 'data'): string {
	expect(error).toBeUndefined();
	return Buffer.from(outputs[0]?.[0]?.binary?.[property]?.data ?? '', 'base64').toString();
}

/** A list of a service that gives one body for every page. */
async function readBare(
	body: unknown,
	parameters: INodeParameters = {},
	service: RunSettings['service'] = {},
): Promise<RunResult> {
	const { url: baseUrl } = await serve(reply(200, JSON.stringify(body)));
	return await runNode({
		parameters: {
			...{ resource: 'productCatalog', operation: 'get', id: 'C', returnAll: true },
			...parameters,
		},
		credential: { baseUrl, authentication: 'none' },
		service,
	});
}

function hintsOf({ hints }: RunResult): string[] {
	return hints.map(({ message }) => message);
}

describe('Return As: File', () => {
	test('NDJSON has the items of the read, one per line', async () => {
		const items = (await catalog({})).json;
		const result = await catalog({ returnAs: 'file' });
		const lines = fileOf(result).split('\n').filter(Boolean);
		expect(lines.map((line) => JSON.parse(line) as Json)).toEqual(items);
		expect(result.json).toEqual([
			{ fileName: 'products-CAT-1001.ndjson', mimeType: 'application/x-ndjson', recordCount: 250 },
		]);
		expect(result.outputs[0]?.[0]).toMatchObject({
			pairedItem: { item: 0 },
			binary: { data: { fileName: 'products-CAT-1001.ndjson', mimeType: 'application/x-ndjson' } },
		});
	});

	test('CSV has the chosen fields, under the chosen names', async () => {
		const result = await catalog({
			returnAs: 'file',
			output: 'selected',
			fields: ['Id', 'Model'],
			options: { fileFormat: 'csv', fileName: 'models.csv', binaryProperty: 'table' },
		});
		const [header, first] = fileOf(result, 'table').split('\r\n');
		const [item] = (await catalog({})).json as Json[];
		expect(header).toBe('Id,Model');
		expect(first).toBe(`${String(item?.Id)},${String(item?.Model)}`);
		expect(result.json).toEqual([
			{ fileName: 'models.csv', mimeType: 'text/csv', recordCount: 250 },
		]);
	});

	test.each([
		[{ returnAll: false, limit: 50 }, 'The file has 50 products'],
		[{ returnAll: false, limit: 250 }, ''],
		[{ returnAll: false, limit: 251 }, ''],
		[{ returnAll: true }, ''],
		[{ returnAll: false, limit: 5, filters: { updatedAfter: '2001-01-01' } }, 'has 5 products'],
	])('with %j a hint says %j of a limit that was reached', async (parameters, text) => {
		const result = await catalog({ returnAs: 'file', ...parameters });
		expect(hintsOf(result).join('\n')).toContain(text);
		expect(hintsOf(result)).toHaveLength(text === '' ? 0 : 1);
	});

	test('change order projects, too', async () => {
		const result = await read('changeOrderProject/getAll', { returnAs: 'file', returnAll: true });
		const items = (await read('changeOrderProject/getAll', { returnAll: true })).json;
		expect(fileOf(result).split('\n').filter(Boolean)).toHaveLength(items.length);
		expect(result.json[0]).toMatchObject({ fileName: 'change-order-projects.ndjson' });
	});
});

describe('Filters', () => {
	test('products are found without regard to case, and nothing else is returned', async () => {
		const all = (await catalog({})).json as Json[];
		const wanted = all[120] as Json;
		const byNumber = await catalog({
			filters: { partNumbers: ` ${String(wanted.PartNumber).toLowerCase()} ` },
		});
		expect(byNumber.json).toEqual(all.filter(({ PartNumber }) => PartNumber === wanted.PartNumber));
		expect(byNumber.json).toContainEqual(wanted);
		const simplified = await catalog({
			filters: { search: String(wanted.Model).toUpperCase() },
			output: 'selected',
			fields: ['Id'],
		});
		expect(simplified.json).toContainEqual({ Id: wanted.Id });
		expect(simplified.json.length).toBeLessThan(all.length);
	});

	test('a filter whose expression finds nothing does not apply, and a hint says so', async () => {
		const filters = { partNumbers: '={{ $json.missing }}', search: '', models: '={{ "" }}' };
		const { json, hints } = await catalog({ filters });
		expect(json).toHaveLength(250);
		const [hint] = hints.map(({ message }) => message);
		expect(hint).toContain("their expression found nothing: 'Models', 'Part Numbers'");
	});

	test.each([
		['getAll', {}],
		['getAll', { returnAs: 'file' }],
		['getChanges', {}],
	])('rows that contradict a filter of the service are left out: %s %j', async (...row) => {
		const [operation, more] = row;
		const COProjects = ['Approved', 'On Hold'].map((Progress, index) => ({
			...{ Id: `CO-${index}`, Name: 'N', Progress },
		}));
		const filters = { progresses: 'Approved, Sold' };
		const parameters = { resource: 'changeOrderProject', operation, filters, ...more };
		const result = await readBare({ COProjects, TotalCount: 2 }, parameters);
		expect(result.json).toMatchObject(['returnAs' in more ? { recordCount: 1 } : { Id: 'CO-0' }]);
		expect(hintsOf(result).join()).toContain('1 record that contradicts the filters came');
	});
});

test('a catalog as one item has the products and fields that were chosen', async () => {
	const around = { Id: 'C', Name: 'N', TotalProductsCount: 2 };
	const Products = ['X', 'Y'].map((Model) => ({ Id: `P-${Model}`, Model, PartNumber: '1' }));
	const choices = { output: 'selected', fields: ['PartNumber'], filters: { models: 'x' } };
	const { json } = await readBare({ ...around, Products }, { returnAs: 'catalog', ...choices });
	expect(json).toEqual([{ ...around, Products: [{ Id: 'P-X', PartNumber: '1' }] }]);
});

test.each([
	{ Products: [], TotalProductsCount: 0, DeletedProductIds: ['gone-1'] },
	{ Products: null },
])('a catalog without products is an item, with what is around them: %j', async (more) => {
	const body = { Id: 'C', Name: 'Empty', PriceType: 'P', ...more };
	const { json } = await readBare(body, { returnAs: 'catalog' });
	expect(json).toEqual([{ ...body, Products: [] }]);
});

describe('odd habits of lists', () => {
	test('nulls among rows are left out, and one hint counts them for all input items', async () => {
		sandbox.setOptions({ listHabits: { nullAfter: 100 }, deletedProductIds: false });
		const catalog = { id: 'CAT-1001', returnAll: true };
		const result = await read('productCatalog/get', catalog, { items: [{}, {}] });
		expect(result.error).toBeUndefined();
		expect(result.json).toHaveLength(500);
		expect(hintsOf(result)).toEqual(['4 entries of the list came as null and were left out.']);
	});

	test.each([
		['2026-07-01T14:00:00', {}, 1],
		['2026-07-01', {}, 1],
		['2026-07-01T14:00:00', { timeZone: 'Europe/Berlin' }, 0],
		['2026-07-01T14:00:00Z', {}, 0],
		['2026-07-01T14:00:00+02:00', {}, 0],
		['0001-01-01T00:00:00', {}, 0],
	])(
		'Updated After leaves out earlier products, and says that it takes %j as UTC, unless the credential %j knows',
		async (...row) => {
			const [UpdatedOn, zone, hints] = row;
			const updatedAfter = '2020-01-01T00:00:00Z';
			const dates = { old: updatedAfter, new: UpdatedOn, undated: null };
			const Products = Object.entries(dates).map(([Id, date]) => ({ Id, UpdatedOn: date }));
			const filters = { updatedAfter };
			const result = await readBare({ Products, TotalProductsCount: 3 }, { filters }, zone);
			expect((result.json as Json[]).map(({ Id }) => Id)).toEqual(['new', 'undated']);
			const said = result.hints.filter(({ message }) => message.includes('as UTC'));
			expect(said.map(({ type }) => type)).toEqual(Array(hints).fill('info'));
		},
	);

	test.each([
		[{ Products: [{ Id: 'P-1' }], TotalProductsCount: 3 }, 'returned 1 of 3 products.'],
		[{ Products: [{ Id: 'P-1' }] }, ''],
		[
			{ Products: [{ Id: 'P-1' }, null], TotalProductsCount: 2 },
			'1 entry of the list came as null',
		],
		[{ Products: [{ Id: 'P-1' }, { Id: 'P-1' }] }, 'IDs repeat: 1 record has'],
	])('Get (Legacy) of %j says %j', async (body, text) => {
		const result = await readBare({ Name: 'C', ...body }, { operation: 'getOlderVariant' });
		expect(hintsOf(result).join('\n')).toContain(text);
		expect(hintsOf(result)).toHaveLength(text === '' ? 0 : 1);
	});

	const tasks = { resource: 'task', operation: 'getByProject', projectId: 'P' };
	const projects = { resource: 'changeOrderProject', operation: 'getAll' };
	test.each<[INodeParameters, object, string]>([
		[{}, { Products: [{ Message: 'No.' }], TotalProductsCount: 1 }, 'No.'],
		[projects, { COProjects: [{}], TotalCount: 1 }, 'an empty record'],
		[
			{ ...projects, options: { onlyFilled: true } },
			{ COProjects: [{ Id: 'CO-1' }, {}], TotalCount: 2 },
			'an empty record',
		],
		[tasks, {}, 'an empty record'],
		[tasks, [{ Vendor: 'V' }], 'has none of its fields'],
	])(
		'%j: a record without any documented field is an error: %j',
		async (parameters, body, text) => {
			const { error } = await readBare(body, parameters, { maxRetries: 0 });
			expect(`${error?.message} ${String(Object(error).description)}`).toContain(text);
		},
	);
});
