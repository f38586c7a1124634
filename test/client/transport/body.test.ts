// Bodies that arrive in pieces, stop arriving, break or are cancelled.
import {
	ConnectionError,
	type HttpResponse,
	readBody,
	releaseBytes,
} from '../../../client/transport/http';
import { errorOf, type FakeClock, fakeClock, settle } from '../fakes';

interface Feed {
	readonly response: HttpResponse;
	push(piece: string): void;
	end(error?: Error): void;
	isClosed(): boolean;
}

/** A body that the test feeds. */
function feed(): Feed {
	let closed = false;
	let take: (piece: Uint8Array) => void = () => undefined;
	let settleBody: (error?: Error) => void = () => undefined;
	return {
		response: {
			status: 200,
			headers: {},
			body: async (taker) =>
				await new Promise<void>((resolve, reject) => {
					take = taker;
					settleBody = (error) => (error ? reject(error) : resolve());
				}),
			close: () => {
				closed = true;
			},
		},
		push: (piece) => take(Buffer.from(piece)),
		end: (error) => settleBody(error),
		isClosed: () => closed,
	};
}

function read({ response }: Feed, clock: FakeClock, signal?: AbortSignal) {
	let text = '';
	const work = readBody(clock, 300_000, signal, response, (piece) => {
		text += Buffer.from(piece).toString();
		return text.length < 1000;
	}).then(() => text);
	return { work, error: errorOf(work) };
}

test('a body is read to its end, in order', async () => {
	const body = feed();
	const { work } = read(body, fakeClock());
	body.push('one ');
	await settle();
	body.push('two');
	body.end();
	expect(await work).toBe('one two');
	expect(body.isClosed()).toBe(false);
});

test('a body is read no further than it is wanted, and closed', async () => {
	const body = feed();
	const { work } = read(body, fakeClock());
	for (let piece = 0; piece < 5; piece++) body.push('x'.repeat(400));
	expect(await work).toHaveLength(1200);
	expect(body.isClosed()).toBe(true);
});

test('a body of which nothing comes for the timeout ends, however long it took before', async () => {
	const clock = fakeClock(false);
	const body = feed();
	const { error } = read(body, clock);
	for (let piece = 0; piece < 5; piece++) {
		body.push('x');
		await clock.pass(299_000);
	}
	expect(body.isClosed()).toBe(false);
	await clock.pass(1000);
	expect(await error).toMatchObject({ code: 'ETIMEDOUT', timedOut: true });
	expect(body.isClosed()).toBe(true);
});

test.each([true, false])(
	'a body that is cancelled ends at once (before it began: %p)',
	async (before) => {
		const controller = new AbortController();
		const body = feed();
		if (before) controller.abort();
		const { error } = read(body, fakeClock(), controller.signal);
		body.push('x');
		await settle();
		controller.abort();
		expect(await error).toMatchObject({ code: 'ERR_CANCELED' });
		expect(body.isClosed()).toBe(true);
	},
);

test('a body that breaks is a failed connection with the code of the network', async () => {
	const body = feed();
	const { error } = read(body, fakeClock());
	body.end(Object.assign(new Error('aborted'), { cause: { code: 'ECONNRESET' } }));
	expect(await error).toEqual(new ConnectionError('ECONNRESET'));
	expect(await error).toMatchObject({ code: 'ECONNRESET', timedOut: false });
});

test('what takes the pieces may fail in its own way', async () => {
	const body = feed();
	const bug = new TypeError('no such field');
	let taken = 0;
	const work = readBody(fakeClock(), 1000, undefined, body.response, () => {
		taken++;
		throw bug;
	});
	body.push('x');
	body.push('y');
	expect(await errorOf(work)).toBe(bug);
	expect(body.isClosed()).toBe(true);
	expect(taken).toBe(1);
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
