// Bodies that arrive in pieces, stop arriving, break or are cancelled.
import { readBody, releaseBytes } from '../../../client/transport/http';
import { errorOf, fakeClock, response, settle } from '../fakes';

/** Reads a body that the test feeds, until it has 1000 characters. */
function reading(clock = fakeClock(false), signal?: AbortSignal) {
	let text = '';
	let isClosed = false;
	let push: (piece: Uint8Array) => void = () => undefined;
	let end: (error?: Error) => void = () => undefined;
	const fed = {
		...response(200),
		body: async (take: typeof push) =>
			await new Promise<void>((resolve, reject) => {
				push = take;
				end = (error) => (error ? reject(error) : resolve());
			}),
		close: () => {
			isClosed = true;
		},
	};
	const work = readBody(clock, 300_000, signal, fed, (piece) => {
		text += Buffer.from(piece).toString();
		if (text.includes('bug')) throw new TypeError('no such field');
		return text.length < 1000;
	});
	return {
		text: () => text,
		error: errorOf(work),
		isClosed: () => isClosed,
		push: (piece: string) => push(Buffer.from(piece)),
		end: (error?: Error) => end(error),
	};
}

describe('a body', () => {
	test('is read to its end, in order', async () => {
		const body = reading();
		body.push('one ');
		await settle();
		body.push('two');
		body.end();
		expect(await body.error).toBeUndefined();
		expect(body.text()).toBe('one two');
		expect(body.isClosed()).toBe(false);
	});

	test('is read no further than it is wanted, and closed', async () => {
		const body = reading();
		for (let piece = 0; piece < 5; piece++) body.push('x'.repeat(400));
		expect(await body.error).toBeUndefined();
		expect(body.text()).toHaveLength(1200);
		expect(body.isClosed()).toBe(true);
	});

	test('of which nothing comes for the timeout ends, however long it took before', async () => {
		const clock = fakeClock(false);
		const body = reading(clock);
		for (let piece = 0; piece < 5; piece++) {
			body.push('x');
			await clock.pass(299_000);
		}
		expect(body.isClosed()).toBe(false);
		await clock.pass(1000);
		expect(await body.error).toMatchObject({ code: 'ETIMEDOUT', timedOut: true });
		expect(body.isClosed()).toBe(true);
	});

	test.each([true, false])(
		'that is cancelled ends at once (before it began: %p)',
		async (before) => {
			const controller = new AbortController();
			if (before) controller.abort();
			const body = reading(fakeClock(), controller.signal);
			body.push('x');
			controller.abort();
			expect(await body.error).toMatchObject({ code: 'ERR_CANCELED' });
			expect(body.isClosed()).toBe(true);
		},
	);

	test('that breaks is a failed connection with the code of the network', async () => {
		const body = reading();
		body.end(Object.assign(new Error('aborted'), { cause: { code: 'ECONNRESET' } }));
		expect(await body.error).toMatchObject({ code: 'ECONNRESET', timedOut: false });
	});

	test('ends with the error of what takes its pieces', async () => {
		const body = reading();
		body.push('bug');
		body.push('never taken');
		expect(await body.error).toEqual(new TypeError('no such field'));
		expect(body.text()).toBe('bug');
		expect(body.isClosed()).toBe(true);
	});
});

test('the memory of used bytes is given back, unless something else is in it', () => {
	const own = new Uint8Array(64);
	const shared = new Uint8Array(64).subarray(0, 32);
	releaseBytes(own);
	releaseBytes(shared);
	expect(shared).toHaveLength(32);
	// Node can do so since version 21.
	expect(own.byteLength).toBe('transfer' in ArrayBuffer.prototype ? 0 : 64);
});

test('a response that sends a byte now and then ends after ten times the timeout', async () => {
	const clock = fakeClock(false);
	let time = 0;
	const dripping = {
		...response(200),
		body: async (take: (piece: Uint8Array) => void) => {
			for (let pieces = 0; pieces < 100; pieces++) {
				time += 900;
				await Promise.resolve();
				take(Buffer.from('x'));
			}
		},
	};
	const taken: Uint8Array[] = [];
	const reading = readBody({ ...clock, now: () => time }, 1000, undefined, dripping, (piece) => {
		taken.push(piece);
		return true;
	});
	await expect(reading).rejects.toMatchObject({ timedOut: true });
	expect(taken.length).toBe(11);
});
