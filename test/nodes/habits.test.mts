// Every operation and the trigger against services with all habits at once, with the settings that Check gives: what
// comes out, and what arrives in the service, is as with a service that has none.
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { toldSettings } from '../sandbox/credential.mjs';
import type { Habits } from '../sandbox/habits';
import { sampleIds, startSandbox, type Sandbox } from '../sandbox/server.mjs';
import { runNode, type RunResult, type RunSettings } from './engine.mjs';
import { operationCases } from './ProjectServices/operationCases.mjs';
import { newPollHost } from './ProjectServicesTrigger/pollHost.mjs';

interface Subject {
	readonly sandbox: Sandbox;
	readonly access: ICredentialDataDecryptedObject;
	/** What the credential is set to. */
	service: ICredentialDataDecryptedObject;
}

const PRODUCTS = 60;
const CHANGED = { Description: 'Changed', UpdatedOn: '2030-01-01T00:00:00.0000000+00:00' };

const key = { credential: { header: 'x-api-key', value: 'k' } };
const firstPage = { firstPage: 0, cap: 20 } as const;
const ofJson = { ...firstPage, total: 'page', beyondEnd: 'notFound' } as const;
const ofXml = { ...firstPage, total: 'absent' } as const;

/** All habits that go together: of a service that has JSON alone, and of one that has XML alone. */
const allHabits: readonly Habits[] = [
	{
		...{ ...key, formats: 'jsonOnly', names: 'camelCase', offsets: 'none' },
		...{ projects: ofJson, catalog: ofJson },
	},
	{
		...{ ...key, formats: 'xmlOnly', names: 'snake_case', offsets: 'mixed' },
		...{ projects: ofXml, catalog: ofXml },
	},
];

async function startSubject(habits: Habits): Promise<Subject> {
	const sandbox = await startSandbox({ products: PRODUCTS, habits });
	const header = { headerName: key.credential.header, headerValue: key.credential.value };
	const access = { baseUrl: sandbox.url, authentication: 'none' };
	return {
		sandbox,
		access: habits.credential ? { ...access, authentication: 'headerKey', ...header } : access,
		service: toldSettings(habits),
	};
}

async function run(
	{ access, service }: Subject,
	parameters: INodeParameters,
	rest: Partial<RunSettings>,
) {
	const result = await runNode({ parameters, credential: access, service, ...rest });
	expect(result.error?.message).toBeUndefined();
	return result;
}

/** Without offsets, and in one order of fields; what a service writes of undefined values is left out. */
function comparable(value: unknown): unknown {
	const text = JSON.stringify(value).replace(/(?<=\d\d:\d\d:\d\d\.\d{7})(?:\+00:00|Z)/g, '');
	return JSON.parse(text) as unknown;
}

function filesOf({ outputs }: RunResult): string[] {
	const files = outputs.flat().flatMap(({ binary = {} }) => Object.values(binary));
	return files.map(({ data }) => Buffer.from(data, 'base64').toString());
}

/** Without the moments of a change, which differ. */
function withoutStamps(value: unknown): unknown {
	const isStamp = (name: string) => /^(?:Updated|Published)On/.test(name);
	const text = JSON.stringify(value, (name, own: unknown) => (isStamp(name) ? null : own));
	return JSON.parse(text) as unknown;
}

/** What a run gives, and what of it arrives in the service. */
async function effectOf(subject: Subject, parameters: INodeParameters, items: readonly object[]) {
	const { sandbox } = subject;
	sandbox.reset();
	const result = await run(subject, parameters, { items });
	const applied = sandbox.requests.filter((request) => request.applied).map(({ body }) => body);
	return comparable({
		outputs: result.outputs.map((branch) => branch.map(({ json }) => json)),
		files: filesOf(result),
		applied,
	});
}

/** What a trigger emits after a record has changed. */
async function emitted({ sandbox, access, service }: Subject, parameters: INodeParameters) {
	sandbox.reset();
	const host = newPollHost(parameters, access);
	host.describeService(service);
	await host.poll();
	const [product = ''] = sandbox.state.catalogs.get(sampleIds.catalog)?.products.keys() ?? [];
	sandbox.change('product', product, CHANGED);
	sandbox.change('task', sampleIds.task, CHANGED);
	sandbox.change('changeOrderProject', 'CO-1001', { COName: 'Changed' });
	return comparable(withoutStamps(await host.poll()));
}

// What a service has beside its documentation keeps its names, and Check is asked above.
const cases = operationCases.filter(({ title }) => !/^service\/|Changes$/.test(title));

describe.each(allHabits)('$formats', (habits) => {
	let plain: Subject;
	let own: Subject;
	beforeAll(async () => {
		plain = await startSubject({});
		own = await startSubject(habits);
		const catalogId = sampleIds.catalog;
		const { json } = await run(own, { resource: 'service', operation: 'check', catalogId }, {});
		const answers = json as ReadonlyArray<{ readonly id: string; readonly answer: string }>;
		const answerTo = (asked: string) => answers.find(({ id }) => id === asked)?.answer;
		const responseFormat = answerTo('format') === 'xml' ? 'xml' : 'json';
		own.service = { ...own.service, responseFormat, firstPage: Number(answerTo('firstPage')) };
	});
	afterAll(async () => {
		for (const { sandbox } of [plain, own]) await sandbox.stop();
	});

	test('Check gives the settings', () => {
		const responseFormat = habits.formats === 'xmlOnly' ? 'xml' : 'json';
		expect(own.service).toMatchObject({ responseFormat, firstPage: 0 });
	});

	test.each(cases.map((each) => [each.title, each] as const))(
		'%s',
		async (_, { parameters, items }) => {
			const expected = await effectOf(plain, parameters, items);
			expect(await effectOf(own, parameters, items)).toEqual(expected);
		},
	);

	test('without the settings of Check, the list of products is another', async () => {
		const [{ parameters, items }] = cases.filter(({ title }) => title === 'productCatalog/get');
		const expected = await effectOf(plain, parameters, items);
		const unset = { ...own, service: toldSettings(habits) };
		const effect = await effectOf(unset, parameters, items).catch(() => undefined);
		expect(effect).not.toEqual(expected);
	});

	test.each<[string, INodeParameters]>([
		['productChanged', { catalogId: sampleIds.catalog }],
		['changeOrderProjectChanged', { filters: {} }],
	])('the trigger: %s', async (event, parameters) => {
		const expected = await emitted(plain, { event, ...parameters });
		expect(expected).toHaveLength(1);
		expect(await emitted(own, { event, ...parameters })).toEqual(expected);
	});
});
