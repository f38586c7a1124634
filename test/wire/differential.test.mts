// The reference reader against JSON.parse and a strict XML parser, on random records with undocumented and retyped
// fields, whole, mutated and truncated.
import { ProductCatalog } from '../../api/resources/productCatalog';
import { recordFields, type Schema } from '../../api/schema/types';
import { decodeResponse, type ResponseShape } from '../../wire';
import { readJson } from '../../wire/json/read';
import { arbitraryRecord, type ArbitraryValues } from '../arbitraries';
import { fc } from '../fastCheck';
import { writeXml } from '../sandbox/responses/writers';
import { bytes, decode } from './support';
import { parsedXml, strictXml } from './xml/untyped';

const RUNS = { numRuns: 300, seed: 4 };
const MANY_RUNS = { numRuns: 20_000, seed: 4, interruptAfterTimeLimit: 8_000 };

const shape: ResponseShape = { schema: ProductCatalog, rows: 'Products' };
const product = itemOf(ProductCatalog, 'Products');

function itemOf(schema: Schema, name: string): Schema {
	const field = recordFields(schema).find((one) => one.name === name);
	const kind = field && field.schema;
	if (kind?.kind !== 'list') throw new Error(`${name} is not a list.`);
	return kind.item;
}

/** Numbers, and strings that hold all digits of a number, as a double holds them; without `__proto__`. */
function rounded(value: unknown): unknown {
	if (typeof value === 'number') return value + 0;
	if (typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value)) {
		return Number(value) + 0;
	}
	if (Array.isArray(value)) return value.map(rounded);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).filter(([name]) => name !== '__proto__');
	return Object.fromEntries(members.map(([name, member]) => [name, rounded(member)]));
}

function parsedByEngine(text: string): { readonly value: unknown } | undefined {
	try {
		return { value: rounded(JSON.parse(text)) };
	} catch {
		return undefined;
	}
}

const names = fc.oneof(
	fc.constantFrom('Warranty', 'Größe', 'x-1', 'Model', 'Msrp', 'ItemLaborTypes', 'constructor'),
	fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/),
);

/** Products, some of whose fields are undocumented or of another type. */
const grownProducts = fc.array(
	fc
		.tuple(
			arbitraryRecord(product, { maxItems: 1 }),
			fc.dictionary(names, fc.jsonValue({ noUnicodeString: false }), {
				maxKeys: 5,
				noNullPrototype: true,
			}),
		)
		.map(([documented, others]) => ({ ...documented, ...others }) as ArbitraryValues),
	{ minLength: 1, maxLength: 3 },
);

test('JSON with undocumented and retyped fields is what JSON.parse reads', () => {
	const indents = fc.constantFrom(undefined, ' ', '\t\r\n');
	fc.assert(
		fc.property(grownProducts, indents, (Products, indent) => {
			const text = JSON.stringify({ Id: '1', Products }, null, indent);
			const decoded = decode(shape, text);
			expect(decoded.ok && rounded(decoded.value)).toEqual(parsedByEngine(text)?.value);
		}),
		RUNS,
	);
});

test('mutated JSON is read as JSON.parse reads it, or is an error where JSON.parse fails', () => {
	let errors = 0;
	const texts = grownProducts.map((Products) => JSON.stringify({ Products }));
	fc.assert(
		fc.property(mutated(texts), (text) => {
			const json = readJson(text);
			const expected = parsedByEngine(text);
			if (json.ok) expect(rounded(json.value)).toEqual(expected?.value);
			else if (expected && !json.problem.includes('levels deep')) throw new Error(json.problem);
			if (!json.ok) errors++;
		}),
		MANY_RUNS,
	);
	expect(errors).toBeGreaterThan(100);
});

type Undocumented = string | { readonly [name: string]: Undocumented };

const elementTexts = fc.oneof(
	fc.constantFrom('', ' ', 'a & b < c', ']]>', '007', 'true', 'line\nbreak', '日本 🔌'),
	fc.string({ unit: 'grapheme-ascii', maxLength: 10 }),
);

/** Undocumented values as XML carries them: strings, and objects of them. */
const undocumented: fc.Arbitrary<Undocumented> = fc.letrec<{ value: Undocumented }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		elementTexts,
		fc.dictionary(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,5}$/), tie('value'), {
			minKeys: 1,
			maxKeys: 3,
			noNullPrototype: true,
		}),
	),
})).value;

function elementsOf(values: Readonly<Record<string, Undocumented>>): string {
	return Object.entries(values)
		.map(
			([name, value]) =>
				`<${name}>${typeof value === 'string' ? escaped(value) : elementsOf(value)}</${name}>`,
		)
		.join('');
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

test('undocumented elements in XML are strings and objects, at any depth', () => {
	const others = fc.dictionary(fc.stringMatching(/^new[A-Za-z0-9_.-]{0,5}$/), undocumented, {
		noNullPrototype: true,
	});
	fc.assert(
		fc.property(
			arbitraryRecord(product, { xmlText: true, nulls: false, maxItems: 1 }),
			others,
			(record, other) => {
				const text = writeXml(ProductCatalog, { Products: [record] }, 'xmlSerializer');
				const inner = elementsOf(other);
				const grown = text
					.replace(/<Product ?\/>/, '<Product></Product>')
					.replace(/(?=<\/Product><\/Products>)/, () => inner);
				expect(decode(shape, grown)).toEqual({
					ok: true,
					value: { Products: [{ ...record, ...other }] },
				});
			},
		),
		RUNS,
	);
});

/** Fragments between elements that no reader may trip over. */
const noise = fc.constantFrom(
	'',
	'\n\t',
	'<!-- > - -->',
	"<?note it's > 5?>",
	'<![CDATA[<&]]>',
	'<p:New xmlns:p="urn:p" p:a="&lt;" b=\'"\'>&#65;</p:New>',
	'<New xmlns="urn:q"><a/></New>',
	'\r<!-- x -->\n',
);

const xmlDocuments = fc
	.tuple(
		arbitraryRecord(product, { xmlText: true, maxItems: 1 }),
		fc.constantFrom('xmlSerializer', 'dataContract' as const),
		fc.array(noise, { minLength: 1, maxLength: 4 }),
	)
	.map(([record, dialect, pieces]) => {
		let next = 0;
		const text = writeXml(ProductCatalog, { Products: [record] }, dialect, { nulls: 'nil' });
		return text.replace(
			/(?<=<Product[ >][^]*)<(?=[A-Z])/g,
			() => `${pieces[next++ % pieces.length]}<`,
		);
	});

test('XML with undocumented elements, comments, sections and namespaces is read as the strict parser reads it', () => {
	fc.assert(
		fc.property(xmlDocuments, (document) => {
			const text = document.replace(/\r\n?/g, '\n');
			expect(parsedXml(text)).toEqual(strictXml(text));
		}),
		RUNS,
	);
});

test('mutated XML is read as the strict parser reads it, or is an error where it fails', () => {
	// The deviations of conformance.test.mts: references to control characters, and declarations that do no harm.
	const deviation = /&#|xmlns|xml:|<\?xml/;
	let errors = 0;
	fc.assert(
		fc.property(mutated(xmlDocuments), (document) => {
			const text = document.replace(/\r\n?/g, '\n');
			const ours = parsedXml(text);
			const theirs = strictXml(text);
			if ('problem' in ours) {
				errors++;
				if (theirs !== undefined && !/DOCTYPE|levels deep/.test(ours.problem))
					throw new Error(text);
			} else if (theirs !== undefined || !deviation.test(text)) expect(ours).toEqual(theirs);
		}),
		MANY_RUNS,
	);
	expect(errors).toBeGreaterThan(100);
});

const mutations = [
	...'<>/&;"\'={}[]:,\\!?- \n\r\t0.e#xé🔌\u0000\u0001\ufffd\uffff',
	...[
		'<!--',
		'-->',
		'<![CDATA[',
		']]>',
		'<?pi ',
		'?>',
		'<!DOCTYPE x>',
		'&lt;',
		'&#0;',
		'&#x110000;',
		'&a;',
	],
	...[' xmlns="urn:x"', ' i:nil="true"', '<q:x/>', '<__proto__>', '</__proto__>', '<constructor/>'],
	...[
		'"__proto__":',
		'{"a":',
		'null',
		'true',
		'-0',
		'1E400',
		'638712345678901234',
		'\\u0000',
		'\\ud800',
	],
];

function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
	const edit = fc.tuple(
		fc.double({ min: 0, max: 1, noNaN: true }),
		fc.nat({ max: 8 }),
		fc.constantFrom('', ...mutations),
	);
	return fc.tuple(texts, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([text, edits]) =>
		edits
			.reduce((changed, [place, length, by]) => {
				const at = Math.floor(place * changed.length);
				return changed.slice(0, at) + by + changed.slice(at + length);
			}, text)
			// Half a character cannot be in bytes.
			.replace(/\p{Surrogate}/gu, '?'),
	);
}

describe('truncation at every byte is an error', () => {
	const nil = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';

	test.each([
		'{"Id":"1","Products":[{"Id":"ü","UpdatedOnTicks":638712345678901234,"New":{"a":[1.5,null,"🔌"],"b":{}}},{"Id":"2"}]}',
		`<?xml version="1.0"?><ProductCatalog ${nil}><Products><Product><Id i:nil="true"/><Model>Größe &amp; 🔌</Model><New a="1"><b>c</b><!-- d --><![CDATA[e]]><f/></New></Product><Product /></Products></ProductCatalog>`,
		'<p:ProductCatalog xmlns:p="urn:p">\r\n<p:Products>\r\n<p:Product><p:New><x xmlns="urn:x">1</x></p:New></p:Product>\r\n</p:Products></p:ProductCatalog>',
	])('%s', (text) => {
		const whole = bytes(text);
		expect(decodeResponse(shape, whole).ok).toBe(true);
		for (let length = 0; length < whole.length; length++) {
			const decoded = decodeResponse(shape, whole.subarray(0, length));
			expect(decoded.ok ? `${length} bytes were read` : decoded.problem).toMatch(
				/is cut off after [\d,]+ character|damaged or cut off|responded with nothing/,
			);
		}
	});
});

const inXml = (inner: string) =>
	`<ProductCatalog><Products>\n<Product><New>${inner}</New></Product></Products></ProductCatalog>`;

test.each([
	['{"Products":[{"Id":"1",\n"New":{"a":[1,x]}}]}', '"x" is not expected in line 2, column 15'],
	['{"Products":[{"New":"a\u0001"}]}', '"\\u0001" is not expected in line 1, column 23'],
	['{"Products":[{"New":{"a" 1}}]}', '"1" is not expected in line 1, column 26'],
	[`{"Products":[{"New":${'['.repeat(98)}1]}`, 'more than 100 levels deep (line 1, column 118)'],
	[inXml('<a>1</b>'), 'an end tag where </a> is expected (line 2, column 19)'],
	[inXml('a & b'), 'an & without a valid reference (line 2, column 17)'],
	[inXml('<a b=c/>'), 'a tag that is not well-formed (line 2, column 17)'],
	[inXml('<q:a/>'), 'the prefix of q:a is not declared (line 2, column 15)'],
	[inXml('\u0001'), 'a character that XML does not allow (line 2, column 15)'],
	[inXml('<a>'.repeat(97)), 'more than 100 levels deep (line 2, column 303)'],
])('broken text in an undocumented value is an error with its place: %s', (text, problem) => {
	const decoded = decode(shape, text);
	expect(decoded.ok ? '' : decoded.problem).toContain(problem);
});
