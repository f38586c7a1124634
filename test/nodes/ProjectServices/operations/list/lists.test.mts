// Lists in n8n's engine: as items, as a file, and filtered while they are read.
import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../../sandbox/server.mjs';
import { runNode, type RunResult } from '../../../engine.mjs';
import { reply, startBareService } from '../../../service.mjs';
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

	test('CSV has a column for each selected field, also for an undocumented one with a dot in its name', async () => {
		const options = { fileFormat: 'csv' };
		const output = { output: 'selected', fields: ['Model'], otherFields: 'X,a.b,Warranty.Until' };
		const [first] = (await catalog({})).json as Json[];
		const more = { 'a.b': 5, Warranty: { Until: '2030', Other: 1 } };
		sandbox.change('product', String(first?.Id), more);
		const file = fileOf(await catalog({ returnAs: 'file', options, ...output }));
		const [header, row] = file.split('\r\n');
		expect(header).toBe('Id,Model,X,a.b,Warranty');
		expect(row).toMatch(/,5,"\{""Until"":""2030""\}"$/);
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
		['getAll', { output: 'selected', fields: ['Name'] }],
		['getAll', { returnAs: 'file' }],
		['getChanges', {}],
	])(
		'rows that contradict a filter of the service are left out: %s %j',
		async (operation, more) => {
			const rows = ['Approved', 'On Hold', 'approved', null].map((Progress, index) => ({
				Id: `CO-${index}`,
				Name: `Order ${index}`,
				ProjectId: index === 2 ? 'p-2' : 'P-1',
				Progress,
			}));
			const body = JSON.stringify({ COProjects: rows, TotalCount: rows.length });
			const service = await startBareService(reply(200, body));
			const filters = { progresses: 'Approved, Sold', projectId: 'P-1' };
			const result = await runNode({
				parameters: {
					...{ resource: 'changeOrderProject', operation, filters, returnAll: true },
					...more,
				},
				credential: { baseUrl: service.url, authentication: 'none' },
			});
			await service.stop();
			expect(result.error).toBeUndefined();
			const { recordCount, Id } = result.json[0] as Json;
			expect(recordCount ?? result.json.length).toBe(2);
			if (recordCount === undefined) expect(Id).toBe('CO-0');
			if ('output' in more) expect(result.json[0]).toEqual({ Id: 'CO-0', Name: 'Order 0' });
			expect(hintsOf(result).join()).toContain('2 records that contradict the filters came');
		},
	);
});

describe('an empty catalog', () => {
	const empty = {
		Id: 'C',
		Name: 'Empty',
		PriceType: 'P',
		TotalProductsCount: 0,
		Products: [],
		DeletedProductIds: ['gone-1'],
	};

	test.each([
		['no products', empty],
		['no total', { ...empty, TotalProductsCount: undefined }],
		['null instead of products', { ...empty, Products: null }],
		// More than a call takes arguments.
		[
			'many deleted IDs',
			{ ...empty, DeletedProductIds: Array.from({ length: 150_000 }, (_, at) => String(at)) },
		],
	])('keeps what is around its products: %s', async (_, body) => {
		const service = await startBareService(reply(200, JSON.stringify(body)));
		try {
			const { json, error } = await runNode({
				parameters: {
					resource: 'productCatalog',
					operation: 'get',
					id: 'C',
					returnAll: true,
					returnAs: 'catalog',
				},
				credential: { baseUrl: service.url, authentication: 'none' },
			});
			expect(error).toBeUndefined();
			expect(json).toEqual([{ ...JSON.parse(JSON.stringify(body)), Products: [] }]);
		} finally {
			await service.stop();
		}
	});
});

describe('odd habits of lists', () => {
	test('nulls among rows are left out, and one hint counts them for all input items', async () => {
		sandbox.setOptions({ listHabits: { nullAfter: 100 }, deletedProductIds: false });
		const result = await read(
			'productCatalog/get',
			{ id: 'CAT-1001', returnAll: true },
			{ items: [{}, {}] },
		);
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
		'Updated After takes %j as UTC and says so, unless the credential %j knows',
		async (UpdatedOn, zone, hints) => {
			const Products = ['P-1', 'P-2'].map((Id) => ({ Id, UpdatedOn }));
			const body = JSON.stringify({ Products, TotalProductsCount: 2 });
			const service = await startBareService(reply(200, body));
			const result = await runNode({
				parameters: {
					resource: 'productCatalog',
					operation: 'get',
					id: 'C',
					returnAll: true,
					filters: { updatedAfter: '2020-01-01T00:00:00Z' },
				},
				credential: { baseUrl: service.url, authentication: 'none' },
				service: zone,
			});
			await service.stop();
			expect(result.json).toHaveLength(2);
			const said = result.hints.filter(({ message }) => message.includes('as UTC'));
			expect(said).toHaveLength(hints);
			expect(said.every(({ type }) => type === 'info')).toBe(true);
		},
	);

	test.each([
		[200, ''],
		[204, ''],
		[200, 'null'],
		[404, ''],
	])(
		'a catalog whose only page is 0 comes where page 1 is status %i with %j',
		async (status, body) => {
			const page = JSON.stringify({ Products: [{ Id: 'P-1' }], TotalProductsCount: 1 });
			const service = await startBareService((response, request, number) => {
				const isFirst = request.url.includes('pageNumber=0');
				reply(isFirst ? 200 : status, isFirst ? page : body)(response, request, number);
			});
			const { json } = await runNode({
				parameters: { resource: 'productCatalog', operation: 'get', id: 'C', returnAll: true },
				credential: { baseUrl: service.url, authentication: 'none' },
			});
			await service.stop();
			expect(json).toEqual([{ Id: 'P-1' }]);
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
	])(
		'Get (Legacy) says where it may have got the first page only, nulls and repeated IDs: %#',
		async (body, text) => {
			const service = await startBareService(reply(200, JSON.stringify({ Name: 'C', ...body })));
			const result = await runNode({
				parameters: { resource: 'productCatalog', operation: 'getOlderVariant', id: 'C' },
				credential: { baseUrl: service.url, authentication: 'none' },
			});
			await service.stop();
			expect(hintsOf(result).join('\n')).toContain(text);
			expect(hintsOf(result)).toHaveLength(text === '' ? 0 : 1);
		},
	);

	test.each([
		['productCatalog/get', { Products: [{ Message: 'No.' }], TotalProductsCount: 1 }, 'No.'],
		['changeOrderProject/getAll', { COProjects: [{}], TotalCount: 1 }, 'an empty record'],
		[
			'changeOrderProject/getAll onlyFilled',
			{ COProjects: [{ Id: 'CO-1' }, {}], TotalCount: 2 },
			'an empty record',
		],
		['task/getByProject', {}, 'an empty record'],
		['task/getByProject', [{ Vendor: 'V' }], 'has none of its fields'],
	])('%s: a record without any documented field is an error: %j', async (address, body, text) => {
		const service = await startBareService(reply(200, JSON.stringify(body)));
		const [resource, operation, onlyFilled] = address.split(/[/ ]/);
		const { error } = await runNode({
			parameters: {
				resource: resource ?? '',
				operation: operation ?? '',
				id: 'C',
				projectId: 'P',
				options: { requests: { maxRetries: 0 }, ...(onlyFilled && { onlyFilled: true }) },
			},
			credential: { baseUrl: service.url, authentication: 'none' },
		});
		await service.stop();
		expect(`${error?.message} ${String(Object(error).description)}`).toContain(text);
	});
});
