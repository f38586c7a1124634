// Bodies that arrive in pieces, stop arriving, or echo a secret.
import { sleep } from 'n8n-workflow';

import { readBody, releaseBytes } from '../../nodes/ProjectServices/body';
import { blotOutOfText } from '../../nodes/ProjectServices/secrets';

const secret = 'a secret of many letters';

/** A body that gives these pieces and then, if `stalls`, nothing more until it is destroyed. */
function bodyOf(pieces: readonly string[], stalls = false) {
	let failure: Error | undefined;
	return {
		destroy(error: Error) {
			failure = error;
		},
		async *[Symbol.asyncIterator]() {
			for (const piece of pieces) yield Buffer.from(piece, 'latin1');
			for (let turn = 0; stalls && turn < 400; turn++) {
				if (failure) throw failure;
				await sleep(10);
			}
		},
	};
}

async function read(
	body: unknown,
	arrangements: Partial<Parameters<typeof readBody>[0]> = {},
): Promise<string> {
	const taken: Buffer[] = [];
	await readBody(
		{ secrets: [], timeoutSeconds: 300, isStopped: () => false, ...arrangements },
		body,
		(piece) => taken.push(Buffer.from(piece)),
	);
	return Buffer.concat(taken).toString('latin1');
}

test.each([
	['a stream', bodyOf(['one ', 'two'])],
	['a buffer', Buffer.from('one two')],
	['an array buffer', new TextEncoder().encode('one two').buffer],
	['a text', 'one two'],
])('%s is read to its end', async (_, body) => {
	expect(await read(body)).toBe('one two');
});

test('a body that the host left out is empty', async () => {
	expect(await read(undefined)).toBe('');
});

test.each([1, 2, 5, 11, 24, 25, 1000])(
	'a secret is blotted out of pieces of %s bytes',
	async (length) => {
		const text = `${secret}{"Name":"${secret}","Note":"\u00c3\u00a4 ${secret.slice(0, -1)}"}${secret}`;
		const pieces = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
		expect(await read(bodyOf(pieces), { secrets: ['short', secret] })).toBe(
			text.replaceAll(secret, '***'),
		);
	},
);

const odd = 'k+/=<&>"\\ \'\u00e4\u{1f600}%-9z';
const unicodeEscaped = odd.replace(
	/[^A-Za-z0-9]/g,
	(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
);

test.each([
	['as it is', odd],
	['in JSON', JSON.stringify(odd).slice(1, -1)],
	['in JSON in JSON', JSON.stringify(JSON.stringify(odd).slice(1, -1)).slice(1, -1)],
	['in JSON with its slash escaped', JSON.stringify(odd).slice(1, -1).replace('/', '\\/')],
	['in JSON as .NET writes it', unicodeEscaped],
	[
		'in JSON in small letters',
		unicodeEscaped.replace(/u[0-9A-F]{4}/g, (code) => code.toLowerCase()),
	],
	['in XML', odd.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')],
	[
		'in an XML attribute',
		odd.replace(/[&<>"']/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`),
	],
	['in an address', encodeURIComponent(odd)],
	['in a form', encodeURIComponent(odd).replace(/%20/g, '+')],
])('a secret is blotted out %s', async (_, echo) => {
	for (const length of [3, 1000]) {
		const bytes = Buffer.from(`{"Name":"${echo}","Note":"k+/= 9z"}`).toString('latin1');
		const pieces = bytes.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
		expect(await read(bodyOf(pieces), { secrets: [odd] })).toBe('{"Name":"***","Note":"k+/= 9z"}');
	}
	expect(blotOutOfText(`It says: ${echo}.`, odd)).toBe('It says: ***.');
});

test('a short secret changes no data', async () => {
	expect(await read(bodyOf(['{"Name":"short"}']), { secrets: ['short'] })).toBe('{"Name":"short"}');
});

test('a body that stops arriving ends with a timeout', async () => {
	await expect(read(bodyOf(['{'], true), { timeoutSeconds: 0.3 })).rejects.toMatchObject({
		code: 'ETIMEDOUT',
	});
});

test('a body that nobody waits for any more is cancelled', async () => {
	await expect(read(bodyOf(['{'], true), { isStopped: () => true })).rejects.toMatchObject({
		code: 'ERR_CANCELED',
	});
});

test('the memory of bytes that were used up is given back, unless something else stands in it', () => {
	const own = new Uint8Array(64);
	const shared = new Uint8Array(64).subarray(0, 32);
	releaseBytes(own);
	releaseBytes(shared);
	expect(shared).toHaveLength(32);
	// Node knows how since version 21.
	expect(own.byteLength).toBe('transfer' in ArrayBuffer.prototype ? 0 : 64);
});
