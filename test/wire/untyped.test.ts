// A response of which nothing is known: JSON and XML as they are, whatever the encoding.
import { UntypedReader, type UntypedOptions } from '../../wire/untyped';

function read(body: string | Buffer, options: UntypedOptions = {}) {
	const reader = new UntypedReader(options);
	const bytes = Buffer.from(body);
	// Cut in the middle of a character.
	for (let at = 0; at < bytes.length; at += 5) reader.push(bytes.subarray(at, at + 5));
	return { decoded: reader.end(), reader };
}

test.each<[string, string | Buffer, unknown]>([
	['JSON', '{"a":[1,{"b":null}],"c":"ü"}', { a: [1, { b: null }], c: 'ü' }],
	['a long number', '[638712345678901234]', ['638712345678901234']],
	['XML with any root', '<x:R xmlns:x="u"><x:A>01</x:A><x:A/></x:R>', { A: ['01', ''] }],
	[
		'a null element',
		'<R xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><A i:nil="true"/></R>',
		{ A: null },
	],
	['three elements that come again', '<R><A>1</A><A>2</A><A>3</A></R>', { A: ['1', '2', '3'] }],
	[
		'attributes, without declarations',
		'<R xmlns="u" xmlns:p="v" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" id="1" p:k="2"><A i:type="x" unit="kg">5</A><B i:nil="true" a="1"/></R>',
		{ '@id': '1', '@k': '2', A: { '@unit': 'kg', '#text': '5' }, B: null },
	],
	['an attribute alone', '<R><A id="1"/></R>', { A: { '@id': '1' } }],
	['text beside elements', '<R>a<B>1</B>c</R>', { B: '1', '#text': 'ac' }],
	['two byte order marks', '\ufeff\ufeff{"a":1}', { a: 1 }],
	['two byte order marks of XML', '\ufeff\ufeff<R><A>1</A></R>', { A: '1' }],
	['a mark and UTF-16', Buffer.from('\ufeff{"a":"ü"}', 'utf16le'), { a: 'ü' }],
])('%s', (_, body, value) => {
	expect(read(body).decoded).toMatchObject({ ok: true, value });
});

test('the format is kept', () => {
	const { reader } = read('<?xml version="1.0"?><!-- <a> --><R xmlns="u"><A/></R>');
	expect(reader.format).toBe('xml');
});

test.each([
	['<!doctype html><html><title>Sign in</title></html>', 'web page'],
	[' ', 'nothing'],
	['<R>', 'cut off'],
	['{"a":', 'cut off'],
	['<R><A></R>', 'not well-formed'],
])('%j is a problem: %s', (body, problem) => {
	expect(read(body).decoded).toMatchObject({
		ok: false,
		problem: expect.stringContaining(problem) as unknown,
	});
});

test.each([
	[
		'bytes that are no UTF-8',
		Buffer.from([0x5b, 0x22, 0xfc, 0x22, 0x5d]),
		undefined,
		'not valid utf-8',
	],
	['a cut character', Buffer.from('["ü').subarray(0, 3), undefined, 'not valid utf-8'],
	[
		'an unknown charset',
		Buffer.from('[]'),
		'application/json; charset=klingon',
		'cannot be read: klingon',
	],
])('%s are a problem', (_, body, contentType, problem) => {
	expect(read(body, { contentType }).decoded).toMatchObject({
		ok: false,
		problem: expect.stringContaining(problem) as unknown,
	});
});

test('a charset of one byte is followed', () => {
	const contentType = 'text/xml; charset=iso-8859-1';
	const { decoded } = read(Buffer.from('<R><A>\xfc</A></R>', 'latin1'), { contentType });
	expect(decoded).toMatchObject({ ok: true, value: { A: 'ü' } });
});

test('more than the bound is not read', () => {
	const reader = new UntypedReader({ maxBytes: 10 });
	expect([reader.push(Buffer.from('[1,2,3,4,')), reader.push(Buffer.from('5]'))]).toEqual([
		true,
		false,
	]);
	expect(reader.end()).toMatchObject({ ok: false, isTooLarge: true });
});
