// Counts the files and functions of the built package that run for one operation: those called in its second execution, by V8's precise coverage. `npx gulp build && npx tsx test/bench/files.mts [--list] [folder of a built package]`
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { INodeParameters, INodeType } from 'n8n-workflow';

import { projectFolder } from '../host/location.cjs';
import { runNode } from '../nodes/engine.mjs';
import { reply, startBareService } from '../nodes/service.mjs';

const id = '3c1d8d3e-5f4b-4c6a-9d2e-000000000001';
const products = [1, 2, 3].map((n) => ({
	Id: `${id.slice(0, -1)}${n}`,
	Model: `P${n}`,
}));
const page = JSON.stringify({ Id: id, Name: 'C', TotalProductsCount: 3, Products: products });

interface Case {
	readonly parameters: INodeParameters;
	readonly items?: readonly object[];
	readonly body: string;
}

const mapped = {
	dataMode: 'mapFields',
	record: { mappingMode: 'autoMapInputData', value: null, schema: [] },
};

const cases: Record<string, Case> = {
	'order by ID': {
		parameters: { resource: 'purchaseOrder', operation: 'get', id },
		body: JSON.stringify({ Id: id, Vendor: 'V', Number: '1', Status: 'Open' }),
	},
	'catalog page': {
		parameters: { resource: 'productCatalog', operation: 'get', id, returnAll: true },
		body: page,
	},
	'clients published': {
		parameters: {
			resource: 'client',
			operation: 'publish',
			listId: 'l',
			listName: 'L',
			...mapped,
		},
		items: [{ Id: id, Name: 'A' }],
		body: JSON.stringify({ MessageId: '1', Message: 'ok' }),
	},
	'get changes': {
		parameters: { resource: 'productCatalog', operation: 'getChanges', id, cursorName: 'default' },
		body: page,
	},
};

const args = process.argv.slice(2);
const folder = path.resolve(args.find((arg) => !arg.startsWith('--')) ?? projectFolder);
const dist = path.join(folder, 'dist', path.sep);
const { ProjectServices } = createRequire(import.meta.url)(
	path.join(dist, 'nodes/ProjectServices/ProjectServices.node.js'),
) as { ProjectServices: new () => INodeType };
const nodeType = new ProjectServices();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

for (const [name, { parameters, items, body }] of Object.entries(cases)) {
	const service = await startBareService((response, request, number) =>
		/[?&]page(Number|)=[2-9]/i.test(request.url)
			? reply(404, '')(response, request, number)
			: reply(200, body)(response, request, number),
	);
	const run = async () => {
		const { error } = await runNode({
			parameters,
			...(items && { items }),
			credential: { baseUrl: service.url, authentication: 'none' },
			mode: 'trigger',
			nodeType,
		});
		if (error) throw error;
	};
	await run();
	await session.post('Profiler.takePreciseCoverage');
	await run();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	await service.stop();
	const files = new Map<string, number>();
	for (const { url, functions } of result) {
		const file = url.startsWith('file:') ? fileURLToPath(url) : url;
		const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
		if (file.startsWith(dist) && called > 0) files.set(file.slice(dist.length), called);
	}
	const functions = [...files.values()].reduce((sum, count) => sum + count, 0);
	console.log(`${name}: ${files.size} files, ${functions} functions`);
	if (args.includes('--list'))
		for (const [file, count] of [...files].sort()) console.log(`  ${file}: ${count}`);
}
session.disconnect();
process.exit(0);
