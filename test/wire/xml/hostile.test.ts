// Hostile and broken XML: an error with its place, no entities, no slow text, no changed prototype.
import { PurchaseOrder } from '../../../api/resources/purchaseOrder';
import { decodeResponse } from '../../../wire';
import { counted, growth, LINEAR } from '../../growth.mjs';
import { decode, problemOf, valueOf } from '../support';

const shape = { schema: PurchaseOrder };

const order = (inner: string) => `<PurchaseOrder>${inner}</PurchaseOrder>`;
/** Joins the texts that are made for the numbers from 0. */
const times = (count: number, make: (at: number) => string) =>
	Array.from({ length: count }, (_, at) => make(at)).join('');
const namespaces = (count: number, prefix = '') =>
	times(count, (at) => `xmlns:a${prefix}${at}="x" `);
const TAG = 'a tag that is not well-formed';
const REFERENCE = 'an & without a valid reference';
const OUTSIDE = 'content outside of the root element';

test.each<[string, string, number]>([
	[order('<Id>1</Idx>'), 'an end tag where </Id> is expected', 21],
	[order('<Id>1</Idx<Number/>'), 'an end tag where </Id> is expected', 21],
	[order('<Id>1</Id"<Number/>'), 'an end tag where </Id> is expected', 21],
	['<PurchaseOrder></PurchaseOrder></Id>', OUTSIDE, 32],
	['<PurchaseOrder/><PurchaseOrder/>', OUTSIDE, 17],
	['<PurchaseOrder/>text', OUTSIDE, 17],
	['<PurchaseOrder/>&#32;', OUTSIDE, 17],
	['<PurchaseOrder/><![CDATA[]]>', OUTSIDE, 17],
	[order('<Id a=1/>'), TAG, 19],
	[order('<Id a/>'), TAG, 19],
	[order('<Id a="1"b="2"/>'), TAG, 25],
	[order('<Id a="<"/>'), TAG, 19],
	[order('<Id a="1" a="2"/>'), 'the attribute a is repeated', 25],
	[order('<Id xmlns:x="u" xmlns:y="u" x:a="1" y:a="1"/>'), 'an attribute under two prefixes', 16],
	[order('<Id xmlns:x="u">1</Id><x:Id/>'), 'the prefix of x:Id is not declared', 38],
	[order('<Id a="&nbsp;"/>'), REFERENCE, 23],
	[order('<1d/>'), TAG, 16],
	[order('< Id/>'), TAG, 16],
	[order('a < b'), TAG, 18],
	[order('<Id>a & b</Id>'), REFERENCE, 22],
	['<PurchaseOrder xmlns:a="u"><a:b:c/></PurchaseOrder>', TAG, 32],
	['<PurchaseOrder :a="1"/>', TAG, 15],
	[order('<Id>&nbsp;</Id>'), REFERENCE, 20],
	[order('<Id>&#xD800;</Id>'), REFERENCE, 20],
	[order('<Id>&#1114112;</Id>'), REFERENCE, 20],
	[order('<Id>&#X41;</Id>'), REFERENCE, 20],
	[order('<!ELEMENT a>'), 'a declaration that is not allowed here', 16],
	[order('<New><a>é🔌</b></New>'), 'an end tag where </a> is expected', 30],
])('%s', (text, fault, column) => {
	const problem = (line: number) =>
		`The response is not well-formed XML: ${fault} (line ${line}, column ${column}).`;
	expect(problemOf(shape, text)).toBe(problem(1));
	if (!text.startsWith('<?'))
		expect(problemOf(shape, `\n<!--\n-->\n${text}`)).toContain('(line 4, ');
});

test.each([
	['<Notes>a\0b</Notes>', 24],
	['<Notes>\0\0\0\0\0\0\0\0abcdefgh</Notes>', 23],
	['<New a="\0"/>', 24],
	['<New><![CDATA[\0]]></New>', 30],
	['<!--\0--><Id/>', 20],
])('a zero byte is an error: %j', (inner, column) => {
	const problem = `The response contains a zero byte (line 1, column ${column}).`;
	expect(problemOf(shape, order(inner))).toBe(problem);
});

describe('entities', () => {
	const problem = 'a DOCTYPE, which is refused because it may define entities';

	test.each([
		'<!DOCTYPE PurchaseOrder [<!ENTITY a "b">]><PurchaseOrder><Id>&a;</Id></PurchaseOrder>',
		'<!DOCTYPE PurchaseOrder SYSTEM "file:///etc/hosts"><PurchaseOrder/>',
		'<?xml version="1.0"?>\n<!-- x --><!DOCTYPE PurchaseOrder><PurchaseOrder/>',
		'<PurchaseOrder><!DOCTYPE x [<!ENTITY a "b">]></PurchaseOrder>',
	])('a DOCTYPE is an error: %s', (text) => {
		expect(problemOf(shape, text)).toContain(problem);
	});

	test('entities are never expanded', () => {
		const laughs = times(9, (level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);
		const text = `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]><PurchaseOrder><Id>&l9;</Id></PurchaseOrder>`;
		expect(problemOf(shape, text)).toContain(problem);
	});
});

test('100 levels of elements are read, 101 are an error, a million are fast', () => {
	const nested = (levels: number) =>
		order(`<Id/>${'<a>'.repeat(levels - 1)}${'</a>'.repeat(levels - 1)}`);
	expect(decode(shape, nested(100)).ok).toBe(true);
	const words = 'elements nested more than 100 levels deep';
	expect(problemOf(shape, nested(101))).toContain(words);
	expect(problemOf(shape, nested(1_000_000))).toContain(words);
	const open = `<PurchaseOrder>${'<Contacts>'.repeat(1_000_000)}`;
	expect(problemOf(shape, open)).toContain(words);
});

describe('names that JavaScript uses itself', () => {
	const names = ['constructor', 'hasOwnProperty', 'toString', '__defineGetter__'];

	test.each(names)('%s is a name like any other', (name) => {
		const text = `<PurchaseOrder ${name}="x"><${name}><${name}>1</${name}></${name}><VendorAddress><${name}/></VendorAddress></PurchaseOrder>`;
		expect(Object.entries(valueOf(PurchaseOrder, text) as object)).toEqual([
			[name, Object.fromEntries([[name, '1']])],
			['VendorAddress', Object.fromEntries([[name, '']])],
		]);
	});

	test('__proto__ is dropped', () => {
		const text =
			'<PurchaseOrder __proto__="x"><__proto__><polluted>1</polluted></__proto__><p:__proto__ xmlns:p="urn:p"/><New><__proto__>1</__proto__><a>1</a></New><Id>1</Id></PurchaseOrder>';
		const value = valueOf(PurchaseOrder, text) as Record<string, unknown>;
		expect(Object.entries(value)).toEqual([
			['New', { a: '1' }],
			['Id', '1'],
		]);
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});

	test('a root or an item with such a name is not another record', () => {
		for (const name of ['constructor', '__proto__']) {
			const problem = `The service responded with <${name}> instead of a PurchaseOrder.`;
			expect(problemOf(shape, `<${name}/>`)).toBe(problem);
		}
		const text = order('<Contacts><__proto__><Name>x</Name></__proto__></Contacts>');
		expect(valueOf(PurchaseOrder, text)).toEqual({ Contacts: [{ Name: 'x' }] });
	});
});

describe('size', () => {
	/** The bytes of a document with one huge piece, without a huge string. */
	function withPiece(before: string, character: string, length: number, after: string): Uint8Array {
		return Buffer.concat([
			Buffer.from(before),
			Buffer.alloc(length, character),
			Buffer.from(after),
		]);
	}

	test.each<[string, string, string]>([
		['CDATA', '<PurchaseOrder><Id>1</Id><Notes><![CDATA[', ']]></Notes></PurchaseOrder>'],
		['JSON', '{"Id":"1","Notes":"', '"}'],
	])('a text of 90 MB is read: %s', (_name, before, after) => {
		const decoded = decodeResponse(shape, withPiece(before, 'x', 90_000_000, after));
		if (!decoded.ok) throw new Error(decoded.problem);
		const { Id, Notes } = decoded.value as { Id: string; Notes: string };
		expect([Id, Notes.length]).toEqual(['1', 90_000_000]);
	});

	test.each<[string, string, string, string?]>([
		['a comment', '<PurchaseOrder><!--', '--></PurchaseOrder>', ''],
		['an attribute', '<PurchaseOrder a="', '"/>'],
		['blanks in a tag', '<PurchaseOrder', '/>'],
		['a name', '<PurchaseOrder><Id/><a', '/></PurchaseOrder>'],
	])(
		'%s of 2 MB is read, and of 20 MB if it is not in a tag',
		(name, before, after, problem = 'a tag of more than 2,000,000 bytes') => {
			const character = name.startsWith('blanks') ? ' ' : 'x';
			const read = (length: number) =>
				decodeResponse(shape, withPiece(before, character, length, after));
			expect(read(1_999_900).ok).toBe(true);
			const decoded = read(20_000_000);
			expect(decoded.ok ? '' : decoded.problem).toContain(problem);
			expect(decoded.ok).toBe(problem === '');
		},
	);

	test.each<[string, number, (count: number) => string]>([
		['references', 50_000, (count) => order(`<Id>${'&amp;'.repeat(count)}</Id>`)],
		['invalid references', 1_000_000, (count) => order(`<Id>${'&'.repeat(count)}</Id>`)],
		[
			'invalid references in an attribute',
			1_900_000,
			(count) => `<PurchaseOrder a="${'&'.repeat(count)}"/>`,
		],
		['broken references', 100_000, (count) => `<PurchaseOrder><Id>${'&'.repeat(count)}`],
		['open brackets', 100_000, (count) => '<'.repeat(count)],
		['namespaces', 2_000, (count) => `<PurchaseOrder ${namespaces(count)}/>`],
		[
			'elements that declare a namespace each, below many declarations',
			2_000,
			(count) =>
				`<PurchaseOrder ${namespaces(count / 2)}>${'<a xmlns:b="x"/>'.repeat(count)}</PurchaseOrder>`,
		],
		[
			'nested elements that declare many namespaces each',
			2_000,
			(count) =>
				order(
					`${times(90, (level) => `<a ${namespaces(count / 40, `${level}_`)}>`)}${'<b c="x"/>'.repeat(count)}${'</a>'.repeat(90)}`,
				),
		],
		['open comments', 50_000, (count) => `<PurchaseOrder>${'<!--'.repeat(count)}`],
		['CDATA sections', 10_000, (count) => order(`<Id>${'<![CDATA[x]]>'.repeat(count)}</Id>`)],
		['elements of one name', 20_000, (count) => order('<New/>'.repeat(count))],
		['elements of many names', 5_000, (count) => order(times(count, (at) => `<N${at}/>`))],
		['digits', 100_000, (count) => order(`<CurrencyRate>${'1'.repeat(count)}</CurrencyRate>`)],
		['JSON quotes', 200_000, (count) => `{"Id":"${'\\"'.repeat(count)}","a":638712345678901234}`],
		['JSON digits', 100_000, (count) => `{"CurrencyRate":${'1'.repeat(count)}}`],
	])('the time for %s grows no faster than their number', (_name, most, make) => {
		const bytes = (count: number) => Buffer.from(make(count));
		const wire = counted<{ decodeResponse: typeof decodeResponse }>('wire/index.ts');
		expect(growth(most, bytes, (body) => wire.decodeResponse(shape, body))).toBeLessThan(LINEAR);
	});
});
