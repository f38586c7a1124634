// Measures what 'Only Changed Records' costs: its memory in the workflow's static data, and the time to compare.
//   npx tsx test/bench/acceptedRecords.mts [records]
import { client } from '../../api/resources/client';
import { Memory } from '../../client/publish/memory';
import { RecordComparison } from '../../client/publish/unchangedRecords';
import { recordListIn } from '../../client/publish/recordLists';
import { median } from './results.mjs';

const count = Number(process.argv[2] ?? 50_000);
const runs = 7;

/** Clients of about 300 characters. */
const records = Array.from({ length: count }, (_, index) => {
	const Id = `6f9619ff-8b86-d011-b42d-${String(index).padStart(12, '0')}`;
	const Notes = 'Delivery by the back entrance, ring twice. '.repeat(4);
	return { Id, Name: `Client ${index}`, Number: String(index), Notes };
});

const endpoint = client.operations.publish;
const list = recordListIn(endpoint, { Id: 'L1', Clients: records }, 0);

function changedIn(memory: Memory) {
	const listIdentity = (path: string, id = '') => `${path} ${id}`;
	const known = { memory, listIdentity, remembers: true };
	return new RecordComparison(endpoint, 'json', known).compare(list);
}

function milliseconds(work: () => void): number {
	const times = Array.from({ length: runs }, () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	});
	return median(times);
}

const memory = new Memory();
const first = changedIn(memory);
const written = first.rows.flatMap(({ hashes }) => (hashes ? [hashes] : []));
for (const [key, content] of [first.hashes, ...written]) memory.records.set(key, { content });
const saved = memory.saved();
const bytes = Buffer.byteLength(JSON.stringify(saved));
let changed = 0;
const took = milliseconds(() => {
	const restored = Memory.restore(saved);
	changed = changedIn(restored).rows.filter(({ leftOut }) => !leftOut).length;
	restored.saved();
});
console.log(
	`${count} records: ${(bytes / 1e6).toFixed(1)} MB of static data; ${took.toFixed(0)} ms to load, compare all and save; ${changed} changed.`,
);
