// Files written while a list is read: whole, in order, with bounded memory, and again when the list changes.
import { type FileSettings, writeListFile } from '../../../client/reads/writeListFile';
import type { ListSettings } from '../../../client/reads/listAttempts';
import type { FetchPage } from '../../../client/reads/listSource';
import { settle } from '../fakes';
import type { RecordValue } from '../../../wire/result';

function rowsFrom(first: number, count: number): RecordValue[] {
	return Array.from({ length: count }, (_, index) => ({ Id: String(first + index) }));
}

/** A list whose total may differ from request to request. */
function listOf(
	rowsAt: (number: number, size: number) => readonly RecordValue[],
	totalAt: (request: number) => number,
): FetchPage {
	let requests = 0;
	return async (number, size) => {
		const page = { rows: rowsAt(number, size), total: totalAt(++requests) };
		return await Promise.resolve({ ...page, response: {}, deletedIds: [] });
	};
}

/** A list of these rows; with a total of its own, it may change. */
function steady(
	rows: readonly RecordValue[],
	totalAt: (request: number) => number = () => rows.length,
): FetchPage {
	return listOf((number, size) => rows.slice((number - 1) * size, number * size), totalAt);
}

/** A list of these pages. */
function paged(pages: readonly (readonly RecordValue[])[], totalAt: (request: number) => number) {
	return listOf((number) => pages[number - 1] ?? [], totalAt);
}

const settings: ListSettings = {
	pageSize: 10,
	limit: Infinity,
	concurrency: 4,
	key: ({ Id }) => String(Id),
};
const ndjson: FileSettings = { format: 'ndjson', columns: [], shape: (rows) => rows };

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
	const parts: Uint8Array[] = [];
	for await (const chunk of chunks) parts.push(chunk);
	return Buffer.concat(parts).toString();
}

function rowsIn(text: string): RecordValue[] {
	return text
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as RecordValue);
}

async function write(fetchPage: FetchPage, change: Partial<ListSettings> = {}) {
	const file = await writeListFile(fetchPage, { ...settings, ...change }, ndjson, textOf);
	return { ...file, rows: rowsIn(file.stored) };
}

const endsWith7 = ({ Id }: RecordValue) => String(Id).endsWith('7');
const threePages = [10, 20, 30].map((first) => rowsFrom(first, 10));
const twenty = rowsFrom(1, 20);
const changed = [expect.stringContaining('The list changed while it was read')];

test.each<[string, FetchPage, RecordValue[], Partial<ListSettings>?, unknown[]?]>([
	...[0, 1, 9, 10, 11, 25, 1234].map((count): [string, FetchPage, RecordValue[]] => [
		`all ${count} rows, in order`,
		steady(rowsFrom(1, count)),
		rowsFrom(1, count),
	]),
	['rows up to the limit', steady(rowsFrom(1, 100)), rowsFrom(1, 15), { limit: 15 }],
	[
		'chosen rows',
		steady(rowsFrom(1, 100)),
		rowsFrom(1, 100).filter(endsWith7),
		{ matches: endsWith7 },
	],
	[
		'a list that changed, read again',
		steady(rowsFrom(1, 31), (request) => (request < 3 ? 30 : 31)),
		rowsFrom(1, 31),
	],
	[
		'a list that always changes, with a remark',
		paged(threePages, (request) => 30 + request),
		threePages.flat(),
		{},
		changed,
	],
	[
		'a limit that chosen rows do not reach, with a remark',
		paged(threePages, (request) => 30 + request),
		threePages.flat().filter(endsWith7),
		{ limit: 20, matches: endsWith7 },
		changed,
	],
	[
		'a row that moved to the next page once',
		paged(
			[twenty.slice(0, 10), [twenty[9] ?? {}, ...twenty.slice(10, 19)], twenty.slice(19)],
			() => 20,
		),
		twenty,
	],
])('a file holds %s', async (_, fetchPage, rows, change = {}, remarks = []) => {
	const file = await write(fetchPage, change);
	expect(file).toMatchObject({ rows, recordCount: rows.length, remarks });
});

test.each([
	['x', 20, ['x']],
	['y', 21, ['x', 'y']],
])('a row that moved comes again only if it changed: %s', async (name, total, expected) => {
	const named = (id: number, text: string): RecordValue => ({ Id: String(id), Name: text });
	const rows = Array.from({ length: 20 }, (_, index) => named(index + 1, 'x'));
	const pages = [rows.slice(0, 10), [named(10, name), ...rows.slice(10, 19)], rows.slice(19)];
	const file = await write(paged(pages, () => total));
	expect(file.rows.filter(({ Id }) => Id === '10').map(({ Name }) => Name)).toEqual(expected);
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
	const file = await writeListFile(steady(rows), settings, csv, store);
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
	const fetchPage: FetchPage = async (number, size) =>
		number === 2 ? await Promise.reject(failure) : await steady(rowsFrom(1, 30))(number, size);
	const seen: unknown[] = [];
	const store = async (chunks: AsyncIterable<Uint8Array>) =>
		await textOf(chunks).catch((error: unknown) => {
			seen.push(error);
			throw new Error('A stream has other words.');
		});
	await expect(writeListFile(fetchPage, settings, ndjson, store)).rejects.toBe(failure);
	expect(seen).toEqual([failure]);
});

test('pages wait until the store has taken the ones before; a failure of the store ends the reading', async () => {
	const failure = new Error('disk full');
	let [fetched, taken, most] = [0, 0, 0];
	const fetchPage: FetchPage = async (number, size) => {
		fetched++;
		return await steady(rowsFrom(1, 10_000))(number, size);
	};
	const store = async (chunks: AsyncIterable<Uint8Array>) => {
		for await (const chunk of chunks) {
			taken += rowsIn(Buffer.from(chunk).toString()).length;
			most = Math.max(most, fetched * 10 - taken);
			await settle();
			if (taken === 200) throw failure;
		}
	};
	await expect(writeListFile(fetchPage, settings, ndjson, store)).rejects.toBe(failure);
	expect(most).toBeLessThanOrEqual(40);
	expect(fetched).toBeLessThan(25);
});
