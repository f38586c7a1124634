// What becomes of a plan's requests: k guilty records of n are found, with interruptions on top, within the bound.
import type { WriteEndpoint } from '../../../api/endpoint';
import { client } from '../../../api/resources/client';
import { productCatalog } from '../../../api/resources/productCatalog';
import { execute, type ExecuteSettings, type Outcomes } from '../../../client/publish/execute';
import { Ledger, type LedgerEntries } from '../../../client/publish/ledger';
import { type Plan, planPublish } from '../../../client/publish/plan';
import { recordListIn, type RecordList } from '../../../client/publish/recordLists';
import { ServiceError } from '../../../client/failures/serviceError';
import { NotSentError } from '../../../client/transport/networkErrors';
import { fc } from '../../fastCheck';
import { clientOf, response, serviceOf } from '../fakes';

const endpoint = client.operations.publish;
const catalogs = productCatalog.operations.publish;

interface Fields {
	readonly Id?: string;
	readonly IntegrationId?: string;
	readonly Name?: string;
}

function planOf(
	records: readonly Fields[],
	maxRecords = Infinity,
	write: WriteEndpoint = endpoint,
	list: RecordList = recordListIn(write, { Id: 'L1', Name: 'List', Clients: records }, 0),
): Plan {
	return planPublish([list], { endpoint: write, format: 'json', accept: 'json', maxRecords });
}

const numbered = (count: number): Fields[] =>
	Array.from({ length: count }, (_, index) => ({ Id: `c${index}` }));

interface Body {
	readonly Clients?: readonly Fields[];
	readonly Products?: readonly Fields[];
	readonly TotalProductsCount?: number;
}

function idsIn({ Clients = [], Products = Clients }: Body): string[] {
	return Products.map(({ Id = '' }) => Id);
}

/** What a service says to a request with these records; undefined: it accepts them. */
type Verdict = (
	ids: readonly string[],
	body: Body,
) => readonly [status: number, said?: string] | undefined;

function refusing(...guilty: string[]): Verdict {
	return (ids) => {
		const found = ids.find((id) => guilty.includes(id));
		return found === undefined ? undefined : [400, `${found} is invalid`];
	};
}

function isInterrupted({ error }: Outcomes['failed'][number]): boolean {
	return error instanceof ServiceError && error.failure.kind === 'input';
}

/** A run of the node over all its tries. */
class Run {
	readonly sent: string[][] = [];
	readonly accepted: string[][] = [];
	entries: LedgerEntries = {};

	constructor(
		private readonly verdict: Verdict,
		private readonly settings: Partial<ExecuteSettings> = {},
	) {}

	/** One try. */
	async attempt(plan: Plan, interruptAt = Infinity): Promise<Outcomes> {
		let requests = 0;
		const service = serviceOf(({ body = '' }) => {
			// Before anything left: what was under way may be uncertain, which is tested elsewhere.
			if (++requests > interruptAt) throw new NotSentError('The process ends.');
			const read = JSON.parse(body) as Body;
			const ids = idsIn(read);
			this.sent.push(ids);
			const [status = 200, said] = this.verdict(ids, read) ?? [];
			if (status === 200) this.accepted.push(ids);
			return response(status, JSON.stringify({ Message: said ?? 'Ok', MessageId: 'M' }));
		});
		// As the host saves it and reads it back.
		this.entries = JSON.parse(JSON.stringify(this.entries)) as LedgerEntries;
		const fake = clientOf(service, { settings: { maxRetries: 0 } });
		const ledger = new Ledger(fake, this.entries);
		const outcomes = await execute(plan, ledger, {
			...{ client: fake, endpoint, continues: true, resendUncertain: true },
			onAccepted: () => undefined,
			...this.settings,
		});
		if (!outcomes) throw new Error('The data differ.');
		return outcomes;
	}

	/** One try after another, until one is not interrupted. */
	async complete(plan: Plan, interruptions: readonly number[] = []): Promise<Outcomes> {
		for (const at of [...interruptions, Infinity]) {
			const outcomes = await this.attempt(plan, at);
			if (!outcomes.failed.some(isInterrupted)) return outcomes;
		}
		throw new Error('The last try is interrupted.');
	}
}

function failedIds({ failed }: Outcomes): string[] {
	return failed.flatMap(({ request }) => idsIn(request.body));
}

test('the guilty record stands alone, is sent once more, and each of the others is accepted once', async () => {
	const run = new Run(refusing('c5'));
	const outcomes = await run.attempt(planOf(numbered(8)));
	expect(run.sent.map((ids) => ids.length)).toEqual([8, 4, 4, 2, 1, 1, 2, 1]);
	expect(run.sent.at(-1)).toEqual(['c5']);
	expect(outcomes.failed).toMatchObject([{ refusal: { status: 400 }, request: { isPart: true } }]);
	expect(failedIds(outcomes)).toEqual(['c5']);
	expect(run.accepted.flat()).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c6', 'c7']);
});

interface Case {
	readonly count: number;
	readonly guilty: readonly number[];
	readonly status: number;
	readonly words: 'own' | 'same';
	readonly perRequest: number;
	readonly maxSize: number;
	readonly interruptions: readonly number[];
}

const cases: fc.Arbitrary<Case> = fc.integer({ min: 1, max: 60 }).chain((count) =>
	fc.record({
		count: fc.constant(count),
		guilty: fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 6 }),
		status: fc.constantFrom(400, 413, 422),
		words: fc.constantFrom('own' as const, 'same' as const),
		perRequest: fc.integer({ min: 1, max: 60 }),
		maxSize: fc.integer({ min: 5, max: 100 }),
		interruptions: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }),
	}),
);

test('k guilty of n: each record leaves once, in order; the good ones are applied once, within the bound', async () => {
	let isolated = 0;
	await fc.assert(
		fc.asyncProperty(cases, async ({ count, guilty, status, words, perRequest, ...rest }) => {
			const { maxSize, interruptions } = rest;
			const records = numbered(count);
			const isGuilty = (id: string) => guilty.includes(Number(id.slice(1)));
			const run = new Run((ids) => {
				if (ids.length > maxSize) return [413];
				const found = ids.find(isGuilty);
				return found === undefined ? undefined : [status, words === 'own' ? found : 'No'];
			});
			const plan = planOf(records, perRequest);
			const outcomes = await run.complete(plan, interruptions);
			const [accepted, failed] = [run.accepted.flat(), failedIds(outcomes)];
			const all = records.map(({ Id = '' }) => Id);
			expect([...accepted, ...failed].sort()).toEqual([...all].sort());
			expect(accepted.filter(isGuilty)).toEqual([]);
			expect(accepted).toEqual(all.filter((id) => accepted.includes(id)));
			expect(outcomes.failed.every(({ refusal }) => refusal !== undefined)).toBe(true);
			if (interruptions.length === 0)
				expect(run.sent.length).toBeLessThanOrEqual(plan.requests.length + 40);
			if (outcomes.failed.some(({ limit }) => limit)) return;
			isolated++;
			expect(failed.sort()).toEqual(all.filter(isGuilty).sort());
		}),
		{ numRuns: 300 },
	);
	// Otherwise the test would show nothing.
	expect(isolated).toBeGreaterThan(200);
});

const everyNth = (n: number): Verdict => {
	return (ids) => {
		const found = ids.find((id) => Number(id.slice(1)) % n === 0);
		return found === undefined ? undefined : [422, 'The name is too long'];
	};
};

test.each<[records: number, nth: number, extra: number]>([
	[100, 3, 40],
	[500, 4, 100],
])(
	'of %i records, of which every %ith is guilty, the bound is %i extra requests',
	async (count, nth, extra) => {
		const run = new Run(everyNth(nth));
		const outcomes = await run.attempt(planOf(numbered(count)));
		expect(run.sent).toHaveLength(1 + extra);
		expect(outcomes.failed.some(({ limit }) => limit === 'requests')).toBe(true);
		expect([...run.accepted.flat(), ...failedIds(outcomes)].sort()).toEqual(
			numbered(count)
				.map(({ Id }) => Id)
				.sort(),
		);
	},
);

test.each<[records: number, perRequest: number, guilty: number]>([
	[100, 500, 4],
	[500, 500, 7],
	[2000, 500, 25],
])(
	'of %i records in requests of %i with %i guilty in the same words, all good ones go out',
	async (count, perRequest, guilty) => {
		const bad = new Set(Array.from({ length: guilty }, (_, nth) => `c${(nth * 997 + 13) % count}`));
		const run = new Run((ids) => (ids.some((id) => bad.has(id)) ? [400, 'Invalid'] : undefined));
		const outcomes = await run.attempt(planOf(numbered(count), perRequest));
		expect(run.accepted.flat()).toHaveLength(count - bad.size);
		expect(new Set(failedIds(outcomes))).toEqual(bad);
	},
);

test('what was learned of one request is not carried over to the next', async () => {
	const guilty = ['c0', 'c25', 'c50', 'c75', 'c150'];
	const run = new Run((ids) => (ids.some((id) => guilty.includes(id)) ? [400, 'No'] : undefined));
	const outcomes = await run.attempt(planOf(numbered(500), 100));
	expect(run.accepted.flat()).toHaveLength(495);
	expect(failedIds(outcomes)).toEqual(guilty);
});

test('a record that refers to a later one is accepted when it is sent once more', async () => {
	const run: Run = new Run((ids) =>
		ids.includes('c0') && !ids.includes('c3') && !run.accepted.flat().includes('c3')
			? [400, 'There is no c3']
			: undefined,
	);
	const outcomes = await run.attempt(planOf(numbered(4), 1));
	expect(run.sent).toEqual([['c0'], ['c1'], ['c2'], ['c3'], ['c0']]);
	expect(outcomes.failed).toEqual([]);
	expect(outcomes.accepted).toHaveLength(4);
});

test('a record that is refused a second time counts once in the progress', async () => {
	const progress: Array<readonly [requests: number, records: number]> = [];
	const run: Run = new Run(
		(ids) => {
			const isRepeat = run.sent.length > 4;
			if (ids[0] === 'c0') return [400, 'No'];
			return ids[0] === 'c1' && !isRepeat ? [400, 'There is no c3'] : undefined;
		},
		{
			onAccepted: (_, { done, records, unsent }) => void progress.push([done + unsent, records]),
		},
	);
	await run.attempt(planOf(numbered(4), 1));
	expect(run.sent.map(([id]) => id)).toEqual(['c0', 'c1', 'c2', 'c3', 'c0', 'c1']);
	expect(progress).toEqual([
		[4, 3],
		[4, 4],
		[4, 4],
	]);
});

test.each<[string, Verdict, Partial<ExecuteSettings>, number]>([
	['nothing was accepted after it', refusing('c3'), {}, 4],
	['it may have been applied', (ids) => (ids.includes('c0') ? [500] : undefined), {}, 4],
	['a later one was accepted', refusing('c0', 'c3'), {}, 5],
])('a refused record is sent once more unless %s', async (_, verdict, settings, requests) => {
	const run = new Run(verdict, settings);
	await run.attempt(planOf(numbered(4), 1));
	expect(run.sent).toHaveLength(requests);
});

test('a service that takes few records at once gets all of them', async () => {
	const run = new Run((ids) => (ids.length > 50 ? [413, 'Too large'] : undefined), {
		continues: false,
	});
	const records = numbered(500);
	const outcomes = await run.attempt(planOf(records));
	expect(outcomes).toMatchObject({ failed: [], wasTooLarge: true });
	expect(run.accepted.flat()).toEqual(records.map(({ Id }) => Id));
});

test('a service that checks the number of products gets the right one, or none', async () => {
	const rows = ['p0', 'p1', 'p2', 'p3', 'p4'].map((Id, itemIndex) => ({
		itemIndex,
		record: { Id },
	}));
	const list = { head: { Id: 'C1', Name: 'Catalog' }, rows, otherItems: [] };
	const run = new Run((ids, { TotalProductsCount = ids.length }) =>
		TotalProductsCount === ids.length
			? refusing('p3')(ids, {})
			: [400, 'TotalProductsCount is wrong'],
	);
	const outcomes = await run.attempt(planOf([], Infinity, catalogs, list));
	expect(failedIds(outcomes)).toEqual(['p3']);
});

const noKey: Fields = {};
const twice: Fields[] = [{ Id: 'A' }, { Id: 'a', IntegrationId: '7' }];

test.each<[string, Fields[], number, Partial<ExecuteSettings>, number]>([
	['records with a key', [{ Id: 'a' }, { IntegrationId: '7' }], 400, {}, 3],
	['a record without a key', [{ Id: 'a' }, noKey], 400, {}, 1],
	['a record with an empty key', [{ Id: 'a' }, { Id: '' }], 422, {}, 1],
	['records without a key that are too large', [noKey, noKey], 413, {}, 3],
	['a refusal where the node stops', twice, 422, { continues: false }, 1],
	['what is too large where the node stops', twice, 413, { continues: false }, 2],
	['another status', twice, 409, {}, 1],
	['a single record', [{ Id: 'a' }], 413, {}, 1],
])('%s', async (_, records, status, settings, requests) => {
	const run = new Run(() => [status], settings);
	await run.attempt(planOf(records));
	expect(run.sent).toHaveLength(requests);
});

test.each([
	['404.13 - Not Found', 404, 7],
	[
		'The request filtering module denies a request that exceeds the request content length.',
		404,
		7,
	],
	['There is no such list', 404, 1],
	['Maximum request length exceeded.', 500, 1],
])('"%s" with status %i takes %i requests for four records', async (said, status, requests) => {
	const run = new Run((ids) => (ids.length > 1 ? [status, said] : undefined));
	const outcomes = await run.attempt(planOf(numbered(4)));
	expect(run.sent).toHaveLength(requests);
	expect(outcomes.failed).toHaveLength(requests === 1 ? 1 : 0);
});

test.each<[string, Fields[], number, boolean]>([
	['several records without a key', [noKey, noKey], 400, true],
	['several records of which one has no key', [{ Id: 'a' }, noKey], 422, true],
	['one record without a key', [noKey], 400, false],
	['several records that were not looked at', [noKey, noKey], 401, false],
	['several records with keys', numbered(2), 409, false],
])('a refusal of %s', async (_, records, status, isUncertain) => {
	const run = new Run(() => [status, 'No'], { resendUncertain: false });
	const outcomes = await run.attempt(planOf(records));
	expect(outcomes.failed).toMatchObject([{ error: { failure: { status } } }]);
	expect(Object.keys(run.entries)).toHaveLength(isUncertain ? 1 : 0);
	await run.attempt(planOf(records));
	expect(run.sent).toHaveLength(isUncertain ? 1 : 2);
});

test('a request that was divided before is divided, also where the node stops now', async () => {
	const run = new Run(refusing('c0'));
	const plan = planOf(numbered(2));
	await run.attempt(plan);
	const later = new Run(() => undefined, { continues: false });
	later.entries = run.entries;
	await later.attempt(plan);
	expect(later.sent).toEqual([['c0']]);
});

test('a later try knows what the halves became, however long the words of the refusal were', async () => {
	const said = `${'-'.repeat(240)} request content length`;
	const run = new Run(
		(ids) => {
			if (ids.length > 2) return [404, said];
			return ids.includes('c2') ? [500] : undefined;
		},
		{ resendUncertain: false },
	);
	const plan = planOf(numbered(4));
	await run.attempt(plan);
	const outcomes = await run.attempt(plan);
	expect(run.sent).toEqual([
		['c0', 'c1', 'c2', 'c3'],
		['c0', 'c1'],
		['c2', 'c3'],
	]);
	expect(outcomes).toMatchObject({
		accepted: [{ fromEarlierTry: true, request: { recordCount: 2 } }],
		failed: [{ error: { failure: { status: 500 } }, request: { recordCount: 2 } }],
	});
});

test('of an earlier try that may have been applied, nothing is divided', async () => {
	let status = 500;
	const run = new Run(() => [status]);
	await run.attempt(planOf(numbered(2)));
	status = 400;
	const outcomes = await run.attempt(planOf(numbered(2)));
	expect(run.sent).toHaveLength(2);
	expect(outcomes.failed).toMatchObject([{ refusal: undefined }]);
});

test('a record that the request deletes as well is sent after its deletion', async () => {
	const list = {
		head: { Id: 'C1', Name: 'Catalog' },
		rows: ['p0', 'p1'].map((Id, itemIndex) => ({ itemIndex, record: { Id } })),
		deletedIds: ['P1', 'p1'],
		otherItems: [],
	};
	const run = new Run(refusing('p0'));
	await run.attempt(planOf([], Infinity, catalogs, list));
	expect(run.accepted).toEqual([[], ['p1']]);
});

test('other requests than those of the try before are not sent', async () => {
	const run = new Run(refusing('c1'));
	await run.attempt(planOf(numbered(2)));
	await expect(run.attempt(planOf(numbered(3)))).rejects.toThrow('differ');
	await run.attempt(planOf(numbered(2)));
});
