// Mutated answers: whatever becomes of a document, it is refused in words or read as what it says.
import type { Schema } from '../../api/kinds';
import { endpoints } from '../../api';
import { type AnswerShape, type Decoded, decodeAnswer } from '../../wire';
import { arbitraryRecord } from '../arbitraries';
import { fc } from '../fastCheck';
import { writeJson, writeXml } from '../sandbox/writers';
import { kindOf } from '../../api/kinds';

export interface FuzzOptions {
	readonly documents: number;
	readonly seconds: number;
	readonly seed: number;
}

export interface FuzzResult {
	readonly documents: number;
	readonly accepted: number;
	readonly refused: number;
}

/** No document of this size may take longer, on the slowest machine. */
const MAX_MILLISECONDS = 2000;

type Random = (below: number) => number;

function randomFrom(seed: number): Random {
	let state = seed >>> 0;
	return (below) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let bits = Math.imul(state ^ (state >>> 15), state | 1);
		bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
		return ((bits ^ (bits >>> 14)) >>> 0) % below;
	};
}

const snippets = [
	...'<>/&;"\'={}[]:,\\!?- \n\t0e.#x',
	'<!--',
	'-->',
	'<![CDATA[',
	']]>',
	'<?pi ',
	'?>',
	'<!DOCTYPE x [<!ENTITY a "b">]>',
	'&a;',
	'&lt;',
	'&#0;',
	'&#x110000;',
	' xmlns="urn:x"',
	' xmlns:p="urn:p"',
	' i:nil="true"',
	'<p:x/>',
	'<__proto__>',
	'</__proto__>',
	'<constructor/>',
	'"__proto__":',
	'{"a":',
	'null',
	'true',
	'-0',
	'1E400',
	'638712345678901234',
	'\\u0000',
	'\\ud800',
	'\u0000',
	'\ufeff',
	'\ufffe',
	'é',
	'🔌',
];

function mutated(text: string, random: Random): string {
	const at = random(text.length + 1);
	const length = 1 + random(random(4) === 0 ? 200 : 8);
	const piece = text.slice(at, at + length);
	switch (random(6)) {
		case 0:
			return text.slice(0, at) + text.slice(at + length);
		case 1:
			return text.slice(0, at) + piece + text.slice(at);
		case 2:
			return text.slice(0, at);
		case 3: {
			const to = random(text.length + 1);
			return text.slice(0, to) + piece + text.slice(to);
		}
		case 4:
			return text.slice(0, at) + snippets[random(snippets.length)] + text.slice(at + 1);
		default:
			return text.slice(0, at) + snippets[random(snippets.length)] + text.slice(at);
	}
}

interface Original {
	readonly shape: AnswerShape;
	readonly text: string;
}

function originals(seed: number): Original[] {
	const found: Original[] = [];
	for (const { endpoint } of endpoints) {
		if (endpoint.kind !== 'read') continue;
		const kind = kindOf(endpoint.answer);
		const record = kind.kind === 'list' ? kind.item : endpoint.answer;
		const options = { xmlText: true, maxItems: 2 };
		for (const value of fc.sample(arbitraryRecord(record, options), { numRuns: 4, seed })) {
			const given = kind.kind === 'list' ? [value] : value;
			found.push(
				...writtenAll(endpoint.answer, given).map((text) => ({ shape: shapeOf(endpoint), text })),
			);
		}
	}
	return found;
}

function shapeOf(endpoint: { answer: Schema; rows?: string; oneOrMany?: true }): AnswerShape {
	const { answer: schema, rows, oneOrMany } = endpoint;
	return { schema, ...(rows && { rows }), ...(oneOrMany && { oneOrMany }) };
}

function writtenAll(schema: Schema, value: unknown): string[] {
	return [
		writeJson(schema, value),
		writeXml(schema, value, 'xmlSerializer', { declaration: true, indent: ' ', nulls: 'nil' }),
		writeXml(schema, value, 'dataContract'),
		writeXml(schema, value, 'dataContract', { prefix: 'p', cdata: true }),
	];
}

/**
 * Reads many mutated documents.
 *
 * @throws Error with the document that was read wrongly, made the codec throw or took too long.
 */
export function fuzz({ documents, seconds, seed }: FuzzOptions): FuzzResult {
	const random = randomFrom(seed);
	const all = originals(seed);
	const deadline = performance.now() + seconds * 1000;
	let count = 0;
	let accepted = 0;
	while (count < documents && performance.now() < deadline) {
		const { shape, text } = all[random(all.length)];
		let document = text;
		for (let times = 1 + random(3); times > 0; times--) document = mutated(document, random);
		// A mutation may halve a character, which bytes cannot carry.
		document = document.replace(/\p{Surrogate}/gu, '?');
		if (check(shape, document)) accepted++;
		count++;
	}
	return { documents: count, accepted, refused: count - accepted };
}

function check(shape: AnswerShape, document: string): boolean {
	const started = performance.now();
	let decoded: Decoded;
	try {
		decoded = decodeAnswer(shape, new TextEncoder().encode(document));
		const problem =
			performance.now() - started > MAX_MILLISECONDS ? 'too slow' : faultIn(decoded, document);
		if (problem !== undefined) throw new Error(problem);
	} catch (error) {
		throw new Error(`${String(error)}\n${JSON.stringify(document)}`);
	}
	return decoded.ok;
}

function faultIn(decoded: Decoded, document: string): string | undefined {
	if (!decoded.ok) {
		return /^[A-Z].*\.$/s.test(decoded.problem) ? undefined : `no sentence: ${decoded.problem}`;
	}
	const parsed = parsedByEngine(document);
	if (decoded.format === 'xml') {
		if (parsed !== undefined) return 'JSON was read as XML';
		return oddLeaf(decoded.value, document);
	}
	if (parsed === undefined) return 'broken JSON was read';
	const given =
		Array.isArray(decoded.value) && !Array.isArray(parsed) ? [parsed ?? []].flat() : parsed;
	return differs(decoded.value, given)
		? 'JSON was read otherwise than JSON.parse reads it'
		: undefined;
}

function parsedByEngine(document: string): unknown {
	try {
		return JSON.parse(document.replace(/^\ufeff/, ''));
	} catch {
		return undefined;
	}
}

/** Whether two values differ in more than exact numbers and names that are dropped. */
function differs(ours: unknown, theirs: unknown): boolean {
	if (typeof theirs === 'number') {
		return typeof ours === 'string' ? Number(ours) !== theirs : !(ours === theirs);
	}
	if (typeof theirs !== 'object' || theirs === null) return ours !== theirs;
	if (typeof ours !== 'object' || ours === null) return true;
	if (Object.getPrototypeOf(ours) !== Object.getPrototypeOf(theirs)) return true;
	const names = Object.keys(theirs).filter((name) => name !== '__proto__');
	return (
		names.length !== Object.keys(ours).length ||
		names.some(
			(name) =>
				!Object.hasOwn(ours, name) ||
				differs((ours as Record<string, unknown>)[name], (theirs as Record<string, unknown>)[name]),
		)
	);
}

/** What is read from XML stands in the document: names as they are, and texts but for references and sections. */
function oddLeaf(value: unknown, document: string): string | undefined {
	if (typeof value === 'string') return oddText(value, document);
	if (typeof value !== 'object' || value === null) return undefined;
	for (const [name, member] of Object.entries(value)) {
		const known = Array.isArray(value) || name === '#text' || name.startsWith('{');
		if (!known && !document.includes(name)) return `the name ${name} is not in the document`;
		// Texts around elements are put together, so they stand nowhere in one piece.
		const odd = name === '#text' ? undefined : oddLeaf(member, document);
		if (odd !== undefined) return odd;
	}
	return undefined;
}

function oddText(text: string, document: string): string | undefined {
	// Words of the text that nothing could have been put together from.
	const words = text.match(/[A-Za-z0-9]{4,}/g) ?? [];
	const stray = words.find((word) => !document.includes(word));
	return stray === undefined || /[&[?!]/.test(document)
		? undefined
		: `the text ${stray} is not in the document`;
}
