// Which parts of a refused request are sent, and when no more: k guilty records of n, with interruptions on top.
import { client } from '../../../api/resources/client';
import { productCatalog } from '../../../api/resources/productCatalog';
import { type Batch, publishBatches } from '../../../client/publish/batches';
import {
	type Divider,
	Division,
	type Failed,
	halvesOf,
	MAX_EXTRA_REQUESTS,
} from '../../../client/publish/divide';
import { recordListIn } from '../../../client/publish/recordLists';
import { ServiceError } from '../../../client/serviceError';
import { fc } from '../../fastCheck';

const endpoint = client.operations.publish;
const catalogs = productCatalog.operations.publish;

interface Fields {
	readonly Id?: string;
	readonly IntegrationId?: string;
}

function batchOf(records: readonly Fields[], more: object = {}): Batch {
	const list = recordListIn(endpoint, { Id: 'L1', Name: 'List', Clients: records, ...more }, 0);
	const [batch] = publishBatches(endpoint, [list], Infinity).batches;
	if (!batch) throw new Error('There is nothing to be sent.');
	return batch;
}

const numbered = (count: number): Fields[] =>
	Array.from({ length: count }, (_, index) => ({ Id: `c${index}` }));

function idsOf({ body }: Batch): string[] {
	const { Clients = [], Products = Clients } = body as Record<string, readonly Fields[]>;
	return Products.map(({ Id = '' }) => Id);
}

/** What a service says to the records of a request; undefined: it accepts them. */
type Verdict = (
	ids: readonly string[],
	batch: Batch,
) => [status: number, said?: string] | undefined;

function refusing(...guilty: string[]): Verdict {
	return (ids) => {
		const found = ids.find((id) => guilty.includes(id));
		return found === undefined ? undefined : [400, `${found} is invalid`];
	};
}

class Interruption extends Error {}

/** A run of the node over all its tries. */
class Run {
	readonly sent: string[][] = [];
	readonly accepted: string[][] = [];
	private readonly ledger = new Map<string, 'accepted' | 'divided'>();

	constructor(
		private readonly verdict: Verdict,
		private readonly settings: Partial<Divider> = {},
	) {}

	/** One try; gives what failed for good. */
	attempt(batches: readonly Batch[], interruptAt = Infinity): Failed[] {
		let requests = 0;
		const { ledger } = this;
		const key = ({ body }: Batch) => JSON.stringify(body);
		const divider: Divider = {
			isOn: true,
			continues: true,
			wasDivided: (batch) => ledger.get(key(batch)) === 'divided',
			noteDivided: (batch) => {
				const divided = [...ledger.values()].filter((entry) => entry === 'divided');
				if (2 * divided.length + 2 > MAX_EXTRA_REQUESTS) return false;
				ledger.set(key(batch), 'divided');
				return true;
			},
			asKept: (failure) => failure,
			refusesWhole: new Set(),
			...this.settings,
		};
		const send = (batch: Batch) => {
			if (ledger.get(key(batch)) === 'accepted') return;
			const ids = idsOf(batch);
			const wasDivided = ledger.get(key(batch)) === 'divided';
			if (!wasDivided) {
				if (++requests > interruptAt) throw new Interruption();
				this.sent.push(ids);
			}
			const [status, said] = (wasDivided ? [400] : this.verdict(ids, batch)) ?? [];
			if (status === undefined) {
				this.accepted.push(ids);
				ledger.set(key(batch), 'accepted');
				return;
			}
			const failure = { kind: 'status', status, said } as const;
			throw new ServiceError(failure, { write: true, url: 'https://x', attempts: 1 });
		};
		const failures: Failed[] = [];
		for (const batch of batches) {
			const division = new Division(batch, divider);
			for (let step = division.next(); step; step = division.next()) {
				if ('failed' in step) {
					failures.push(step.failed);
					continue;
				}
				try {
					send(step.part.batch);
				} catch (error) {
					if (error instanceof Interruption) throw error;
					division.failed(step.part, error);
					continue;
				}
				division.accepted(step.part);
			}
		}
		return failures;
	}

	/** One try after another, until one is not interrupted. */
	complete(batches: readonly Batch[], interruptions: readonly number[]): Failed[] {
		for (const at of interruptions) {
			try {
				return this.attempt(batches, at);
			} catch (error) {
				if (!(error instanceof Interruption)) throw error;
			}
		}
		return this.attempt(batches);
	}
}

const failedIds = (failures: readonly Failed[]) => failures.flatMap(({ batch }) => idsOf(batch));

test('the guilty record stands alone, and each of the others is accepted once', () => {
	const run = new Run(refusing('c5'));
	const failures = run.attempt([batchOf(numbered(8))]);
	expect(run.sent.map((ids) => ids.length)).toEqual([8, 4, 4, 2, 2, 1, 1]);
	expect(failures).toMatchObject([{ isPart: true, isRefused: true }]);
	expect(failedIds(failures)).toEqual(['c5']);
	expect(run.accepted.flat().sort()).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c6', 'c7']);
});

interface Plan {
	readonly count: number;
	readonly guilty: readonly number[];
	readonly status: number;
	readonly words: 'own' | 'same';
	readonly perRequest: number;
	readonly maxSize: number;
	readonly repeated: boolean;
	readonly interruptions: readonly number[];
}

const plans: fc.Arbitrary<Plan> = fc.integer({ min: 1, max: 60 }).chain((count) =>
	fc.record({
		count: fc.constant(count),
		guilty: fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 6 }),
		status: fc.constantFrom(400, 413, 422),
		words: fc.constantFrom('own' as const, 'same' as const),
		perRequest: fc.integer({ min: 1, max: 60 }),
		maxSize: fc.integer({ min: 5, max: 100 }),
		repeated: fc.boolean(),
		interruptions: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }),
	}),
);

test('k guilty of n: each record leaves once, the good ones are applied once, within the bound', () => {
	let isolated = 0;
	fc.assert(
		fc.property(plans, ({ count, guilty, status, words, perRequest, ...plan }) => {
			const { maxSize, repeated, interruptions } = plan;
			const records = numbered(count).map(({ Id }, index) => ({
				Id,
				IntegrationId: repeated ? 'x' : `i${index}`,
			}));
			const isGuilty = (id: string) => guilty.includes(Number(id.slice(1)));
			const run = new Run((ids) => {
				if (ids.length > maxSize) return [413];
				const found = ids.find(isGuilty);
				return found === undefined ? undefined : [status, words === 'own' ? found : 'No'];
			});
			const batches: Batch[] = [];
			for (let at = 0; at < count; at += perRequest)
				batches.push(batchOf(records.slice(at, at + perRequest)));
			const failures = run.complete(batches, interruptions);
			const [accepted, failed] = [run.accepted.flat(), failedIds(failures)];
			const all = records.map(({ Id }) => Id).sort();
			expect([...accepted, ...failed].sort()).toEqual(all);
			expect(accepted.filter(isGuilty)).toEqual([]);
			expect(failures.every(({ isRefused }) => isRefused)).toBe(true);
			if (interruptions.length === 0)
				expect(run.sent.length).toBeLessThanOrEqual(batches.length + MAX_EXTRA_REQUESTS);
			for (const ids of run.sent)
				expect(ids).toEqual(records.map(({ Id = '' }) => Id).filter((id) => ids.includes(id)));
			if (repeated)
				expect(accepted).toEqual(
					records.map(({ Id = '' }) => Id).filter((id) => accepted.includes(id)),
				);
			if (failures.some(({ limit }) => limit !== undefined)) return;
			isolated++;
			expect(failed.sort()).toEqual(all.filter((id = '') => isGuilty(id)));
		}),
		{ numRuns: 500 },
	);
	// Otherwise the test would show nothing.
	expect(isolated).toBeGreaterThan(200);
});

test('beyond the bound, what is left fails together', () => {
	const records = numbered(500);
	const run = new Run((ids) => {
		const found = ids.find((id) => Number(id.slice(1)) % 9 === 0);
		return found === undefined ? undefined : [422, found];
	});
	const failures = run.attempt([batchOf(records)]);
	expect(run.sent).toHaveLength(1 + MAX_EXTRA_REQUESTS);
	expect(failures.some(({ limit }) => limit === 'extraRequests')).toBe(true);
	expect([...run.accepted.flat(), ...failedIds(failures)].sort()).toEqual(
		records.map(({ Id }) => Id).sort(),
	);
});

test('a reason that no record has is noticed, and the run divides no other request because of it', () => {
	const run = new Run(() => [400, 'There is no list L1']);
	const batches = [batchOf(numbered(500)), batchOf([{ Id: 'd1' }, { Id: 'd2' }])];
	const failures = run.attempt(batches);
	expect(run.sent.map((ids) => ids.length)).toEqual([500, 250, 250, 125, 125, 125, 125, 2]);
	expect(failures.map(({ limit }) => limit)).toEqual(Array.from({ length: 5 }, () => 'sameWords'));
});

test('once the service has accepted a request, the same words may be about a record again', () => {
	const guilty = ['a0', 'a2', 'a4', 'a6', 'c1'];
	const run = new Run((ids) =>
		ids.some((id) => guilty.includes(id)) ? [400, 'The request is invalid.'] : undefined,
	);
	const batches = ['a', 'b', 'c'].map((name) =>
		batchOf(Array.from({ length: 8 }, (_, index) => ({ Id: `${name}${index}` }))),
	);
	const failures = run.attempt(batches);
	expect(failedIds(failures).filter((id) => id?.startsWith('c'))).toEqual(['c1']);
});

test('a service that takes few records at once gets all of them', () => {
	const run = new Run((ids) => (ids.length > 50 ? [413, 'Too large'] : undefined), {
		continues: false,
	});
	const records = numbered(500);
	expect(run.attempt([batchOf(records)])).toEqual([]);
	expect(run.accepted.flat()).toEqual(records.map(({ Id }) => Id));
});

const noKey: Fields = {};
const twice: Fields[] = [{ Id: 'A' }, { Id: 'a', IntegrationId: '7' }];

test.each<[string, Fields[], number, Partial<Divider>, number]>([
	['records with a key', [{ Id: 'a' }, { IntegrationId: '7' }], 400, {}, 3],
	['a record without a key', [{ Id: 'a' }, noKey], 400, {}, 1],
	['a record with an empty key', [{ Id: 'a' }, { Id: '' }], 422, {}, 1],
	['records without a key that are too large', [noKey, noKey], 413, {}, 3],
	['a refusal where the node stops', twice, 422, { continues: false }, 1],
	['what is too large where the node stops', twice, 413, { continues: false }, 3],
	['the option off', twice, 413, { isOn: false }, 1],
	[
		'a request that was divided before, with the option off',
		twice,
		400,
		{ isOn: false, wasDivided: (batch) => idsOf(batch).length === 2 },
		3,
	],
	['another status', twice, 409, {}, 1],
	['a single record', [{ Id: 'a' }], 413, {}, 1],
])('%s', (_, records, status, settings, requests) => {
	const run = new Run(() => [status], settings);
	run.attempt([batchOf(records)]);
	expect(run.sent).toHaveLength(requests);
});

test('an earlier try that may have been applied is not divided', () => {
	const batch = batchOf(numbered(2));
	const division = new Division(batch, {
		isOn: true,
		continues: true,
		wasDivided: () => false,
		noteDivided: () => true,
		asKept: (failure) => failure,
		refusesWhole: new Set(),
	});
	const first = division.next();
	if (!first || 'failed' in first) throw new Error('Nothing is sent.');
	const info = { write: true, url: 'https://x', attempts: 1, uncertainBefore: true };
	division.failed(first.part, new ServiceError({ kind: 'status', status: 400 }, info));
	expect(division.next()).toMatchObject({ failed: { batch, isRefused: false } });
});

test('a record that the request deletes, too, is sent after its deletion', () => {
	const list = {
		head: { Id: 'C1', Name: 'Catalog' },
		rows: ['p0', 'p1'].map((Id, itemIndex) => ({ itemIndex, record: { Id } })),
		deletedIds: ['P1', 'p1'],
		otherItems: [],
	};
	const run = new Run(refusing('p0'));
	run.attempt(publishBatches(catalogs, [list], Infinity).batches);
	expect(run.accepted).toEqual([[], ['p1']]);
});

test('fields of the list are in both halves; deleted IDs and the items without a record in the first', () => {
	const rows = ['p0', 'p1', 'p2'].map((Id, index) => ({ itemIndex: index + 1, record: { Id } }));
	const head = { Id: 'C1', Name: 'Catalog' };
	const list = { head, rows, deletedIds: ['gone'], otherItems: [0] };
	const [whole] = publishBatches(catalogs, [list], Infinity).batches;
	const leaves: Batch[] = [];
	const cut = (batch: Batch) => {
		const halves = halvesOf(batch);
		if (halves) for (const half of halves) cut(half);
		else leaves.push(batch);
	};
	cut(whole as Batch);
	const body = { ...head, TotalProductsCount: 3 };
	expect(leaves.map((leaf) => [leaf.body, leaf.items])).toEqual([
		[{ ...body, Products: [], DeletedProductIds: ['gone'] }, [0]],
		[{ ...body, Products: [{ Id: 'p0' }] }, [1]],
		[{ ...body, Products: [{ Id: 'p1' }] }, [2]],
		[{ ...body, Products: [{ Id: 'p2' }] }, [3]],
	]);
});
