// The copies of a catalog over many rounds of changes, of which some are killed in the middle: equal after every
// run that ended.
import assert from 'node:assert/strict';

import type { Values } from '../sandbox/data/filling';
import { randomFor, type Random } from '../sandbox/data/random';
import { catalogProducts } from './cases/catalogs.mjs';
import type { Host, Moment } from './example.mjs';
import { filledIn, read } from './judge.mjs';
import { examples } from './table.mjs';
import type { World } from './world.mjs';

export interface RoundOptions {
	readonly rounds: number;
	/** How many of the rounds are killed, from 0 to 1. */
	readonly killShare: number;
	/** Whether products also come in a run that is killed, and go again, which a copy cannot follow. */
	readonly comesInKills?: boolean;
}

const start = { trigger: 'Every Night', production: true };

/**
 * Some products change, go, come with an old date or without one, and come back as they were; more often than not
 * those that changed lately, since these are what a run that was killed had written.
 */
function changerOf(world: World) {
	const { sandbox } = world;
	/** IDs of products that changed lately, the latest last. */
	const recent: string[] = [];
	/** Products as they were before they changed or went. */
	const before: Values[] = [];
	const change = (id: string, values: Values) => {
		sandbox.change('product', id, values);
		recent.push(id);
	};
	return (random: Random, round: number, comes: boolean): void => {
		const some = (most: number, act: (index: number) => void) => {
			for (let index = random.integer(1, most); index > 0; index--) act(index);
		};
		/** Picks a product that will change or go. */
		const pick = (): string => {
			const lately = recent
				.slice(-6)
				.map((id) => sandbox.find('product', id))
				.filter((product) => product !== undefined);
			const isLate = lately.length > 0 && random.chance(0.7);
			const product = random.pick(isLate ? lately : catalogProducts(world));
			before.push(product);
			return String(product.Id);
		};
		some(3, () => sandbox.remove('product', pick()));
		some(2, () => {
			const product = comes ? before.shift() : undefined;
			if (product) sandbox.change('product', String(product.Id), product);
		});
		some(4, (index) => change(pick(), { Model: `Round ${round}, change ${index}` }));
		if (!comes) {
			before.length = 0;
			return;
		}
		some(3, (index) => {
			const id = `00000000-0000-4000-8000-${String(round * 10 + index).padStart(12, '0')}`;
			const isUndated = random.chance(0.3);
			const UpdatedOn = isUndated ? undefined : '2019-01-01T00:00:00.0000000+00:00';
			const UpdatedOnTicks = isUndated ? undefined : '636819840000000000';
			change(id, { Model: `New in ${round}`, UnitCost: 0.1, UpdatedOn, UpdatedOnTicks });
		});
	};
}

/** Runs all workflows together; with a moment, kills the host then. */
async function run(host: Host, ids: readonly string[], moment?: Moment): Promise<void> {
	const runAll = () => ids.map(async (id) => await host.run(id, start));
	if (moment === undefined) {
		for (const { status, error } of await Promise.all(runAll()))
			assert.equal(status, 'success', error?.message);
		return;
	}
	const killed = host.killAt(moment);
	const ended = Promise.allSettled(runAll());
	await Promise.race([killed, ended]);
	await ended;
	await host.revive();
}

/** Fails where a copy is not equal to the catalog after a run that ended; every second run or so is killed. */
export async function followThroughKills(
	host: Host,
	world: World,
	files: readonly string[],
	{ rounds, killShare, comesInKills = false }: RoundOptions,
): Promise<void> {
	await host.reset();
	await world.reset();
	// A removal shows only in two readings that do not hold the product.
	world.sandbox.setOptions({ deletedProductIds: false });
	const ids: string[] = [];
	const copies = files.map((file) => [file, examples[file] ?? assert.fail(file)] as const);
	for (const [file, copy] of copies) ids.push(await host.load(filledIn(read(file), copy, world)));
	const changeCatalog = changerOf(world);
	let killed = 0;
	for (let round = 1; round <= rounds; round++) {
		const random = randomFor(1, 'rounds', round);
		// The first round fills the copies, and the last one is quiet, so that what the last kill left is compared.
		const isKilled = round > 1 && round < rounds && random.chance(killShare);
		changeCatalog(random, round, comesInKills || !isKilled);
		if (isKilled) {
			killed += 1;
			// Half of the kills come when all is written and n8n has not saved yet that it is.
			const share = random.next();
			await run(host, ids, { share, node: random.chance(0.5) ? 'Commit Changes' : undefined });
			continue;
		}
		// A removal is certain after a second reading.
		for (let reading = 0; reading < 2; reading++) await run(host, ids);
		const execution = { id: '', status: 'success', workflowId: '', nodes: {} };
		for (const [file, { isEqual }] of copies) {
			try {
				await isEqual?.({ world, execution, tables: await host.tables() });
			} catch (error) {
				throw new Error(`After round ${round} the copy ${file} is not equal: ${String(error)}`);
			}
		}
	}
	assert.ok(killed > 0, 'No run was killed.');
}
