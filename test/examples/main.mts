// Runs every example in n8n's engine against services with habits, and prints a line for each:
//   npx tsx test/examples/main.mts [part of a file's name or of a habit ...]
import assert from 'node:assert/strict';
import * as tls from 'node:tls';

import type { Workflow } from '../host/rest/apiTypes.mjs';
import type { ExampleHost } from './example.mjs';
import { takeHabits } from './habits.mjs';
import { judgeRuns, read } from './judge.mjs';
import { NEEDS_CHECK, plan } from './plan.mjs';
import { skipLongWaits } from './quickClock.mjs';
import { examples } from './table.mjs';
import { startWorld, type World } from './world.mjs';

// Of Node 24; the types of this project are those of the oldest Node that it runs on.
const { getCACertificates, setDefaultCACertificates } = tls as unknown as {
	getCACertificates(type: string): string[];
	setDefaultCACertificates(certificates: string[]): void;
};

const products = 60;
const parts = process.argv.slice(2);
let failed = 0;

async function check(title: string, act: () => Promise<void>): Promise<void> {
	try {
		await act();
		console.log(`ok      ${title}`);
	} catch (error) {
		failed++;
		console.log(`FAILED  ${title}\n${error instanceof Error ? error.stack : String(error)}`);
	}
}

async function judgeAll(host: ExampleHost, world: World): Promise<void> {
	const judgeOne = async (file: string, workflow: Workflow) => {
		const example = examples[file];
		assert.ok(example, 'Nothing says what this example must do.');
		await judgeRuns(example, host, world, workflow);
	};
	for (const [habits, files] of plan()) {
		const chosen = files.filter((file) =>
			parts.every((part) => `${file} ${habits}`.includes(part)),
		);
		if (chosen.length === 0) continue;
		const adapted = await takeHabits(habits, host, world);
		for (const file of chosen)
			await check(`${file} ${habits}`, async () => await judgeOne(file, adapted(read(file))));
	}
	await check(NEEDS_CHECK, async () => {
		const [file = '', habit = ''] = NEEDS_CHECK.split(/,? /);
		await takeHabits(habit, host, world);
		world.setHabits(world.habits);
		await assert.rejects(judgeOne(file, read(file)));
	});
}

skipLongWaits();
const world = await startWorld(products);
setDefaultCACertificates([...getCACertificates('default'), world.network.certificate]);
Object.assign(process.env, world.network.env, {
	N8N_RESTRICT_FILE_ACCESS_TO: world.folder,
	N8N_LOG_LEVEL: 'silent',
});
// n8n reads its environment when it is loaded.
const { engineHost } = await import('./engineHost.mjs');
await judgeAll(engineHost(world.credentials), world);
await world.stop();
process.exit(failed === 0 ? 0 : 1);
