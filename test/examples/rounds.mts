// The copies of a catalog over rounds of changes, of which some are killed in the middle: equal after every run that
// ended.
import assert from 'node:assert/strict';

import { baseNode, link } from '../e2e/context.mjs';
import type { Workflow } from '../host/rest/apiTypes.mjs';
import type { Values } from '../sandbox/data/filling';
import { randomFor, type Random } from '../sandbox/data/random';
import { catalogProducts } from './cases/catalogs.mjs';
import type { Host } from './example.mjs';
import { filledIn, read } from './judge.mjs';
import { examples } from './table.mjs';
import type { World } from './world.mjs';

const files = ['catalog-to-data-table.json', 'catalog-to-postgresql.json'];

/** How each round ends; what the last kill left is compared after it. */
const ends = ['quiet', 'killed', 'killed when written', 'quiet', 'killed when written', 'quiet'];

/** The workflow with a request behind its commit: then all is written, and n8n has not saved yet that it is. */
function withSignal(workflow: Workflow, { signalUrl: url }: World): Workflow {
	const signal = baseNode('Signal', 'httpRequest', 4.2, { url, options: {} });
	return {
		...workflow,
		nodes: [...workflow.nodes, { ...signal, position: [0, 0] }],
		connections: { ...workflow.connections, 'Commit Changes': { main: [link(signal.name)] } },
	};
}

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
	/** A copy cannot follow a product that comes while a run is killed, and goes again: `comes` is false then. */
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

/** Fails where a copy is not equal to the catalog after a run that ended. */
export async function followThroughKills(host: Host, world: World): Promise<void> {
	await host.reset();
	await world.reset();
	// A removal shows only in two readings that do not hold the product.
	world.sandbox.setOptions({ deletedProductIds: false });
	const ids: string[] = [];
	const copies = files.map((file) => [file, examples[file] ?? assert.fail(file)] as const);
	for (const [file, copy] of copies)
		ids.push(await host.load(withSignal(filledIn(read(file), copy, world), world)));
	const start = { trigger: 'Every Night', production: true };
	const runAll = () => ids.map(async (id) => await host.run(id, start));
	const changeCatalog = changerOf(world);
	for (const [round, end] of ends.entries()) {
		const random = randomFor(1, 'rounds', round);
		changeCatalog(random, round, end === 'quiet');
		if (end !== 'quiet') {
			const killed = host.killAt(end === 'killed' ? random.next() : world.nextSignal());
			const ended = Promise.allSettled(runAll());
			await Promise.race([killed, ended]);
			await ended;
			await host.revive();
			continue;
		}
		// A removal is certain after a second reading.
		for (let reading = 0; reading < 2; reading++)
			for (const { status, error } of await Promise.all(runAll()))
				assert.equal(status, 'success', error?.message);
		const execution = { id: '', status: 'success', workflowId: '', nodes: {} };
		for (const [file, { isEqual }] of copies) {
			try {
				await isEqual?.({ world, execution, tables: await host.tables() });
			} catch (error) {
				throw new Error(`After round ${round} the copy ${file} is not equal: ${String(error)}`);
			}
		}
	}
}
