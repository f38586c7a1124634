// The reader of XML: recursive descent over bytes while they arrive. The schema says what an element is, never its text.
import { typeName } from '../../api/schema/types';
import { ERROR_ELEMENT, messageIn } from '../errorMessage';
import { exactNumber, numberToken } from '../exactNumber';
import {
	decodePlain,
	matches,
	needMoreInput,
	readDigits,
	type Reading,
	textOf,
} from '../reading/bytes';
import {
	addField,
	ANYTHING,
	beginRecord,
	BOOLEAN,
	endRecord,
	fieldNamed,
	isSeen,
	noteRetyped,
	NUMBER,
	type Plan,
	planOf,
	readMembers,
	retyped,
	STRING,
	untyped,
} from '../reading/records';
import { failure, type ResponseShape, withArticle } from '../result';
import {
	decodeText,
	documentScope,
	failOutside,
	LESS_THAN,
	passEndTag,
	passOutside,
	passTag,
	passTexts,
	PLAIN,
	readTag,
	readTexts,
	type Scope,
	SLASH,
	type Tag,
} from './markup';

const BOOLEANS = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

/** The name under which text beside elements is kept. */
const TEXT = '#text';

/** Reads a response from its beginning to its end. */
export function readXmlDocument(reading: Reading, { schema }: ResponseShape, plan: Plan): unknown {
	reading.at = 0;
	passOutside(reading);
	const root = readTag(reading, (plan.scope ??= documentScope()), 0);
	// One .NET serializer writes ArrayOfString, the other ArrayOfstring.
	const isList = plan.kind === 'list' && root.name.toLowerCase() === plan.name.toLowerCase();
	if (!isList && root.name !== typeName(schema)) refuseRoot(reading, typeName(schema), root);
	const value = readElement(reading, isList ? plan : (plan.item ?? plan), root, 0);
	passOutside(reading);
	const isTold = reading.isComplete || reading.at + 1 < reading.end;
	if (reading.at < reading.end && isTold) failOutside(reading.at);
	if (!reading.isComplete) throw needMoreInput;
	return value;
}

function refuseRoot(reading: Reading, name: string, root: Tag): never {
	const expected = withArticle(name);
	const isMessage = ERROR_ELEMENT.test(root.name) || root.name === 'string';
	const message = isMessage ? messageIn(readElement(reading, untyped(), root, 0)) : undefined;
	throw failure(
		message === undefined
			? `The response is ${withArticle(root.name)}, not ${expected}.`
			: `The service responded with a message instead of ${expected}: ${message}`,
	);
}

/** Reads what follows a start tag, to the end of its element. */
function readElement(reading: Reading, plan: Plan, tag: Tag, depth: number): unknown {
	if (tag.isClosed) return tag.isNil ? null : fromText(reading, plan, '');
	if (!tag.isNil) return readContent(reading, plan, tag, depth);
	readRecord(reading, retyped(plan), tag, depth);
	return null;
}

/** Moves past the next start tag, if it is one with which the field or member began before. */
function passExpected(reading: Reading, plan: Plan, outer: Scope): Tag | undefined {
	const { tag, otherTag } = plan;
	if (passTag(reading, tag, outer)) return tag;
	return passTag(reading, otherTag, outer) ? otherTag : undefined;
}

/** Remembers the start tag of a field or member. */
function expect(plan: Plan, tag: Tag): Tag {
	if (tag.written) [plan.tag, plan.otherTag] = [tag, plan.tag];
	return tag;
}

/** Reads the content of an element and its end tag. */
function readContent(reading: Reading, plan: Plan, tag: Tag, depth: number): unknown {
	const { bytes, at: from } = reading;
	const { kind, expected, isWanted } = plan;
	const { close } = tag;
	if (kind === 'list') return readList(reading, plan, tag, depth);
	if (kind === 'record') return readRecord(reading, plan, tag, depth);
	if (expected === NUMBER) {
		const number = readDigits(reading, isWanted);
		if (number !== undefined && matches(reading, reading.at, close)) {
			reading.at += close.length;
			return number;
		}
		reading.at = from;
	}
	let at = from;
	while (PLAIN[bytes[at]] === 1) at++;
	const isPlain = bytes[at] === LESS_THAN;
	while (bytes[at] !== LESS_THAN && bytes[at] !== 0) at++;
	if (matches(reading, at, close)) {
		reading.at = at + close.length;
		if (!isWanted && isPlain && expected === STRING) return undefined;
		return fromText(reading, plan, textOf(reading, from, at, isPlain ? decodePlain : decodeText));
	}
	const text = readTexts(reading);
	if (bytes[reading.at + 1] === SLASH) {
		passEndTag(reading, close);
		return fromText(reading, plan, text);
	}
	if (expected === ANYTHING) return readRecord(reading, plan, tag, depth, text);
	noteRetyped(reading, plan.path);
	return readRecord(reading, retyped(plan), tag, depth, text);
}

/** The value of an element without elements in it. */
function fromText(reading: Reading, plan: Plan, text: string): unknown {
	const { kind, expected } = plan;
	if (kind === 'undocumented') return text;
	if (expected === STRING) return text === '' && (kind === 'date' || kind === 'guid') ? null : text;
	if (expected === BOOLEAN && (text === 'true' || text === 'false')) return text === 'true';
	const token = expected === NUMBER ? numberToken(text) : undefined;
	if (token !== undefined) return exactNumber(token);
	const word = text.trim();
	const boolean = expected === BOOLEAN ? BOOLEANS.get(word) : undefined;
	if (boolean !== undefined) return boolean;
	if (word === '' && kind === 'list') return [];
	if (word === '' && kind === 'record') return endRecord(reading, plan, beginRecord(plan), 0);
	if (word === '') return kind === 'opaque' ? {} : null;
	if (kind !== 'opaque') noteRetyped(reading, plan.path);
	return text;
}

/** Reads a record, or an object without a schema, and its end tag; `text` is what was read of it. */
function readRecord(
	reading: Reading,
	plan: Plan,
	{ scope, namespace, close }: Tag,
	depth: number,
	text = '',
): unknown {
	const { bytes } = reading;
	const row = beginRecord(plan);
	// Documented fields in another namespace than the record: the field, its name with the namespace, and the value.
	const foreign: Array<readonly [Plan, string, unknown]> = [];
	const pass = plan.kind === 'record' ? passTexts : readTexts;
	let texts = text + pass(reading);
	let previous = (plan.start ??= untyped());
	let count = 0;
	for (; bytes[reading.at + 1] !== SLASH; texts += pass(reading)) {
		let field = previous.next;
		let tag = field && passExpected(reading, field, scope);
		if (!field || !tag) {
			tag = readTag(reading, scope, depth + 1);
			field = fieldNamed(reading, plan, tag.name, previous);
			expect(field, tag);
		}
		count++;
		if (tag.namespace !== namespace && field.schema) {
			const name = `{${tag.namespace}}${tag.name}`;
			const how = plan.selection?.has(name) ? planOf(field.name, field.schema, field.path) : field;
			foreign.push([field, name, readElement(reading, how, tag, depth + 1)]);
			// Keeps its place among the fields.
			if (field.isWanted && !isSeen(field, plan)) row[field.name] = null;
			continue;
		}
		addField(reading, plan, row, field, readElement(reading, field, tag, depth + 1));
		previous = field;
	}
	passEndTag(reading, close);
	// Where two namespaces have an element of a name, the one in the record's namespace is the field.
	for (const [field, name, value] of foreign) {
		const named = isSeen(field, plan) ? fieldNamed(reading, plan, name) : field;
		addField(reading, plan, row, named, value);
	}
	const hasText = texts.trim() !== '';
	if (count === 0 && hasText) {
		noteRetyped(reading, plan.path);
		return texts;
	}
	if (hasText) addField(reading, plan, row, fieldNamed(reading, plan, TEXT), texts);
	return endRecord(reading, plan, row, count);
}

function readList(reading: Reading, list: Plan, tag: Tag, depth: number): unknown {
	const { scope } = tag;
	let text = '';
	const isNext = (): boolean => {
		text += passTexts(reading);
		return reading.bytes[reading.at + 1] !== SLASH;
	};
	// A member may have any name.
	const read = (plan: Plan): unknown => {
		const member =
			passExpected(reading, plan, scope) ?? expect(plan, readTag(reading, scope, depth + 1));
		return readElement(reading, plan, member, depth + 1);
	};
	const members = readMembers(reading, list, isNext, read);
	passEndTag(reading, tag.close);
	return members.length === 0 ? fromText(reading, list, text) : members;
}
