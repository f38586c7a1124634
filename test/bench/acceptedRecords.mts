// Measures what 'Only Changed Records' costs: its memory in the workflow's static data, and the time to compare.
//   npx tsx test/bench/acceptedRecords.mts [records]
import { client } from '../../api/resources/client';
import {
	type AcceptedRecords,
	packAccepted,
	unpackAccepted,
} from '../../client/publish/acceptedRecords';
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

function changedIn(accepted: AcceptedRecords) {
	const listIdentity = (path: string, id = '') => `${path} ${id}`;
	const known = { accepted, pending: new Map(), listIdentity, remembers: true };
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

const first = changedIn(new Map());
const written = first.sent.flatMap(({ hashes }) => (hashes ? [hashes] : []));
const saved = packAccepted(new Map([first.hashes, ...written]));
const bytes = Buffer.byteLength(saved);
let changed = 0;
const took = milliseconds(() => {
	const accepted = unpackAccepted(saved);
	changed = changedIn(accepted).sent.length;
	packAccepted(accepted);
});
console.log(
	`${count} records: ${(bytes / 1e6).toFixed(1)} MB of static data; ${took.toFixed(0)} ms to load, compare all and save; ${changed} changed.`,
);
