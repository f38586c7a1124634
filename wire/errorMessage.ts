// What a message in an answer says: found in values of any of the usual shapes, told on one line.

const MAX_LENGTH = 400;

// In the order in which they help: what happened, then the details of it.
const MESSAGES = [
	'message',
	'title',
	'messagedetail',
	'detail',
	'exceptionmessage',
	'error_description',
	'error',
	'faultstring',
	'reason',
	'description',
];
const PAGE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
const TITLE = /<(?:title|h1|h2)\b[^<>]*>([^<]*)</i;

const DETAILS = ['modelstate', 'errors'];
const INNER = ['innerexception', 'error', 'fault'];

/** The title of a web page; undefined for what is none. */
export function pageTitle(text: string): string | undefined {
	if (!PAGE.test(text.slice(0, 5000))) return undefined;
	const title = TITLE.exec(text.slice(0, 50_000))?.[1] ?? '';
	return onOneLine(unescaped(title)) ?? '';
}

/** The message in a value that was read; undefined if there is none. */
export function messageIn(value: unknown): string | undefined {
	const parts: string[] = [];
	collect(value, parts, 0);
	return onOneLine(joined(parts));
}

function collect(value: unknown, parts: string[], depth: number): void {
	if (depth > 5) return;
	if (typeof value === 'string') parts.push(value);
	else if (Array.isArray(value))
		value.slice(0, 5).forEach((entry) => collect(entry, parts, depth + 1));
	else if (typeof value === 'object' && value !== null) collectMembers(value, parts, depth);
}

function collectMembers(value: object, parts: string[], depth: number): void {
	const members = new Map(
		Object.entries(value).map(([name, member]) => [name.toLowerCase(), member as unknown]),
	);
	for (const name of MESSAGES) {
		const member = members.get(name);
		if (typeof member === 'string') parts.push(member);
	}
	for (const name of DETAILS) collectDetails(members.get(name), parts);
	for (const name of INNER) {
		const member = members.get(name);
		if (typeof member === 'object') collect(member, parts, depth + 1);
	}
}

// ASP.NET's ModelState and problem+json's errors: a field to the texts about it.
function collectDetails(details: unknown, parts: string[]): void {
	if (typeof details !== 'object' || details === null) return;
	for (const [name, member] of Object.entries(details)) {
		const texts: string[] = [];
		collect(typeof member === 'object' ? Object.values(member ?? {}) : member, texts, 1);
		const field = Array.isArray(details) ? '' : decodedName(name);
		if (texts.length > 0) parts.push(field ? `${field}: ${texts.join(', ')}` : texts.join(', '));
	}
}

// What no XML name may hold, .NET writes as _x005B_.
function decodedName(name: string): string {
	return name.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);
}

function joined(parts: readonly string[]): string {
	const unique = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
	return unique.map((part) => (/[.!?:;]$/.test(part) ? part : `${part}.`)).join(' ');
}

function unescaped(text: string): string {
	const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
	return text
		.replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCharCode(Number(code)))
		.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => names[name]);
}

/** A text on one line, cut where it is long; undefined for an empty one. */
export function onOneLine(text: string): string | undefined {
	const clean = text.replace(/(?:\s|[^\u0020-\uffff])+/g, ' ').trim();
	if (clean === '') return undefined;
	return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 3)}...` : clean;
}
