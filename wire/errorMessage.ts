// What an error response says, in any of the usual formats and shapes: one line.
import { readJson } from './json/read';
import { plainName } from './spelling';
import { XMLParser } from './xml/library';
import { decodeReferences } from './xml/markup';

/** Secrets are redacted before it is cut for people. */
const MAX_LENGTH = 10_000;

// In any spelling, and in the order in which they help: what happened, then its details.
const MESSAGES = [
	'message',
	'title',
	'messagedetail',
	'detail',
	'exceptionmessage',
	'errordescription',
	'error',
	'faultstring',
	'reason',
	'description',
];
const DETAILS = ['modelstate', 'errors'];
const INNER = ['innerexception', 'error', 'fault'];

const COMMENTS = /<!--[^]*?(?:-->|$)|<\?[^]*?(?:\?>|$)/g;
const ERROR_ELEMENT = /^(?:error|httperror|problemdetails|problem|fault)$/;
const FIRST_ELEMENT =
	/^(?:\s|<\?[^]*?\?>|<!--[^]*?-->)*(<(?:[^\s:<>/]+:)?([^\s:<>/]+)(?=[\s/>])[^>]*>)/;

const HTML = /^<(?:!doctype\s+html|html|head|body)\b/i;
const HTML_TITLE = /<(?:title|h1|h2)\b[^<>]*>([^<]*)</i;

const parser = new XMLParser({
	ignoreAttributes: true,
	ignoreDeclaration: true,
	ignorePiTags: true,
	removeNSPrefix: true,
	parseTagValue: false,
	processEntities: true,
});

/**
 * What the service says in an error response (ASP.NET, problem+json, XML, plain text or a web page's
 * title), on one line of at most 10,000 characters; undefined if it says nothing.
 */
export function errorMessage(text: string): string | undefined {
	return reasonOf(text, messageIn);
}

/** What a response with the status of an error says: without a known field, it quotes the fields with their names. */
export function errorReason(text: string): string | undefined {
	return reasonOf(text, (value) => messageIn(value) ?? valuesIn(value));
}

function reasonOf(text: string, said: (value: unknown) => string | undefined): string | undefined {
	if (!text.startsWith('<')) {
		const json = readJson(text);
		return json.ok ? said(json.value) : onOneLine(text);
	}
	const title = pageTitle(text);
	if (title !== undefined) return title === '' ? undefined : title;
	const xml = readLenientXml(text);
	return xml === undefined ? onOneLine(text.replace(/<[^<>]*>/g, ' ')) : said(xml);
}

/** The content of the root element of any XML, as nested objects and strings; undefined where it cannot be read. */
export function readLenientXml(text: string): unknown {
	if (text.includes('<!DOCTYPE')) return undefined;
	try {
		return Object.values(parser.parse(text, true) as object)[0];
	} catch {
		return undefined;
	}
}

/** Whether a text is an error in XML, whatever its status says. */
export function isXmlError(text: string): boolean {
	return isErrorElement(rootOf(text).name);
}

/** The start tag of the root element, and its name without a prefix; empty in what is not XML. */
export function rootOf(text: string): { readonly tag: string; readonly name: string } {
	const [, tag = '', name = ''] = FIRST_ELEMENT.exec(text) ?? [];
	return { tag, name };
}

/** Whether an element with this local name is an error. */
export function isErrorElement(name: string): boolean {
	return ERROR_ELEMENT.test(plainName(name));
}

/** The title of a web page; undefined for anything else. */
export function pageTitle(text: string): string | undefined {
	const page = text.slice(0, 50_000).replace(COMMENTS, '').trimStart();
	if (!HTML.test(page)) return undefined;
	const title = HTML_TITLE.exec(page)?.[1] ?? '';
	return onOneLine(decodeReferences(title).replaceAll('&nbsp;', ' ')) ?? '';
}

/** The message in a value that was read; undefined if there is none. */
export function messageIn(value: unknown): string | undefined {
	const parts = new Set(sentencesIn(value, 0).map((part) => part.trim()));
	// One alone stays as it is written.
	const sentences = [...parts].map((part) =>
		parts.size === 1 || /[.!?:;]$|^$/.test(part) ? part : `${part}.`,
	);
	return onOneLine(sentences.join(' '));
}

const MAX_VALUES = 10;

/** The values of an error, each with its name: "reden: veld ontbreekt, nr: 7". */
function valuesIn(value: unknown): string | undefined {
	const texts: string[] = [];
	const add = (name: string, member: unknown, depth: number) => {
		if (typeof member !== 'object')
			texts.push(name === '' ? String(member) : `${name}: ${String(member)}`);
		else if (member !== null && depth < 5)
			for (const [inner, entry] of Object.entries(member).slice(0, MAX_VALUES))
				add(Array.isArray(member) ? name : decodedName(inner), entry, depth + 1);
	};
	add('', value, 0);
	return onOneLine(texts.slice(0, MAX_VALUES).join(', '));
}

function sentencesIn(value: unknown, depth: number): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || depth > 5) return [];
	if (Array.isArray(value))
		return value.slice(0, 5).flatMap((entry) => sentencesIn(entry, depth + 1));
	const members = new Map<string, unknown>(
		Object.entries(value).map(([name, member]) => [plainName(name), member]),
	);
	const texts = MESSAGES.map((name) => members.get(name)).filter(
		(text) => typeof text === 'string',
	);
	const inner = INNER.map((name) => members.get(name)).filter((each) => typeof each === 'object');
	return [
		...texts,
		...DETAILS.flatMap((name) => detailsOf(members.get(name))),
		...inner.flatMap((each) => sentencesIn(each, depth + 1)),
	];
}

// ASP.NET's ModelState and problem+json's errors: messages by field.
function detailsOf(details: unknown): string[] {
	if (typeof details === 'string') return [details];
	if (typeof details !== 'object' || details === null) return [];
	return Object.entries(details).flatMap(([name, member]: [string, unknown]) => {
		const isObject = typeof member === 'object' && member !== null;
		const messages = sentencesIn(isObject ? Object.values(member) : member, 1);
		const field = Array.isArray(details) || name === '' ? '' : `${decodedName(name)}: `;
		return messages.length === 0 ? [] : [field + messages.join(', ')];
	});
}

// What an XML name cannot hold, .NET writes as _x005B_.
function decodedName(name: string): string {
	return name.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);
}

/** A text on one line, shortened where it is long; undefined for an empty one. */
function onOneLine(text: string): string | undefined {
	const clean = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	return clean.slice(0, MAX_LENGTH) || undefined;
}
