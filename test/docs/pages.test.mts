// What the pages show is what comes out: their examples are executed, and docs/options.md is compared with the options.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { isoDate } from '../../client/values/dates';
import { OPTIONS, parameterLabel, type Option, type OptionName } from '../../nodes/shared/options';
import { FeedWorkflow } from '../nodes/ProjectServices/operations/changes/feedWorkflow.mjs';
import { runNode, type RunResult, type RunSettings } from '../nodes/engine.mjs';
import { toldSettings } from '../sandbox/credential.mjs';
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

type Settings = Omit<RunSettings, 'credential'> & Partial<Pick<RunSettings, 'credential'>>;

interface Page {
	run(settings: Settings): Promise<RunResult>;
	readonly sandbox: Sandbox;
	/** The items that the page shows as its input. */
	readonly input: readonly object[];
}

const record = { mappingMode: 'autoMapInputData', value: null, schema: [] };
const list = { listId: 'crm', listName: 'Customers of the CRM', record };
const clients = { resource: 'client', operation: 'publish', ...list };

/** The only body that a run would send. */
async function bodyOf({ run }: Page, settings: Settings): Promise<unknown> {
	const parameters = { ...settings.parameters, options: { dryRun: true } };
	const { json } = await run({ ...settings, parameters });
	expect(json).toHaveLength(1);
	return JSON.parse((json[0] as { body: string }).body);
}

const examples: Readonly<Record<string, (page: Page) => Promise<object>>> = {
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
		const settings: Settings = {
			parameters: { ...clients, options: { onlyChanged: true } },
			items: page.input,
			onError: 'continueErrorOutput',
		};
		const body = await bodyOf(page, settings);
		const { json, outputs } = await page.run(settings);
		const refused = outputs[1]?.map(({ json: { details, ...shown } }) => shown);
		const again = await page.run(settings);
		return { body, receipt: json, refused, unchanged: again.json };
	},
	'docs/tasks/after-a-failure.md': async ({ run, sandbox }) => {
		const items = [1, 2, 3, 4].map((number) => ({
			Id: `5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b0${number}`,
			Name: `Client ${number}`,
		}));
		const settings = { parameters: clients, items, service: { recordsPerRequest: 2 } };
		const fault = { kind: 'status', status: 500 } as const;
		sandbox.setFault({ address: 'client/publish', nth: 2, fault });
		const { error, data } = await run(settings);
		sandbox.clearFaults();
		const parameters = { ...clients, options: { resendUncertain: true } };
		const retried = await run({ ...settings, parameters, mode: 'retry', retryOf: data });
		return { error: error?.message, description: error?.description, retried: retried.json };
	},
	'docs/tasks/look-before-you-publish.md': async ({ run, input }) => {
		const parameters = { ...clients, options: { dryRun: true, onlyChanged: true } };
		const { json, hints } = await run({ parameters, items: input });
		return { plan: json, hint: hints.find(({ message }) => /create/.test(message))?.message };
	},
	'docs/only-changed-records.md': async ({ run }) => {
		const named = (names: string) =>
			[...names].map((Name, index) => ({
				Id: `5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b1${index}`,
				Name,
			}));
		await run({ parameters: clients, items: named('abcdefghij') });
		const parameters = { ...clients, options: { onlyChanged: true, changeLimit: 20 } };
		const { error } = await run({ parameters, items: named('ABCDEFghij') });
		return { stopped: error?.message };
	},
	'docs/tasks/new-service.md': async ({ run }) => {
		const { json } = await run({ parameters: { resource: 'service', operation: 'check' } });
		return { answers: json.filter((each) => (each as { id: string }).id === 'firstPage') };
	},
	'docs/troubleshooting.md': async ({ run }) => {
		const { error } = await run({
			parameters: { resource: 'task', operation: 'get', id: 'T-9999' },
		});
		return { message: error?.message };
	},
	'docs/tasks/was-it-processed.md': async ({ run, sandbox }) => {
		sandbox.setOptions({ queue: { asks: 0, refuses: 'Alder' } });
		const items = ['Fjord Hotels', 'Alder Creek'].map((Name, index) => ({
			Id: `5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b0${index + 1}`,
			Name,
		}));
		const service = toldSettings();
		const confirm = { confirm: 'wait', confirmMinutes: 0.1 };
		const { outputs, json } = await run({
			parameters: { ...clients, options: confirm },
			items,
			service,
			onError: 'continueErrorOutput',
		});
		const failed = outputs[1]?.map(({ json: { details, ...shown } }) => shown);
		sandbox.reset();
		const one = { ...service, recordsPerRequest: 1 };
		const receipts = (await run({ parameters: clients, items, service: one })).json as object[];
		const ask = { resource: 'service', operation: 'getTransactionStatus' };
		const asked = { ...ask, messageId: '={{ $json.MessageId }}' };
		const statuses = (await run({ parameters: asked, items: receipts, service })).json;
		return { statuses, confirmed: json, failed };
	},
	'docs/reading.md': async ({ run }) => {
		const parameters = {
			...{ resource: 'productCatalog', operation: 'get', id: sampleIds.catalog, limit: 2 },
			...{ output: 'selected', fields: ['Model', 'UnitPrice', 'ItemLaborTypes'] },
			...{ returnAs: 'file', options: { fileFormat: 'csv' } },
		};
		const { outputs, json } = await run({ parameters });
		const content = Buffer.from(String(outputs[0]?.[0]?.binary?.data?.data), 'base64');
		return { file: json, content: content.toString().trimEnd().replaceAll('\r\n', '\n') };
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

test('docs/tasks/numbers-and-dates.md shows how dates are written', () => {
	const rows = [...read('docs/tasks/numbers-and-dates.md').matchAll(/^\| `(.+)` \| `(.+)` \|$/gm)];
	expect(rows).toHaveLength(3);
	for (const [, given, sent] of rows) expect(isoDate(given, 'Europe/Berlin')).toBe(sent);
	expect(isoDate('03.11.2025', 'Europe/Berlin')).toBeUndefined();
});

/** Label to default, as the tables of docs/options.md have them. */
const rows = new Map(
	[...read('docs/options.md').matchAll(/^\| ([^|]+) \|.*\| ([^|]+) \|$/gm)].map(
		([, label = '', preset = '']) => [label, preset],
	),
);

const names = (Object.keys(OPTIONS) as OptionName[]).filter(
	(name) => !['dataMode', 'itemFieldsToUpdate', 'limit', 'output', 'returnAll'].includes(name),
);

/** What the editor fills in when these are added is not what applies while they are not. */
const unsetDefaults: Readonly<Record<string, string>> = {
	changeLimit: `none; ${OPTIONS.changeLimit.default} when you add it`,
	fileName: 'named after the list',
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

test.each(names)('docs/options.md has the option %s with its default', (name) => {
	expect(rows.get(parameterLabel(name))).toBe(unsetDefaults[name] ?? defaultOf(name));
});
