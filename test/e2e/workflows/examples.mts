// Every example in a real n8n: imported, filled in as its note says, and judged by what it did, twice.
import assert from 'node:assert/strict';

import { startN8n } from '../../host/servers/n8n.mjs';
import { broken } from '../../examples/broken.mjs';
import { exampleFiles, judge, read } from '../../examples/judge.mjs';
import { n8nHost } from '../../examples/n8nHost.mjs';
import { followThroughKills } from '../../examples/rounds.mjs';
import { examples } from '../../examples/table.mjs';
import { startWorld } from '../../examples/world.mjs';
import type { Context } from '../context.mjs';

export const title = 'Every example does what it says, and nothing when it runs again';
export const ownN8n = true;
export const needs = ['postgres'] as const;
export const seconds = 1200;

/** In an n8n of its own, which takes the partners of the examples for the internet. */
export async function run({ packed }: Context): Promise<void> {
	const world = await startWorld();
	const n8n = await startN8n({
		packages: [packed],
		env: { ...world.network.env, N8N_RESTRICT_FILE_ACCESS_TO: world.folder },
	}).catch(async (error: unknown) => {
		await world.stop();
		throw error;
	});
	const failures: string[] = [];
	try {
		const examplesHost = await n8nHost(n8n, world.credentials);
		const check = async (name: string, act: () => Promise<void>) => {
			await act().catch((error: unknown) => {
				failures.push(`${name}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
			});
		};
		assert.deepEqual(Object.keys(examples).sort(), exampleFiles().sort());
		for (const [file, example] of Object.entries(examples))
			await check(file, async () => await judge(file, example, examplesHost, world));
		for (const [file, change, message] of broken)
			await check(`${file}, broken`, async () => {
				const work = judge(file, examples[file], examplesHost, world, change(read(file)));
				await assert.rejects(work, message);
			});
		await check('kills', async () => await followThroughKills(examplesHost, world));
	} finally {
		await n8n.stop();
		await world.stop();
	}
	if (failures.length > 0) throw new Error(failures.join('\n'));
}
