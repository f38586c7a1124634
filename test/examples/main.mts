// Runs the examples in n8n's engine and prints a line for each:
//   npx tsx test/examples/main.mts [--no-database] [part of a file's name, rounds or proofs ...]
import * as tls from 'node:tls';
import { parseArgs } from 'node:util';

import { proofs } from './broken.mjs';
import { exampleFiles, judge } from './judge.mjs';
import { followThroughKills } from './rounds.mjs';
import { examples } from './table.mjs';
import { startWorld } from './world.mjs';

// Of Node 24; the types of this project are those of the oldest Node that it runs on.
const { getCACertificates, setDefaultCACertificates } = tls as unknown as {
	getCACertificates(type: string): string[];
	setDefaultCACertificates(certificates: string[]): void;
};

const { positionals: parts, values } = parseArgs({
	allowPositionals: true,
	options: { 'no-database': { type: 'boolean', default: false } },
});
const files = exampleFiles().filter((file) => {
	const needs = examples[file]?.needs;
	if (needs === 'database' && values['no-database']) return false;
	return parts.length === 0 || parts.some((part) => file.includes(part));
});
const world = await startWorld();
setDefaultCACertificates([...getCACertificates('default'), world.network.certificate]);
Object.assign(process.env, world.network.env, {
	N8N_RESTRICT_FILE_ACCESS_TO: world.folder,
	N8N_LOG_LEVEL: 'silent',
});
// n8n reads its environment when it is loaded, so the engine comes after it.
const { startEngine } = await import('./hosts/engine.mjs');
const engine = startEngine(world.credentials, world.cutDatabase);
let failed = 0;

async function check(title: string, act: () => Promise<void>): Promise<void> {
	const started = Date.now();
	try {
		await act();
		console.log(`ok      ${title} (${Date.now() - started} ms)`);
	} catch (error) {
		failed += 1;
		console.log(`FAILED  ${title}`);
		console.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
	}
}

for (const file of files) {
	const example = examples[file];
	await check(file, async () => {
		if (!example) throw new Error('Nothing says what this example must do.');
		await judge(file, example, engine, world);
	});
}
if (parts.length === 0 || parts.includes('proofs')) {
	for (const [title, prove] of proofs(engine, world)) await check(title, prove);
}
if (parts.length === 0 || parts.includes('rounds')) {
	const copies = ['catalog-to-data-table.json'];
	if (!values['no-database']) {
		copies.push('catalog-to-postgresql.json');
		await world.postgres();
	}
	await check('20 rounds of changes and kills', async () => {
		await followThroughKills(engine, world, copies, { rounds: 20, killShare: 0.6 });
	});
}
await world.stop();
process.exit(failed === 0 ? 0 : 1);
