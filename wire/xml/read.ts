// The reader of XML: recursive descent over bytes while they arrive. The schema says what an element is, never its text.
import { typeName } from '../../api/schema/types';
import { messageIn } from '../errorMessage';
import { exactNumber, numberToken } from '../exactNumber';
import {
	decodePlain,
	endRow,
	matches,
	needMoreInput,
	type Pattern,
	readDigits,
	rowsHere,
	textOf,
} from '../reading/bytes';
import type { Members } from '../reading/objects';
import {
	addField,
	ANYTHING,
	beginRecord,
	BOOLEAN,
	both,
	DROPPED_NAME,
	endRecord,
	fieldNamed,
	isSeen,
	noteRetyped,
	NUMBER,
	type Plan,
	type Reading,
	readRow,
	STRING,
	UNTYPED,
} from '../reading/records';
import { failure, type ResponseShape, withArticle } from '../result';
import {
	decodeText,
	documentScope,
	failOutside,
	GREATER_THAN,
	LESS_THAN,
	passEndTag,
	passOutside,
	passTexts,
	PLAIN,
	readTag,
	readTexts,
	type Scope,
	SLASH,
	type Tag,
} from './markup';

const SPACE = 0x20;

const BOOLEANS = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

/** Stands for an element that does not begin as expected. */
const OTHER = Symbol('another tag');

type XmlReading = Reading & { scope: Scope };

/** A documented field in another namespace than its record, with the namespace and the value. */
type Foreign = readonly [Plan, string, unknown];

/** Reads a response from its beginning to its end. */
export function readXmlDocument(reading: Reading, shape: ResponseShape, plan: Plan): unknown {
	reading.document ??= documentScope();
	const xml = Object.assign(reading, { namespace: '', scope: reading.document, at: 0 });
	passOutside(xml);
	const root = readTag(xml, xml.scope, 0);
	// One .NET serializer writes ArrayOfString, the other ArrayOfstring.
	const isList = plan.kind === 'list' && root.name.toLowerCase() === plan.name.toLowerCase();
	const value = isList ? plan : (plan.item ?? plan);
	if (!isList && root.name !== typeName(shape.schema)) refuseRoot(xml, shape, root);
	const read = readTagged(xml, value, root, 0);
	passOutside(xml);
	const isTold = xml.isComplete || xml.at + 1 < xml.end;
	if (xml.at < xml.end && isTold) failOutside(xml.at);
	if (!xml.isComplete) throw needMoreInput;
	return read;
}

function refuseRoot(reading: XmlReading, { schema }: ResponseShape, root: Tag): never {
	const expected = withArticle(typeName(schema));
	const message = /^(?:Error|HttpError|ProblemDetails|problem|string)$/.test(root.name)
		? messageIn(readTagged(reading, UNTYPED, root, 0))
		: undefined;
	throw failure(
		message === undefined
			? `The response is ${withArticle(root.name)}, not ${expected}.`
			: `The service responded with a message instead of ${expected}: ${message}`,
	);
}

/** Reads what follows a start tag, to the end of its element. */
function readTagged(reading: XmlReading, plan: Plan, tag: Tag, depth: number): unknown {
	if (tag.isClosed) return tag.isNil ? null : fromText(reading, plan, '');
	const { namespace, scope } = reading;
	reading.namespace = tag.namespace;
	reading.scope = tag.scope;
	const value = tag.isNil
		? readAnything(reading, tag.close, depth)
		: readContent(reading, plan, tag.close, depth);
	reading.namespace = namespace;
	reading.scope = scope;
	return tag.isNil ? null : value;
}

/** Reads an element that begins as most of its kind do: with a tag without prefix and attributes. */
function readUsual(reading: XmlReading, plan: Plan, depth: number): unknown {
	const { bytes, at: from, namespace, scope } = reading;
	const { tag, close } = plan;
	if (namespace !== scope.namespace || !matches(reading, from, tag)) return OTHER;
	let at = from + tag.length;
	if (bytes[at] === GREATER_THAN) {
		reading.at = at + 1;
		return readContent(reading, plan, close, depth);
	}
	if (bytes[at] === SPACE) at++;
	if (bytes[at] !== SLASH || bytes[at + 1] !== GREATER_THAN) return OTHER;
	reading.at = at + 2;
	return fromText(reading, plan, '');
}

/** Reads the content of an element and its end tag. */
function readContent(reading: XmlReading, plan: Plan, close: Pattern, depth: number): unknown {
	const { bytes, at: from, surplus } = reading;
	const { kind, item, expected, isWanted } = plan;
	if (kind === 'list' && item) return readList(reading, plan, item, close, depth);
	if (kind === 'record') return readRecord(reading, plan, close, depth);
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
	reading.at = from;
	reading.surplus = surplus;
	if (expected !== ANYTHING) noteRetyped(reading, plan.path);
	return readAnything(reading, close, depth);
}

/** The value of an element without elements in it. */
function fromText(reading: Reading, plan: Plan, text: string): unknown {
	const { kind, expected } = plan;
	if (kind === 'undocumented') return text;
	if (expected === STRING) return text === '' && (kind === 'date' || kind === 'guid') ? null : text;
	const boolean = BOOLEANS.get(text) ?? BOOLEANS.get(text.trim());
	if (boolean !== undefined && expected === BOOLEAN) return boolean;
	const word = text.trim();
	if (word === '') {
		if (kind === 'list') return [];
		if (kind === 'record') return endRecord(reading, plan, beginRecord(plan), 0);
		return kind === 'opaque' ? {} : null;
	}
	const token = expected === NUMBER ? numberToken(text) : undefined;
	if (token !== undefined) return exactNumber(token);
	if (kind !== 'opaque') noteRetyped(reading, plan.path);
	return text;
}

function readRecord(reading: XmlReading, plan: Plan, close: Pattern, depth: number): unknown {
	const { bytes } = reading;
	const row = beginRecord(plan);
	const foreign: Foreign[] = [];
	const text = passTexts(reading);
	let previous = plan.start ?? plan;
	let count = 0;
	for (; bytes[reading.at + 1] !== SLASH; passTexts(reading)) {
		let field = previous.next;
		let value = field ? readUsual(reading, field, depth + 1) : OTHER;
		if (!field || value === OTHER) {
			const tag = readTag(reading, reading.scope, depth + 1);
			field = fieldNamed(plan, previous, tag.name);
			value = readTagged(reading, field, tag, depth + 1);
			if (tag.namespace !== reading.namespace && field.kind !== 'undocumented') {
				foreign.push([field, tag.namespace, value]);
				// Keeps its place among the fields.
				if (field.isWanted && !isSeen(field, plan)) row[field.name] = null;
				continue;
			}
		}
		addField(reading, plan, row, field, value);
		previous = field;
		count++;
	}
	passEndTag(reading, close);
	// Where two namespaces have an element of a name, the one in the record's namespace is the field.
	for (const [field, namespace, value] of foreign) {
		const named = isSeen(field, plan)
			? fieldNamed(plan, previous, `{${namespace}}${field.name}`)
			: field;
		addField(reading, plan, row, named, value);
	}
	if (count > 0 || foreign.length > 0 || text.trim() === '') {
		return endRecord(reading, plan, row, count + foreign.length);
	}
	noteRetyped(reading, plan.path);
	return text;
}

function readList(
	reading: XmlReading,
	list: Plan,
	item: Plan,
	close: Pattern,
	depth: number,
): unknown {
	const { isRows } = list;
	// A member may have any name.
	const read = (plan: Plan): unknown => {
		const value = readUsual(reading, plan, depth + 1);
		if (value !== OTHER) return value;
		return readTagged(reading, plan, readTag(reading, reading.scope, depth + 1), depth + 1);
	};
	const members = isRows ? rowsHere(reading) : [];
	const text = passTexts(reading);
	for (; reading.bytes[reading.at + 1] !== SLASH; passTexts(reading)) {
		members.push(isRows ? readRow(reading, list, read) : read(item));
		if (isRows) endRow(reading, members);
	}
	passEndTag(reading, close);
	if (members.length === 0) return fromText(reading, list, text);
	// An array that grew has room for sixteen more.
	return isRows ? members : members.slice();
}

/** Reads an element without a schema: its text, or an object of its elements. */
function readAnything(reading: XmlReading, close: Pattern, depth: number): unknown {
	let text = readTexts(reading);
	const object: Members = {};
	let isEmpty = true;
	while (reading.bytes[reading.at + 1] !== SLASH) {
		isEmpty = false;
		const tag = readTag(reading, reading.scope, depth + 1);
		const value = readTagged(reading, UNTYPED, tag, depth + 1);
		if (Object.hasOwn(object, tag.name)) object[tag.name] = both(object[tag.name], value);
		else if (tag.name !== DROPPED_NAME) object[tag.name] = value;
		text += readTexts(reading);
	}
	passEndTag(reading, close);
	if (isEmpty) return text;
	if (text.trim() !== '') object['#text'] = text;
	return object;
}
