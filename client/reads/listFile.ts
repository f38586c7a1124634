// Writes a list to a file while it is read: page after page, never more than a few of them in memory.
import { createFileEncoder, type FileFormat, newColumns } from '../../wire/file/write';
import { type FetchPage, firstPosition, listError, type Page, scanPages } from './pages';
import type { Row } from './read';
import { maxAttempts, rememberRows, totalRemarks } from './lists';

export interface FileSettings<P extends Page> {
	readonly pageSize: number;
	/** The most rows to write. */
	readonly limit: number;
	/** Pages that are read at once. */
	readonly concurrency: number;
	readonly key?: ((row: unknown) => string | undefined) | undefined;
	/** Whether rows hold only some of their fields. */
	readonly isPartial?: boolean | undefined;
	/** Which rows to write; left out, all. */
	readonly wanted?: ((row: Row) => boolean) | undefined;
	readonly format: FileFormat;
	/** The columns of a CSV file; other fields that occur are added behind them. */
	readonly columns: readonly string[];
	/** The records of the file for some rows. */
	readonly shape: (rows: readonly Row[]) => readonly Row[];
	readonly onPage?: ((page: P, number: number, records: number) => void) | undefined;
}

export interface WrittenFile<T> {
	/** What `store` gave. */
	readonly stored: T;
	readonly recordCount: number;
	/** What a person must know about the file, in full sentences. */
	readonly remarks: readonly string[];
}

/** So many rows are encoded at once: enough for a good pace, without a second copy of a whole page. */
const rowsPerChunk = 500;

/** More than this would hold too much in memory. */
const maxConcurrency = 3;

/** Hands chunks from a writer to a reader, one at a time: the writer waits until the reader wants more. */
interface Channel extends AsyncIterable<Uint8Array> {
	write(chunk: Uint8Array): Promise<void>;
	/** Ends the chunks, or fails the reader. */
	end(error?: unknown): void;
	/** Fails the writer: nobody reads any more. */
	abandon(error: unknown): void;
}

interface ChannelState {
	chunk?: Uint8Array | undefined;
	ended?: { readonly error?: unknown };
	abandoned?: { readonly error: unknown };
	wakeReader?: () => void;
	wakeWriter?: () => void;
}

function createChannel(): Channel {
	const state: ChannelState = {};
	return {
		async write(chunk) {
			if (!state.abandoned) {
				state.chunk = chunk;
				state.wakeReader?.();
				await new Promise<void>((resolve) => (state.wakeWriter = resolve));
			}
			if (state.abandoned) throw state.abandoned.error;
		},
		end(error) {
			state.ended = { error };
			state.wakeReader?.();
		},
		abandon(error) {
			state.abandoned = { error };
			state.wakeWriter?.();
		},
		async *[Symbol.asyncIterator]() {
			for (;;) {
				const { chunk } = state;
				if (chunk !== undefined) {
					state.chunk = undefined;
					state.wakeWriter?.();
					yield chunk;
				} else if (!state.ended) {
					await new Promise<void>((resolve) => (state.wakeReader = resolve));
				} else if (state.ended.error === undefined) {
					return;
				} else {
					throw state.ended.error;
				}
			}
		},
	};
}

interface Attempt {
	readonly columns: readonly string[];
	readonly recordCount: number;
	readonly rows: number;
	readonly totals: ReadonlySet<number>;
	/** Columns that were found too late to be in this file. */
	readonly lateColumns: readonly string[];
}

async function readInto<P extends Page>(
	channel: Channel,
	fetchPage: FetchPage<P>,
	settings: FileSettings<P>,
	columns: readonly string[],
): Promise<Attempt> {
	const { format, pageSize, limit, wanted, shape, key, isPartial, onPage } = settings;
	const encoder = createFileEncoder(format, columns);
	const known = new Set(columns);
	const late: string[] = [];
	const totals = new Set<number>();
	let recordCount = 0;
	let taken = 0;
	const write = async (bytes: Uint8Array) => {
		if (bytes.length > 0 && late.length === 0) await channel.write(bytes);
	};
	await write(encoder.begin());
	const remembered = rememberRows(wanted, 'lastPage');
	const scan = await scanPages<P>(
		fetchPage,
		firstPosition(wanted ? pageSize : Math.min(pageSize, limit)),
		{
			key,
			isPartial,
			isSeen: remembered.isSeen,
			concurrency: Math.min(settings.concurrency, maxConcurrency),
			limit: wanted ? undefined : limit,
			visit: async (page, number) => {
				remembered.add(page);
				if (page.total !== undefined) totals.add(page.total);
				const all = page.rows as readonly Row[];
				const rows = (wanted ? all.filter(wanted) : all).slice(0, limit - taken);
				taken += rows.length;
				for (let start = 0; start < rows.length; start += rowsPerChunk) {
					const records = shape(rows.slice(start, start + rowsPerChunk));
					recordCount += records.length;
					if (format === 'csv') {
						for (const name of newColumns(records, known)) {
							known.add(name);
							late.push(name);
						}
					}
					for (const piece of encoder.rows(records)) await write(piece);
				}
				onPage?.(page, number, recordCount);
				return taken >= limit ? 'stop' : undefined;
			},
		},
	);
	await write(encoder.end());
	return { columns, recordCount, rows: scan.position.given, totals, lateColumns: late };
}

/**
 * Reads a list and hands its file to `store` while it is read.
 *
 * A list that changes while it is read, and a CSV file that needs more columns than its header has, are read
 * again, at most three times in all; `store` then fails with what it reads from, and is called again.
 *
 * @param store takes the bytes, and stops reading when it fails
 * @throws ServiceError; whatever `store` throws
 */
export async function writeListFile<P extends Page, T>(
	fetchPage: FetchPage<P>,
	settings: FileSettings<P>,
	store: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<WrittenFile<T>> {
	let { columns } = settings;
	for (let attempt = 1; ; attempt++) {
		const channel = createChannel();
		const reading = readInto(channel, fetchPage, settings, columns).then((read) => {
			const changed = read.totals.size > 1 && read.rows < settings.limit && attempt < maxAttempts;
			const isUsable = read.lateColumns.length === 0 && !changed;
			channel.end(isUsable ? undefined : new Error('The list is read again.'));
			return { ...read, isUsable };
		});
		reading.catch((error: unknown) => channel.end(error));
		const storing = store(channel);
		storing.catch((error: unknown) => channel.abandon(error));
		const [read, stored] = await Promise.allSettled([reading, storing]);
		if (read.status === 'rejected') throw read.reason;
		const { isUsable, lateColumns, recordCount, rows, totals } = read.value;
		if (isUsable && stored.status === 'rejected') throw stored.reason;
		if (isUsable && stored.status === 'fulfilled') {
			const remarks = rows >= settings.limit ? [] : totalRemarks(totals, rows);
			return { stored: stored.value, recordCount, remarks };
		}
		if (attempt === maxAttempts)
			throw listError('The fields of the rows changed each time that the list was read');
		columns = [...columns, ...lateColumns];
	}
}
