// A simulated month, or a week of it: polls while others change records, with every seventh request failing,
// restarts, a service clock set back, equal dates, records published anew and pages that shift while they are read.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { tries } from '../../fastCheck';
import { sampleIds, startSandbox, type FaultRule, type Sandbox } from '../../sandbox/server.mjs';
import { instantAt, randomFor, type Random } from '../../sandbox/data/random';
import { listedIds, newPollHost, type PollHost } from './pollHost.mjs';

const HOUR = 3_600_000;
const START = Date.UTC(2025, 9, 1);
const EVERY = 4 * HOUR;
const POLLS_A_DAY = (24 * HOUR) / EVERY;
const DAYS = tries(7, 30);
const POLLS = DAYS * POLLS_A_DAY;
const CLOCK_DAY = Math.floor(DAYS / 2);

// None of these is tried again by the node itself, so that each of them fails its poll.
const faults: readonly FaultRule['fault'][] = [
	{ kind: 'cut' },
	{ kind: 'html' },
	{ kind: 'empty' },
	{ kind: 'status', status: 403 },
];

/** What has to be emitted, and what was; a version is emitted at most once. */
function newLedger() {
	const emitted = new Set<string>();
	const awaited = new Map<unknown, string>();
	return {
		emitted,
		awaited,
		expect: (id: string, version: string) => awaited.set(id, `${id} ${version}`),
		take: (id: unknown, version: unknown) => {
			const key = `${String(id)} ${String(version)}`;
			if (emitted.has(key)) throw new Error(`${key} was emitted twice.`);
			emitted.add(key);
			if (awaited.get(id) === key) awaited.delete(id);
		},
	};
}

interface Month {
	readonly host: PollHost;
	readonly random: Random;
	/** Failed polls. */
	failures: number;
	savedOnEmission: IDataObject;
}

let sandbox: Sandbox;
afterEach(async () => await sandbox.stop());

async function begin(parameters: INodeParameters, seed: number): Promise<Month> {
	sandbox = await startSandbox({ products: 60, seed, deletedProductIds: false });
	const host = newPollHost(parameters, { baseUrl: sandbox.url, authentication: 'none' });
	await host.poll();
	for (let time = 1; time <= 400; time++) {
		const fault = faults[time % faults.length];
		if (fault) sandbox.setFault({ nth: time * 7, fault });
	}
	const random = randomFor(seed, 'month');
	return { host, random, failures: 0, savedOnEmission: host.saved() };
}

/** One poll, the faults of its surroundings included; what it emitted. */
async function pollOnce(month: Month, meanwhile: () => void): Promise<IDataObject[]> {
	const { host, random } = month;
	if (random.chance(0.05)) host.restart();
	// A crash leaves what was saved when the last items were emitted.
	if (random.chance(0.02)) host.setSaved(month.savedOnEmission);
	const polling = host.poll().catch(() => {
		month.failures++;
		return null;
	});
	meanwhile();
	const items = await polling;
	if (items) month.savedOnEmission = host.saved();
	return items ?? [];
}

/** The time at the service; on one day, its clock is an hour behind as well. */
function dateAt(round: number, minutes: number): string {
	const behind = Math.floor(round / POLLS_A_DAY) === CLOCK_DAY ? HOUR : 0;
	return instantAt(START + round * EVERY + minutes * 60_000 - behind, round % 7).text;
}

async function run(
	month: Month,
	act: (round: number) => void,
	take: (items: IDataObject[]) => void,
): Promise<void> {
	for (let round = 0; round < POLLS; round++) {
		act(round);
		take(await pollOnce(month, () => month.random.chance(0.3) && act(round)));
	}
	sandbox.clearFaults();
	for (let more = 0; more < 4; more++) take((await month.host.poll()) ?? []);
}

const catalog = { catalogId: sampleIds.catalog };

jest.setTimeout(180_000);

it('every change of a product is emitted, and none twice', async () => {
	const month = await begin({ event: 'productChanged', ...catalog }, 1);
	const { random } = month;
	const ledger = newLedger();
	const ids = await listedIds(sandbox);
	const change = (id: string, UpdatedOn: string): void => {
		if (ids.includes(id) && !sandbox.find('product', id)) return;
		sandbox.change('product', id, { UpdatedOn, UpdatedOnTicks: undefined });
		ledger.expect(id, UpdatedOn);
	};
	const act = (round: number): void => {
		const UpdatedOn = dateAt(round, random.integer(0, 230));
		// Some changes share their date to the tick.
		for (let count = random.integer(0, 3); count > 0; count--) change(random.pick(ids), UpdatedOn);
		change(random.pick(ids), dateAt(round, random.integer(0, 230)));
		if (random.chance(0.2)) {
			const id = `new-${round}`;
			change(id, UpdatedOn);
			ids.push(id);
		}
		if (random.chance(0.1)) sandbox.setFault({ fault: { kind: 'shrink', remove: 1 } });
	};
	await run(month, act, (items) => {
		for (const { Id, UpdatedOn } of items) ledger.take(Id, UpdatedOn);
		for (const id of ids) if (!sandbox.find('product', id)) ledger.awaited.delete(id);
	});
	expect([...ledger.awaited.values()]).toEqual([]);
	expect(ledger.emitted.size).toBeGreaterThan(8 * DAYS);
	expect(month.failures).toBeGreaterThan(DAYS / 2);
});

it.each([false, true])(
	'every deleted product is told once, and none that is there; named: %s',
	async (named) => {
		const options = { deletionLimit: 100 };
		const month = await begin(
			{ event: 'productChanged', ...catalog, changeTypes: ['deleted'], options },
			3,
		);
		const { random } = month;
		sandbox.setOptions({ deletedProductIds: named });
		const ids = new Set(await listedIds(sandbox));
		const told = new Set<string>();
		let added = 0;
		const act = (round: number): void => {
			const present = [...ids].filter((id) => sandbox.find('product', id));
			if (random.chance(0.3)) sandbox.remove('product', random.pick(present));
			if (random.chance(0.1)) sandbox.setFault({ fault: { kind: 'shortPage', missing: 1 } });
			while (ids.size - told.size < 60) {
				const id = `new-${added++}`;
				sandbox.change('product', id, { UpdatedOn: dateAt(round, 0) });
				ids.add(id);
			}
		};
		await run(month, act, (items) => {
			for (const { Id } of items) {
				const id = String(Id);
				expect([id, sandbox.find('product', id)]).toEqual([id, undefined]);
				if (told.has(id)) throw new Error(`${id} was told twice.`);
				told.add(id);
			}
		});
		// A product that came and went between two readings was never seen, and cannot be missed.
		const gone = [...ids].filter((id) => !sandbox.find('product', id));
		expect(gone.filter((id) => !told.has(id) && !id.startsWith('new-'))).toEqual([]);
		expect(told.size).toBeGreaterThan(DAYS / 2);
	},
);
