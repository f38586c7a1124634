// Get Changes and Commit Changes in n8n's engine over many rounds of a service that changes while it is read and
// fails: a copy that is kept only from the items equals the list after each round that succeeded and saw it quiet.
import { type Random, randomFor } from '../../../../sandbox/data/random';
import { startSandbox } from '../../../../sandbox/server.mjs';
import { ChangingCatalog, type Traits } from '../../../../client/changes/changingCatalog';
import { runNode } from '../../../engine.mjs';
import { reply, startBareService } from '../../../service.mjs';

const rounds = 60;

type Json = Record<string, unknown>;

/** What the rounds are run against. */
interface List {
	readonly url: string;
	readonly parameters: Json;
	/** Others change some rows. */
	change(): void;
	/** The service as it is for a reading: changing or not, and failing at a request, counted from 1; 0 is never. */
	begin(isQuiet: boolean, failsAt: number): void;
	/** The rows that a deletion can name, by their keys. */
	rows(): Promise<ReadonlyMap<string, Json>>;
	stop(): Promise<void>;
}

/** The key by which a consumer keeps an item; undefined for one without any. */
function keyOf({ Id, IntegrationProductId }: Json): string | undefined {
	if (typeof Id === 'string') return Id;
	return typeof IntegrationProductId === 'string' ? `ERP ${IntegrationProductId}` : undefined;
}

function keyed(rows: Iterable<Json>): Map<string, Json> {
	const pairs = [...rows].flatMap((row) => {
		const key = keyOf(row);
		return key === undefined ? [] : [[key, row] as const];
	});
	return new Map(pairs);
}

async function catalogList(random: Random, traits: Traits): Promise<List> {
	const catalog = new ChangingCatalog(random, traits);
	let isQuiet = true;
	let failsAt = 0;
	let requests = 0;
	const service = await startBareService((response, request, number) => {
		const { searchParams } = new URL(request.url, 'http://127.0.0.1');
		if (!isQuiet && random.chance(0.4)) catalog.change();
		const { rows, total, deletedIds } = catalog.page(Number(searchParams.get('pageNumber')));
		const page = {
			Name: 'C',
			TotalProductsCount: total,
			Products: rows,
			DeletedProductIds: deletedIds,
		};
		const isFailing = ++requests === failsAt;
		reply(isFailing ? 500 : 200, isFailing ? '{}' : JSON.stringify(page))(
			response,
			request,
			number,
		);
	});
	return {
		url: service.url,
		parameters: {
			resource: 'productCatalog',
			id: 'C',
			options: { pageSize: 7, maxRetries: 0, concurrency: 3 },
		},
		change: () => catalog.changeOften(4),
		begin: (quiet, fails) => {
			isQuiet = quiet;
			failsAt = fails;
			requests = 0;
		},
		rows: async () => await Promise.resolve(keyed(catalog.products)),
		stop: async () => await service.stop(),
	};
}

/** Projects that enter and leave the list by what the filters mean. */
async function projectList(random: Random): Promise<List> {
	const sandbox = await startSandbox();
	const query = 'progresses[0]=Draft&progresses[1]=Signed&pageSize=1000';
	return {
		url: sandbox.url,
		parameters: {
			resource: 'changeOrderProject',
			filters: { progresses: 'Draft, Signed' },
			options: { pageSize: 7, maxRetries: 0 },
		},
		change: () => {
			for (let count = random.integer(0, 6); count > 0; count--) {
				const Progress = random.pick(['Draft', 'Signed', 'Done', 'Lost']);
				const id = `CO-${1000 + random.integer(1, 30)}`;
				sandbox.change('changeOrderProject', id, { Progress, COName: `Order ${random.next()}` });
			}
		},
		begin: (_isQuiet, failsAt) => {
			sandbox.clearFaults();
			if (failsAt > 0) sandbox.setFault({ nth: failsAt, fault: { kind: 'cut' } });
		},
		rows: async () => {
			const headers = { accept: 'application/json' };
			const response = await fetch(`${sandbox.url}/SI/Subscribe/COProjects?${query}`, { headers });
			return keyed(((await response.json()) as { COProjects: Json[] }).COProjects);
		},
		stop: async () => await sandbox.stop(),
	};
}

const lists: ReadonlyArray<readonly [string, (random: Random) => Promise<List>]> = [
	['a catalog', async (random) => await catalogList(random, {})],
	[
		'a catalog with short pages and products without an ID',
		async (random) => await catalogList(random, { mostRows: 5, withoutIds: true }),
	],
	[
		'a catalog with IDs that differ by case, which names deleted products',
		async (random) => await catalogList(random, { casePairs: true, namesDeleted: true }),
	],
	['change order projects with filters', projectList],
];

test.each(lists)(
	'%s',
	async (name, start) => {
		const random = randomFor(1, 'engine', name);
		const list = await start(random);
		let staticData: object = {};
		const execute = async (operation: string, executionId: string) => {
			const result = await runNode({
				parameters: { ...list.parameters, operation } as never,
				credential: { baseUrl: list.url, authentication: 'none' },
				mode: 'trigger',
				executionId,
				staticData,
			});
			staticData = result.staticData ?? staticData;
			return result;
		};
		const copy = new Map<string, Json>();
		const apply = (items: readonly Json[]) => {
			for (const { change, ...row } of items) {
				const key = keyOf(row);
				if (key === undefined) continue;
				if (change === 'deleted') copy.delete(key);
				else copy.set(key, row);
			}
		};
		const counts = { equal: 0, failed: 0, uncommitted: 0, deleted: 0 };
		/** The readings in a row that saw the list as it is. */
		let quiet = 0;
		try {
			for (let round = 1; round <= rounds; round++) {
				if (quiet === 0 || random.chance(0.5)) {
					list.change();
					quiet = 0;
				}
				const isQuiet = random.chance(0.7);
				const failsAt = random.chance(0.15) ? random.integer(1, 4) : 0;
				const before = await list.rows();
				list.begin(isQuiet, failsAt);
				const { error, json, hints } = await execute('getChanges', String(round));
				const items = json as Json[];
				const isWhole = !hints.some(({ message }) => message.startsWith('The list changed while'));
				quiet = error === undefined && isQuiet && isWhole ? quiet + 1 : 0;
				if (error !== undefined) {
					expect([error.message, isQuiet && failsAt === 0]).toEqual([error.message, false]);
					counts.failed++;
					continue;
				}
				list.begin(true, 0);
				const after = await list.rows();
				for (const item of items.filter(({ change }) => change === 'deleted')) {
					const key = keyOf(item) ?? '';
					expect([key, before.has(key) && after.has(key)]).toEqual([key, false]);
					counts.deleted++;
				}
				// The workflow fails between the two nodes, when a part of the items is written.
				if (random.chance(0.25)) {
					apply(items.slice(0, random.integer(0, items.length)));
					counts.uncommitted++;
					continue;
				}
				apply(items);
				expect((await execute('commitChanges', String(round))).json).toEqual([
					{ committed: true, changes: items.length },
				]);
				if (!isQuiet) continue;
				for (const [key, row] of after) expect(copy.get(key)).toEqual(row);
				if (quiet < 2) continue;
				expect(copy).toEqual(after);
				counts.equal++;
			}
			for (const [what, count] of Object.entries(counts))
				expect([what, count > 0]).toEqual([what, true]);
		} finally {
			await list.stop();
		}
	},
	60_000,
);
