// Files written while a list is read: whole, in order, with bounded memory, and again when the list changes.
import { type FileSettings, writeListFile } from '../../../client/reads/listFile';
import type { FetchPage, Page } from '../../../client/reads/pages';
import type { Row } from '../../../client/reads/read';
import { withLine } from '../../../wire/projection';
import { settle } from '../fakes';

function rowsFrom(first: number, count: number): Row[] {
	return Array.from({ length: count }, (_, index) => ({ Id: String(first + index) }));
}

/** A list of so many rows, as it is for each request of a page. */
function listOf(rows: readonly Row[]): FetchPage {
	return (number, size) =>
		Promise.resolve({ rows: rows.slice((number - 1) * size, number * size), total: rows.length });
}

const settings: FileSettings<Page> = {
	pageSize: 10,
	limit: Infinity,
	concurrency: 4,
	key: (row) => (row as { Id?: string }).Id,
	format: 'ndjson',
	columns: ['Id'],
	shape: (rows) => rows,
};

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
	const parts: Uint8Array[] = [];
	for await (const chunk of chunks) parts.push(chunk);
	return Buffer.concat(parts).toString();
}

async function write(fetchPage: FetchPage, change: Partial<FileSettings<Page>> = {}) {
	return await writeListFile(fetchPage, { ...settings, ...change }, textOf);
}

function idsOf(ndjson: string): string[] {
	return ndjson
		.split('\n')
		.filter(Boolean)
		.map((line) => (JSON.parse(line) as { Id: string }).Id);
}

test.each([0, 1, 9, 10, 11, 25, 1234])('all %i rows are written, in order', async (count) => {
	const file = await write(listOf(rowsFrom(1, count)), { pageSize: 100 });
	expect(idsOf(file.stored)).toEqual(rowsFrom(1, count).map(({ Id }) => Id));
	expect(file).toMatchObject({ recordCount: count, remarks: [] });
});

test('the limit ends the file', async () => {
	const file = await write(listOf(rowsFrom(1, 100)), { limit: 15 });
	expect(idsOf(file.stored)).toHaveLength(15);
	expect(file.recordCount).toBe(15);
});

test('rows are chosen while they are read', async () => {
	const file = await write(listOf(rowsFrom(1, 100)), {
		wanted: ({ Id }) => String(Id).endsWith('7'),
	});
	expect(idsOf(file.stored)).toEqual(['7', '17', '27', '37', '47', '57', '67', '77', '87', '97']);
});

test('a list that changes while it is read is read again', async () => {
	const [before, after] = [rowsFrom(1, 30), rowsFrom(1, 31)];
	let calls = 0;
	const file = await write(async (number, size) => {
		calls++;
		return await listOf(calls < 3 ? before : after)(number, size);
	});
	expect(idsOf(file.stored)).toEqual(after.map(({ Id }) => Id));
	expect(file.remarks).toEqual([]);
});

test('a limit that chosen rows do not reach keeps no remark back', async () => {
	const odd: FetchPage = async (number) =>
		await Promise.resolve({
			rows: number > 3 ? [] : rowsFrom(number * 10, 10),
			total: 30 + number,
		});
	const wanted = ({ Id }: Row) => String(Id).endsWith('7');
	const file = await write(odd, { limit: 20, wanted });
	expect(file.recordCount).toBe(3);
	expect(file.remarks).toEqual([expect.stringContaining('changed while it was read')]);
});

test('a list that always changes is written with a remark', async () => {
	let total = 30;
	const file = await write((number) => {
		const rows = number > 3 ? [] : rowsFrom(number * 10, 10);
		return Promise.resolve({ rows, total: total++ });
	});
	expect(file.recordCount).toBe(30);
	expect(file.remarks[0]).toContain('The list changed while it was read');
});

test('a row that moves to the next page is written once', async () => {
	const rows = rowsFrom(1, 20);
	const pages = [rows.slice(0, 10), [rows[9] ?? {}, ...rows.slice(10, 19)], rows.slice(19)];
	const file = await write((number) =>
		Promise.resolve({ rows: pages[number - 1] ?? [], total: 20 }),
	);
	expect(idsOf(file.stored)).toEqual(rows.map(({ Id }) => Id));
});

test('of rows that are kept as text, one that moved is written again only if its text changed', async () => {
	const textRow = (id: number, text: string) =>
		withLine({ Id: String(id) }, Buffer.from(`{"Id":"${id}","Name":"${text}"}\n`));
	const rows = Array.from({ length: 20 }, (_, index) => textRow(index + 1, 'x'));
	const namesIn = async (name: string) => {
		const pages = [rows.slice(0, 10), [textRow(10, name), ...rows.slice(10, 19)], rows.slice(19)];
		const total = name === 'x' ? 20 : 21;
		const file = await write((number) => Promise.resolve({ rows: pages[number - 1] ?? [], total }));
		const lines = file.stored.split('\n').filter((line) => line.includes('"10"'));
		return lines.map((line) => (JSON.parse(line) as { Name: string }).Name);
	};
	expect(await namesIn('x')).toEqual(['x']);
	expect(await namesIn('y')).toEqual(['x', 'y']);
});

test('a CSV file gets every column that occurs, documented ones first', async () => {
	const rows: Row[] = [
		...rowsFrom(1, 10),
		{ Id: '11', Warranty: 'two years' },
		{ Id: '12', Color: 'red' },
	];
	const file = await write(listOf(rows), { format: 'csv', columns: ['Id', 'Name'] });
	expect(file.stored.split('\r\n')).toEqual([
		'Id,Name,Warranty,Color',
		...rowsFrom(1, 10).map(({ Id }) => `${String(Id)},,,`),
		'11,,two years,',
		'12,,,red',
		'',
	]);
	expect(file.recordCount).toBe(12);
});

test('a failure of the service fails the file', async () => {
	const failure = new Error('page 2 failed');
	const fetchPage: FetchPage = async (number, size) =>
		number === 2 ? await Promise.reject(failure) : await listOf(rowsFrom(1, 30))(number, size);
	const seen: string[] = [];
	const store = async (chunks: AsyncIterable<Uint8Array>) => {
		await textOf(chunks).catch((error: unknown) => {
			seen.push(String(error));
			throw error;
		});
	};
	await expect(writeListFile(fetchPage, settings, store)).rejects.toBe(failure);
	expect(seen).toEqual(['Error: page 2 failed']);
});

test('a failure of the store ends the reading', async () => {
	const failure = new Error('disk full');
	let pages = 0;
	const fetchPage: FetchPage = async (number, size) => {
		pages++;
		return await listOf(rowsFrom(1, 10_000))(number, size);
	};
	const store = async (chunks: AsyncIterable<Uint8Array>) => {
		for await (const chunk of chunks) if (chunk.length > 0) throw failure;
	};
	await expect(writeListFile(fetchPage, settings, store)).rejects.toBe(failure);
	expect(pages).toBeLessThan(10);
});

test('pages wait until the store has taken the ones before', async () => {
	let fetched = 0;
	let most = 0;
	let taken = 0;
	const fetchPage: FetchPage = async (number, size) => {
		fetched++;
		return await listOf(rowsFrom(1, 200))(number, size);
	};
	const store = async (chunks: AsyncIterable<Uint8Array>) => {
		for await (const chunk of chunks) {
			taken += idsOf(Buffer.from(chunk).toString()).length;
			most = Math.max(most, fetched * 10 - taken);
			await settle();
		}
	};
	await writeListFile(fetchPage, settings, store);
	expect(taken).toBe(200);
	expect(most).toBeLessThanOrEqual(40);
});
