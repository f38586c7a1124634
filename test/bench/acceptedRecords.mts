// Measures what 'Only Changed Records' costs: its memory in the workflow's static data, and the time to compare.
//   npx tsx test/bench/acceptedRecords.mts [records]
import { decisionsOf, packAccepted, unpackAccepted } from '../../client/publish/acceptedRecords';
import { compareRecords } from '../../client/publish/changedRecords';
import { median } from './results.mjs';

const count = Number(process.argv[2] ?? 50_000);
const runs = 7;

/** Clients of about 300 characters. */
const records = Array.from({ length: count }, (_, index) => {
	const Id = `6f9619ff-8b86-d011-b42d-${String(index).padStart(12, '0')}`;
	const Notes = 'Delivery by the back entrance, ring twice. '.repeat(4);
	return { Id, Name: `Client ${index}`, Number: String(index), Notes };
});

function changedIn(accepted: Map<string, string>) {
	const endpoint = { path: '/SI/Publish/Clients', key: 'Id', listKeys: ['List'] };
	const decisions = decisionsOf(undefined);
	const contentOf = (record: object) => JSON.stringify(record);
	const comparison = { accepted, decisions, service: 'S', contentOf, sent: new Set<string>() };
	return compareRecords(endpoint, { List: 'L1' }, records, [], comparison);
}

function milliseconds(work: () => void): number {
	const times = Array.from({ length: runs }, () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	});
	return median(times);
}

const first = changedIn(new Map());
const written = [first.list, ...first.records].flatMap((one) => [...(one?.written ?? [])]);
const saved = packAccepted(new Map(written));
const bytes = Buffer.byteLength(saved);
let changed = 0;
const took = milliseconds(() => {
	const accepted = unpackAccepted(saved);
	changed = changedIn(accepted).records.filter((record) => record !== undefined).length;
	packAccepted(accepted);
});
console.log(
	`${count} records: ${(bytes / 1e6).toFixed(1)} MB of static data; ${took.toFixed(0)} ms to load, compare all and save; ${changed} changed.`,
);
