// Bytes as text: byte order marks, charsets, declarations and invalid bytes.
import { PurchaseOrder } from '../../api/resources/purchaseOrder';
import { decodeResponse, readErrorMessage } from '../../wire';
import { readText } from '../../wire/encoding';
import { ResponseReader } from '../../wire/response';
import { feed } from './reading/support/readers';
import { bytes } from './support';

const NOTES = 'Größe 日本 🔌';
const json = `{"Notes":"${NOTES}"}`;
const xml = (encoding: string, notes = NOTES) =>
	`<?xml version="1.0" encoding="${encoding}"?><PurchaseOrder><Notes>${notes}</Notes></PurchaseOrder>`;

function utf16(text: string, littleEndian: boolean, mark: boolean): Uint8Array {
	const units = Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');
	return littleEndian ? units : units.swap16();
}

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

function notesOf(body: Uint8Array, contentType?: string): unknown {
	const decoded = decodeResponse({ schema: PurchaseOrder }, body, contentType);
	return decoded.ok ? (decoded.value as { Notes: unknown }).Notes : decoded.problem;
}

test.each<[string, Uint8Array, string | undefined]>([
	['utf-8', bytes(json), undefined],
	['utf-8 with a mark', bytes(`\ufeff${json}`), 'application/json'],
	['utf-8 with two marks', bytes(`\ufeff\ufeff${json}`), 'application/json'],
	['XML with two marks', bytes(`\ufeff\ufeff${xml('utf-8')}`), 'text/xml'],
	['utf-16 with two marks', utf16(`\ufeff${json}`, true, true), undefined],
	['utf-8 by charset', bytes(json), 'application/json; charset=utf-8'],
	['utf-8 by a quoted charset', bytes(json), 'text/json;charset="UTF-8"; q=1'],
	['utf-16 little-endian with a mark', utf16(json, true, true), undefined],
	['utf-16 big-endian with a mark', utf16(json, false, true), 'application/json; charset=utf-8'],
	['utf-16 without a mark', utf16(json, true, false), 'application/json; charset=utf-16'],
	['utf-16 big-endian without a mark', utf16(json, false, false), undefined],
	['XML in utf-8', bytes(xml('utf-8')), 'text/xml'],
	['XML in utf-16 that declares itself', utf16(xml('utf-16'), true, true), 'application/xml'],
	['XML in utf-16 without a mark', utf16(xml('UTF-16'), false, false), undefined],
	['XML that was written into a string as utf-16', bytes(xml('utf-16')), 'text/xml'],
	['XML under a charset that it cannot be in', bytes(xml('utf-8')), 'text/xml; charset=utf-16'],
	['XML under another name of it', bytes(xml('utf-8')), 'text/xml; charset=unicode'],
])('%s', (_name, body, contentType) => {
	expect(notesOf(body, contentType)).toBe(NOTES);
});

test.each<[string, Uint8Array, string | undefined]>([
	['JSON by charset', latin1('{"Notes":"Größe"}'), 'application/json; charset=iso-8859-1'],
	['XML by charset', latin1(xml('utf-8', 'Größe')), 'text/xml; charset=ISO-8859-1'],
	['XML by declaration', latin1(xml('iso-8859-1', 'Größe')), 'text/xml'],
	[
		'XML by a single-quoted declaration',
		latin1(
			"<?xml version='1.0' encoding='latin1'?><PurchaseOrder><Notes>Größe</Notes></PurchaseOrder>",
		),
		undefined,
	],
])('latin-1: %s', (_name, body, contentType) => {
	expect(notesOf(body, contentType)).toBe('Größe');
});

// Node.js 20 decodes them as ISO 8859-1 if it gets all bytes in one call. The Web takes one for the other, too.
test.each(['windows-1252', 'iso-8859-1'])('a short response in %s', (charset) => {
	const euro = Buffer.from('{"Notes":"5 \x80 \x96 x"}', 'latin1');
	const contentType = `application/json; charset=${charset}`;
	expect(notesOf(euro, contentType)).toBe('5 € – x');
	expect(readErrorMessage(Buffer.from('5 \x80 \x96 x', 'latin1'), contentType)).toBe('5 € – x');
});

test.each(['utf8', 'utf16le'] as const)('blanks in front, with a mark, in %s', (encoding) => {
	for (const text of [json, '<PurchaseOrder/>']) {
		const body = Buffer.from(`\ufeff${' '.repeat(70_000)}${text}`, encoding);
		const read = feed(new ResponseReader({ schema: PurchaseOrder }), body, () => 999);
		expect(read.ok).toBe(true);
	}
});

test('bytes that are not utf-8 are an error, and never replaced', () => {
	expect(notesOf(latin1('{"Notes":"Größe"}'))).toBe(
		'The response is damaged or cut off: its bytes are not valid utf-8.',
	);
	expect(notesOf(bytes(json).subarray(0, 13))).toContain('cut off');
});

test('half a unit at the end of utf-16 is an error', () => {
	const body = utf16(json, true, true);
	expect(notesOf(body.subarray(0, body.length - 1))).toContain('not valid utf-16le');
});

test('an unknown encoding is named', () => {
	expect(notesOf(bytes(json), 'application/json; charset=klingon')).toBe(
		'The response is in an encoding that cannot be read: klingon.',
	);
});

test('a message is read as far as it can be', () => {
	expect(readText(latin1('Größe'))).toBe('Gr\ufffd\ufffde');
	expect(readText(bytes('ok'), 'text/plain; charset=klingon')).toBe('ok');
});

test('a response of no bytes, or of a byte order mark alone, is nothing', () => {
	expect(notesOf(new Uint8Array())).toContain('nothing');
	expect(notesOf(bytes('\ufeff'))).toContain('nothing');
});
