// Only Changed Records in n8n's engine, with static data as n8n saves it. What is unchanged is tested in client/publish.
import type { RunResult } from '../../../engine.mjs';
import { type Answer, reply } from '../../../service.mjs';
import { arrived, breaks, publish, type Publish, service } from './writing.mjs';

/** Clients with these names; the place of a name is the ID. */
function clients(names: string) {
	const id = (index: number) => `6f9619ff-8b86-d011-b42d-${String(index).padStart(12, '0')}`;
	return names.split(' ').map((Name, index) => ({ Id: id(index), Name }));
}

async function run(workflowId: string, { options, ...settings }: Publish): Promise<RunResult> {
	const wanted = { onlyChanged: true, ...options };
	return await publish({ options: wanted, workflowId, mode: 'trigger', ...settings });
}

/** An execution of a workflow: its input, and what arrives. */
interface Step extends Publish {
	readonly names: string;
	readonly sent: string;
	/** The answer to a request, by its number. */
	readonly answer?: readonly [number, Answer];
	/** The step whose static data n8n gives; the last one by default. */
	readonly from?: number;
	/** The step whose execution is retried. */
	readonly retries?: number;
	/** What stands in the error or in a hint. */
	readonly says?: string;
	readonly receipts?: readonly object[];
}

const first = { names: 'a b', sent: 'a b' };
const uncertain = 'may or may not have been applied';

const scenarios: Readonly<Record<string, readonly Step[]>> = {
	"with n8n's retry, nothing is sent twice and every receipt comes out": [
		{ names: 'a b c d e f', sent: 'a b c d e f' },
		{
			names: 'A b C D E F',
			sent: 'A C D E D E F',
			answer: [1, reply(400)],
			tries: 3,
			receipts: [
				{ recordCount: 2, fromEarlierTry: true },
				{ recordCount: 0, unchangedCount: 1 },
				{ recordCount: 2 },
				{ recordCount: 1 },
			],
		},
	],
	'after a refusal of several records, which may be applied in part, they are sent again': [
		first,
		{ names: 'A B', sent: 'A B', answer: [0, reply(400)] },
		{ names: 'a b', sent: 'a b' },
		{ names: 'A b', sent: 'A', answer: [0, reply(400)] },
		{ names: 'a b', sent: '' },
	],
	'a receipt with entries that failed is not remembered': [
		{ ...first, answer: [0, reply(200, '{"MessageId":"M","Results":[{"Success":false}]}')] },
		first,
	],
	'the retry of an execution does not bring back what n8n knew at its start': [
		first,
		{ names: 'A b', sent: 'A', answer: [0, reply(400)] },
		{ names: 'a B', sent: 'B' },
		{ names: 'A b', sent: 'A', retries: 1, from: 0 },
		{ names: 'A b', sent: 'b' },
	],
	'an execution that overlaps with another one does not undo its memory': [
		first,
		{ names: 'a B', sent: 'B' },
		{ names: 'A B', sent: 'A', from: 0 },
		{ names: 'A b', sent: 'b' },
	],
	'an uncertain request is not repeated, whatever another execution had accepted': [
		first,
		{ names: 'A B', sent: 'A B', answer: [0, breaks], says: uncertain },
		{ names: 'A b', sent: 'A b' },
		{ names: 'A B', sent: '', retries: 1, says: uncertain },
	],
	'Forget Accepted Records forgets, but not in a dry run': [
		first,
		{ names: 'a b', sent: '', options: { forgetAccepted: true, dryRun: true } },
		{ names: 'a b', sent: '' },
		{ names: 'a b', sent: 'a b', options: { forgetAccepted: true } },
		{ names: 'a b', sent: '', receipts: [{ recordCount: 0, unchangedCount: 2 }] },
	],
	'a run by hand sends everything, remembers nothing, and what it replaced is sent again': [
		first,
		{ names: 'a B', sent: 'a B', mode: 'manual', says: 'applies to production executions' },
		{ names: 'a B', sent: 'a B', mode: 'evaluation', says: 'applies to production executions' },
		{ names: 'a b', sent: 'b' },
	],
	'so does a run without the option': [
		first,
		{ names: 'A b', sent: 'A b', options: { onlyChanged: false } },
		{ names: 'a b', sent: 'a' },
	],
	'without the option, nothing is remembered': [
		{ ...first, options: { onlyChanged: false } },
		first,
	],
	'another credential with the same base URL is another memory': [
		first,
		{ ...first, credentialId: '2' },
	],
};

let workflows = 0;

test.each(Object.entries(scenarios))('%s', async (_, steps) => {
	const workflowId = `w-${workflows++}`;
	const results: RunResult[] = [];
	const saved: object[] = [{}];
	for (const { names, sent, answer, from, retries, says = '', receipts, ...settings } of steps) {
		service.reset();
		if (answer) service.replies.set(...answer);
		const result = await run(workflowId, {
			items: clients(names),
			staticData: from === undefined ? saved.at(-1) : saved[from + 1],
			...(retries !== undefined && { retryOf: results[retries]?.data, mode: 'retry' as const }),
			...settings,
		});
		results.push(result);
		saved.push(result.staticData ?? saved.at(-1) ?? {});
		expect(arrived().join(' ')).toBe(sent);
		expect(
			[result.error?.description, ...result.hints.map(({ message }) => message)].join(),
		).toContain(says);
		if (receipts) expect(result.json).toMatchObject(receipts);
	}
});

test('executions that overlap before anything was stored share one memory', async () => {
	service.replies.set(
		0,
		(...given) => void setTimeout(() => reply(200, '{"Message":"Ok"}')(...given), 300),
	);
	const slow = run('overlap', { items: clients('a') });
	await new Promise((resolve) => setTimeout(resolve, 100));
	await run('overlap', { items: clients('A') });
	const { staticData } = await slow;
	const last = arrived().at(-1);
	service.reset();
	await run('overlap', { items: clients(last === 'A' ? 'a' : 'A'), staticData });
	expect(arrived()).toHaveLength(1);
});

test('a record that is refused and sent once more does not make what was accepted in between unknown', async () => {
	let staticData: object = {};
	const sent: string[] = [];
	for (const listDescription of ['', '', 'changed', 'changed']) {
		service.reset();
		service.refuse((body) => (body.includes('bad') ? reply(400) : undefined));
		const result = await run('refused first', {
			...{ items: clients('bad a b'), staticData, onError: 'continueErrorOutput' },
			...{ options: { recordsPerRequest: 1 }, parameters: { listDescription } },
		});
		staticData = result.staticData ?? staticData;
		sent.push(arrived().join(' '));
	}
	expect(sent).toEqual(['bad a b bad', 'bad', 'bad a b bad', 'bad']);
});
