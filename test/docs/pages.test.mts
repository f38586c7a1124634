// What the pages show is what comes out: their examples are executed, and docs/options.md is compared with the options.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { isoDate } from '../../client/values/dates';
import { OPTIONS, parameterLabel, type Option, type OptionName } from '../../nodes/shared/options';
import { FeedWorkflow } from '../nodes/ProjectServices/operations/changes/feedWorkflow.mjs';
import { reply, startBareService } from '../nodes/service.mjs';
import { runNode, type RunResult, type RunSettings } from '../nodes/engine.mjs';
import { sampleIds, startSandbox, type Sandbox } from '../sandbox/server.mjs';

const project = path.resolve(__dirname, '../..');

function read(file: string): string {
	return readFileSync(path.join(project, file), 'utf8');
}

/** The blocks of a page that have a name behind their language, such as ```json receipt. */
function blocksOf(markdown: string): Map<string, unknown> {
	const blocks = [...markdown.matchAll(/^```(\w+) (\w+)\n([^]*?)\n```$/gm)];
	return new Map(
		blocks.map(([, language, name = '', text = '']) => [
			name,
			language === 'json' ? JSON.parse(text) : text,
		]),
	);
}

type Shown = Readonly<Record<string, unknown>>;
type Settings = Omit<RunSettings, 'credential'> & Partial<Pick<RunSettings, 'credential'>>;

interface Page {
	run(settings: Settings): Promise<RunResult>;
	readonly sandbox: Sandbox;
	/** The items that the page shows as its input. */
	readonly input: readonly object[];
}

const record = { mappingMode: 'autoMapInputData', value: null, schema: [] };

/** The only body that a run would send. */
async function bodyOf({ run }: Page, settings: Settings): Promise<unknown> {
	const parameters = { ...settings.parameters, options: { dryRun: true } };
	const { json } = await run({ ...settings, parameters });
	expect(json).toHaveLength(1);
	return JSON.parse((json[0] as { body: string }).body);
}

const examples: Readonly<Record<string, (page: Page) => Promise<Shown>>> = {
	'docs/tasks/catalog-to-table.md': async ({ sandbox }) => {
		const shape = { output: 'selected', fields: ['Model', 'UnitPrice'] };
		const feed = new FeedWorkflow(sandbox.url);
		expect(await feed.get(shape)).toHaveLength(250);
		await feed.commit();
		sandbox.change('product', 'b4e64996-c0b2-4996-ae64-000000000001', { UnitPrice: 1999 });
		const added = { Model: 'PZ-9100', UnitPrice: 4210.5 };
		sandbox.change('product', '0f6f5c1e-9a57-4c53-8d1f-00000000beef', added);
		sandbox.remove('product', 'b4e64996-c0b2-4996-ae64-000000000002');
		return { changes: await feed.get(shape), committed: [await feed.commit()] };
	},
	'docs/tasks/publish-clients.md': async (page) => {
		const list = { listId: 'crm', listName: 'Customers of the CRM', record };
		const publish = { resource: 'client', operation: 'publish', ...list };
		const settings: Settings = {
			parameters: { ...publish, options: { onlyChanged: true } },
			items: page.input,
			onError: 'continueErrorOutput',
			mode: 'trigger',
		};
		const body = await bodyOf(page, settings);
		const { json, outputs, staticData } = await page.run(settings);
		const refused = outputs[1]?.map(({ json: { details, ...shown } }) => shown);
		const again = await page.run({ ...settings, staticData });
		return { body, receipt: json, refused, unchanged: again.json };
	},
	'docs/tasks/failed-publish.md': async ({ run, sandbox }) => {
		const items = [1, 2, 3, 4].map((number) => ({
			Id: `5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b0${number}`,
			Name: `Client ${number}`,
		}));
		const list = { listId: 'crm', listName: 'Customers of the CRM', record };
		const publish = { resource: 'client', operation: 'publish', ...list };
		const parameters = { ...publish, options: { recordsPerRequest: 2 } };
		const fault = { kind: 'status', status: 500 } as const;
		sandbox.setFault({ address: 'client/publish', nth: 2, fault });
		const { error, data } = await run({ parameters, items });
		sandbox.clearFaults();
		const resend = { ...publish, options: { recordsPerRequest: 2, resendUncertain: true } };
		const retried = await run({ parameters: resend, items, mode: 'retry', retryOf: data });
		return { error: error?.message, description: error?.description, retried: retried.json };
	},
	'docs/tasks/look-before-you-publish.md': async (page) => {
		const list = { listId: 'crm', listName: 'Customers of the CRM', record };
		const publish = { resource: 'client', operation: 'publish', ...list };
		const compare = { dryRun: true, compareWithService: true };
		const { json, hints } = await page.run({
			parameters: { ...publish, options: compare },
			items: page.input,
		});
		const guarded = { onlyChanged: true, changeLimit: 20 };
		const clients = (names: string) =>
			[...names].map((Name, index) => ({
				Id: `5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b1${index}`,
				Name,
			}));
		const settings = {
			parameters: { ...publish, options: guarded },
			mode: 'trigger',
			workflowId: 'guarded',
		} as const;
		const { staticData } = await page.run({ ...settings, items: clients('abcdefghij') });
		const again = { ...settings, items: clients('ABCDEFghij'), staticData };
		const { error } = await page.run(again);
		return { plan: json, hint: hints[0]?.message, stopped: error?.message };
	},
	'docs/tasks/new-service.md': async ({ run }) => {
		const idsToTry = { projectId: 'P-1001', taskId: 'T-1001' };
		const parameters = { resource: 'service', operation: 'check', idsToTry };
		const { json } = await run({ parameters });
		const shown = ['format.json', 'imported.byReading', 'productCatalog.total'];
		const settings = await run({ parameters: { ...parameters, returnAs: 'settings' } });
		return {
			answers: json.filter((each) => shown.includes((each as { id: string }).id)),
			settings: settings.json,
		};
	},
	'docs/tasks/was-it-processed.md': async ({ run, sandbox }) => {
		const list = { listId: 'crm', listName: 'CRM', record };
		const publish = { resource: 'client', operation: 'publish', ...list };
		const parameters = { ...publish, options: { recordsPerRequest: 1 } };
		sandbox.setOptions({ queue: { asks: 0, refuses: 'Alder' } });
		const items = [{ Name: 'Fjord Hotels' }, { Name: 'Alder Creek' }];
		const receipts = (await run({ parameters, items })).json as object[];
		const status = {
			statusPath: '/SI/Status/{MessageId}',
			statusField: 'Result.State',
			appliedValues: 'Imported',
			refusedValues: 'Rejected',
			messageField: 'Result.Text',
		};
		const ask = { resource: 'service', operation: 'getTransactionStatus', ...status };
		const statuses = (await run({ parameters: ask, items: receipts })).json;
		sandbox.reset();
		const { outputs, json } = await run({
			parameters: { ...publish, options: { confirm: 'wait', confirmMinutes: 0.1 } },
			service: { ...status, refusedAppliesNothing: true },
			items: [
				{ Id: '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01', Name: 'Fjord Hotels' },
				{ Id: '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b02', Name: 'Alder Creek' },
			],
			onError: 'continueErrorOutput',
		});
		const failed = outputs[1]?.map(({ json: { details, ...shown } }) => shown);
		return { statuses, confirmed: json, failed };
	},
	'docs/endpoints-not-covered.md': async ({ run }) => {
		const body = '{"Data":{"Projects":[{"Id":"P-1001","Ticks":638712345678901234}]}}';
		const service = await startBareService(reply(200, body));
		const credential = { baseUrl: service.url, authentication: 'none' };
		const read = { resource: 'service', operation: 'getFromPath', path: '/SI/Subscribe/Projects' };
		const parameters = { ...read, itemsUnder: 'Data.Projects' };
		const { json } = await run({ parameters, credential });
		await service.stop();
		return { item: json };
	},
	'docs/reading.md': async ({ run }) => {
		const catalog = { resource: 'productCatalog', operation: 'get', id: sampleIds.catalog };
		const get = {
			...catalog,
			limit: 2,
			output: 'selected',
			fields: ['Model', 'UnitPrice', 'ItemLaborTypes'],
		};
		const split = { splitOut: 'ItemLaborTypes', splitOutParent: 'all' };
		const csv = { ...get, returnAs: 'file', options: { fileFormat: 'csv' } };
		const { outputs, json } = await run({ parameters: csv });
		const content = Buffer.from(String(outputs[0]?.[0]?.binary?.data?.data), 'base64');
		return {
			before: (await run({ parameters: get })).json,
			after: (await run({ parameters: { ...get, options: split } })).json,
			file: json,
			content: content.toString().trimEnd().replaceAll('\r\n', '\n'),
		};
	},
	'docs/writing.md': async (page) => {
		const parameters = { resource: 'timeSheet', operation: 'update', record };
		const settings = { parameters, items: page.input };
		return { body: await bodyOf(page, settings), receipt: (await page.run(settings)).json };
	},
	'docs/tasks/custom-fields.md': async ({ run }) => {
		const task = { resource: 'task', operation: 'get', id: 'T-1001' };
		const get = { ...task, output: 'selected', fields: ['Number', 'CustomField1'] };
		const service = { customFieldNames: 'CustomField1 = Remark' };
		return {
			plain: (await run({ parameters: get })).json,
			named: (await run({ parameters: get, service })).json,
		};
	},
	'docs/tasks/update-one-field.md': async (page) => {
		const updated = '={{ [{ ComponentId: $json.component, SerialNumber: $json.serial }] }}';
		const parameters = {
			...{ resource: 'project', operation: 'update' },
			projectId: { __rl: true, mode: 'id', value: 'P-1001' },
			projectFields: { UpdateProjectItems: updated },
		};
		return { body: await bodyOf(page, { parameters, items: page.input }) };
	},
	'docs/troubleshooting.md': async ({ run }) => {
		const parameters = { resource: 'task', operation: 'get', id: 'T-9999' };
		const { error } = await run({ parameters });
		return { message: error?.message, description: error?.description };
	},
};

test.each(Object.keys(examples))('%s shows what comes out', async (file) => {
	const { input, ...shown } = Object.fromEntries(blocksOf(read(file)));
	const sandbox = await startSandbox({});
	try {
		const credential = { baseUrl: sandbox.url, authentication: 'none' };
		const run = async (settings: Settings) => await runNode({ credential, ...settings });
		const items = (input ?? []) as object[];
		expect(shown).toEqual(await examples[file]?.({ run, sandbox, input: items }));
	} finally {
		await sandbox.stop();
	}
});

test('docs/tasks/dates-without-zone.md shows how dates are written', () => {
	const rows = [...read('docs/tasks/dates-without-zone.md').matchAll(/^\| `(.+)` \| `(.+)` \|$/gm)];
	expect(rows).toHaveLength(3);
	for (const [, given, sent] of rows) expect(isoDate(given, 'Europe/Berlin')).toBe(sent);
	expect(isoDate('03.11.2025', 'Europe/Berlin')).toBeUndefined();
});

/** These are parameters of the nodes themselves. */
const parameters: readonly string[] = [
	'dataMode',
	'itemFieldsToUpdate',
	'limit',
	'output',
	'returnAll',
];

/** Label to default, as the tables of the two pages have them; where both name an option, as docs/options.md does. */
const rows = new Map(
	['docs/trigger.md', 'docs/options.md']
		.flatMap((file) => [...read(file).matchAll(/^\| ([^|]+) \|.*\| ([^|]+) \|$/gm)])
		.map(([, label = '', preset = '']) => [label, preset]),
);

const names = (Object.keys(OPTIONS) as OptionName[]).filter((name) => !parameters.includes(name));

/** What the editor fills in when these are added is not what applies while they are not. */
const unsetDefaults: Readonly<Record<string, string>> = {
	changeLimit: 'none',
	fileName: 'named after the list',
	pageNumber: 'all pages',
	pageSize:
		'10000 products (2000 for files), 50 change order projects; Get From Path: as the service decides',
	requestsPerMinute: 'no limit',
	splitOut: 'none',
};

function defaultOf(name: OptionName): string {
	const option: Option = OPTIONS[name];
	switch (option.kind) {
		case 'boolean':
			return option.default ? 'on' : 'off';
		case 'choice': {
			const [value = ''] = Object.keys(option.values);
			return option.values[value]?.label ?? value.replace(/^./, (first) => first.toUpperCase());
		}
		default:
			return String(option.default);
	}
}

test.each(names)('the documents have the option %s with its default', (name) => {
	expect(rows.get(parameterLabel(name))).toBe(unsetDefaults[name] ?? defaultOf(name));
});
