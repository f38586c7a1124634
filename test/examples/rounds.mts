// The copies of a catalog over many rounds of changes, of which some are killed in the middle: equal after every
// run that ended.
import assert from 'node:assert/strict';

import type { Execution } from '../host/rest/apiTypes.mjs';
import type { Values } from '../sandbox/data/filling';
import { randomFor, type Random } from '../sandbox/data/random';
import { catalogProducts } from './cases/catalogs.mjs';
import type { Example, Host, Moment } from './example.mjs';
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

interface Copy {
	readonly example: Example;
	readonly id: string;
}

const start = { trigger: 'Every Night', production: true };

/** What happened to the catalog so far. */
interface History {
	/** IDs of products that changed lately, the latest last. */
	readonly recent: string[];
	/** Products as they were before they changed or went. */
	readonly before: Values[];
}

/**
 * Some products change, go, come with an old date or without one, and come back as they were; more often than not
 * those that changed lately, since these are what a run that was killed had written.
 */
function changeCatalog(
	world: World,
	random: Random,
	history: History,
	round: number,
	comes: boolean,
): void {
	const { sandbox } = world;
	const { recent, before } = history;
	const some = (most: number, act: (index: number) => void) => {
		for (let index = random.integer(1, most); index > 0; index--) act(index);
	};
	const pick = (): Values => {
		const lately = recent.slice(-6).flatMap((id): Values[] => {
			const product = sandbox.find('product', id);
			return product ? [product] : [];
		});
		return random.pick(lately.length > 0 && random.chance(0.7) ? lately : catalogProducts(world));
	};
	some(3, () => {
		const product = pick();
		before.push(product);
		sandbox.remove('product', String(product.Id));
	});
	some(2, () => {
		const product = comes ? before.shift() : undefined;
		if (product) sandbox.change('product', String(product.Id), product);
	});
	some(4, (index) => {
		const product = pick();
		before.push(product);
		sandbox.change('product', String(product.Id), { Model: `Round ${round}, change ${index}` });
		recent.push(String(product.Id));
	});
	if (!comes) {
		before.length = 0;
		return;
	}
	some(3, (index) => {
		const id = `00000000-0000-4000-8000-${String(round * 10 + index).padStart(12, '0')}`;
		const isUndated = random.chance(0.3);
		const UpdatedOn = isUndated ? undefined : '2019-01-01T00:00:00.0000000+00:00';
		const UpdatedOnTicks = isUndated ? undefined : '636819840000000000';
		const values = { Model: `New in ${round}`, UnitCost: 0.1, UpdatedOn, UpdatedOnTicks };
		sandbox.change('product', id, values);
		recent.push(id);
	});
}

async function assertEqual(
	host: Host,
	world: World,
	{ example }: Copy,
	when: string,
): Promise<void> {
	try {
		const execution = { id: '', status: 'success', workflowId: '', nodes: {} };
		await example.isEqual?.({ world, execution, tables: await host.tables() });
	} catch (error) {
		throw new Error(`${when} the copy is not equal: ${String(error)}`);
	}
}

function mustSucceed({ status, error }: Execution): void {
	assert.equal(status, 'success', error?.message);
}

/** Half of the kills come when all is written and n8n has not saved yet that it is. */
function someMoment(random: Random): Moment {
	return { share: random.next(), node: random.chance(0.5) ? 'Commit Changes' : undefined };
}

/** Runs all copies at once; with a moment, kills the host then. */
async function run(host: Host, copies: readonly Copy[], moment?: Moment): Promise<void> {
	if (moment === undefined) {
		const runs = copies.map(async ({ id }) => await host.run(id, start));
		for (const execution of await Promise.all(runs)) mustSucceed(execution);
		return;
	}
	const killed = host.killAt(moment);
	const ended = Promise.allSettled(copies.map(async ({ id }) => await host.run(id, start)));
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
	const copies: Copy[] = [];
	for (const file of files) {
		const example = examples[file];
		if (!example) throw new Error(`There is no example ${file}.`);
		copies.push({ example, id: await host.load(filledIn(read(file), example, world)) });
	}
	const history: History = { recent: [], before: [] };
	let killed = 0;
	for (let round = 1; round <= rounds; round++) {
		const random = randomFor(1, 'rounds', round);
		// The first round fills the copies, and the last one is quiet, so that what the last kill left is compared.
		const isKilled = round > 1 && round < rounds && random.chance(killShare);
		changeCatalog(world, random, history, round, comesInKills || !isKilled);
		if (isKilled) {
			killed += 1;
			await run(host, copies, someMoment(random));
			continue;
		}
		await run(host, copies);
		// A removal is certain after a second reading.
		await run(host, copies);
		for (const copy of copies) await assertEqual(host, world, copy, `After round ${round}`);
	}
	assert.ok(killed > 0, 'No run was killed.');
}
