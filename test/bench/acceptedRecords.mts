// Measures what 'Only Changed Records' costs: its memory in the workflow's static data, and the time to compare.
//   npx tsx test/bench/acceptedRecords.mts [records]
import { type Comparable, loadAcceptedRecords } from '../../client/publish/acceptedRecords';
import { median } from './statistics.mjs';

const count = Number(process.argv[2] ?? 50_000);
const runs = 7;

/** Clients of about 300 characters. */
const records = Array.from({ length: count }, (_, index): Comparable => {
	const Id = `6f9619ff-8b86-d011-b42d-${String(index).padStart(12, '0')}`;
	const Notes = 'Delivery by the back entrance, ring twice. '.repeat(4);
	return {
		list: '["https://service.example","/SI/Publish/Clients","L1"]',
		key: Id,
		content: JSON.stringify({ Id, Name: `Client ${index}`, Number: String(index), Notes }),
	};
});

function milliseconds(work: () => void): number {
	const times = Array.from({ length: runs }, () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	});
	return median(times);
}

const first = loadAcceptedRecords({}, 'first');
first.accept(records);
const saved = first.save({});
const bytes = Buffer.byteLength(JSON.stringify(saved));
let changed = 0;
const took = milliseconds(() => {
	const memory = loadAcceptedRecords(saved, 'second');
	changed = records.filter((record) => !memory.isUnchanged(record)).length;
	memory.save(saved);
});
console.log(
	`${count} records: ${(bytes / 1e6).toFixed(1)} MB of static data; ${took.toFixed(0)} ms to load, compare all and save; ${changed} changed.`,
);
