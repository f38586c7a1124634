// Files written while a list is read: whole, in order, with bounded memory, and again when the list is short.
import type { Page } from '../../../client/reads/list';
import { type FileSettings, writeListFile } from '../../../client/reads/writeListFile';
import { settle } from '../fakes';
import { listOfPages, rowsIn, textOf } from './fakeLists';
import type { RecordValue } from '../../../wire/result';

function rowsFrom(first: number, count: number): RecordValue[] {
	return Array.from({ length: count }, (_, index) => ({ Id: String(first + index) }));
}

/** Pages of ten of these rows. */
function paged(rows: readonly RecordValue[]) {
	return (number: number): Partial<Page> => ({
		rows: rows.slice((number - 1) * 10, number * 10),
		total: rows.length,
	});
}

const ndjson: FileSettings = { format: 'ndjson', columns: [], shape: (rows) => rows };

test('a short list is written again', async () => {
	let requests = 0;
	const all = rowsFrom(1, 25);
	const { list } = listOfPages((number) =>
		++requests < 3 ? { ...paged(all.slice(1))(number), total: 25 } : paged(all)(number),
	);
	const file = await writeListFile({ ...list, concurrency: 1 }, ndjson, textOf);
	expect([rowsIn(file.stored), file.recordCount]).toEqual([all, 25]);
});

test('a row that comes again on a far page comes once, unless it differs', async () => {
	const rows = [...rowsFrom(1, 30), { Id: '1' }, { Id: '2', Name: 'New' }];
	const { list } = listOfPages((number) => ({ ...paged(rows)(number), total: undefined }));
	const file = await writeListFile(list, ndjson, textOf);
	expect(rowsIn(file.stored)).toEqual([...rowsFrom(1, 30), { Id: '2', Name: 'New' }]);
});

test('a CSV file gets every column that occurs, documented ones first', async () => {
	const rows = [
		...rowsFrom(1, 10),
		{ Id: '11', Warranty: 'two years' },
		{ Id: '12', Color: 'red' },
	];
	const csv: FileSettings = { ...ndjson, format: 'csv', columns: ['Id', 'Name'] };
	const texts: string[] = [];
	const store = async (chunks: AsyncIterable<Uint8Array>) => {
		texts.push(await textOf(chunks));
		return texts.at(-1) ?? '';
	};
	const file = await writeListFile(listOfPages(paged(rows)).list, csv, store);
	// The first reading did not fail: what it stored is dropped.
	expect(texts.map((text) => text.split('\r\n')[0])).toEqual(['Id,Name', 'Id,Name,Warranty,Color']);
	expect(file.stored.split('\r\n')).toEqual([
		'Id,Name,Warranty,Color',
		...rowsFrom(1, 10).map(({ Id }) => `${String(Id)},,,`),
		'11,,two years,',
		'12,,,red',
		'',
	]);
	expect(file.recordCount).toBe(12);
});

test('a failure of the service fails the file, and the store', async () => {
	const failure = new Error('page 2 failed');
	const { list } = listOfPages((number) => {
		if (number === 2) throw failure;
		return paged(rowsFrom(1, 30))(number);
	});
	const seen: unknown[] = [];
	const store = async (chunks: AsyncIterable<Uint8Array>) =>
		await textOf(chunks).catch((error: unknown) => {
			seen.push(error);
			throw new Error('A stream has other words.');
		});
	await expect(writeListFile(list, ndjson, store)).rejects.toBe(failure);
	expect(seen).toEqual([failure]);
});

test('pages wait until the store has taken the ones before; a failure of the store ends the reading', async () => {
	const failure = new Error('disk full');
	let [fetched, taken, most] = [0, 0, 0];
	const { list } = listOfPages((number) => {
		fetched++;
		return paged(rowsFrom(1, 10_000))(number);
	});
	const store = async (chunks: AsyncIterable<Uint8Array>) => {
		for await (const chunk of chunks) {
			taken += rowsIn(Buffer.from(chunk).toString()).length;
			most = Math.max(most, fetched * 10 - taken);
			await settle();
			if (taken === 200) throw failure;
		}
	};
	await expect(writeListFile(list, ndjson, store)).rejects.toBe(failure);
	expect(most).toBeLessThanOrEqual(40);
	expect(fetched).toBeLessThan(25);
});
