// The reader of XML: recursive descent over bytes while they arrive. The schema says what an element is, never its text.
import { typeName } from '../../api/schema/types';
import { messageIn } from '../errorMessage';
import { exactNumber, numberToken } from '../exactNumber';
import { selected } from '../projection';
import {
	type Cursor,
	matches,
	type Pattern,
	needMoreInput,
	placeText,
	plainString,
	readDigits,
	ReadError,
	truncatedText,
	whenHere,
} from '../reading/cursor';
import {
	addField,
	ANYTHING,
	beginRecord,
	type DocumentPlan,
	endRecord,
	fieldNamed,
	type FieldPlan,
	isSeen,
	LIST,
	noteRetyped,
	NUMBER,
	type RecordPlan,
	type Rows,
	STRING,
	UNTYPED,
	type ValuePlan,
} from '../reading/record';
import { readRow } from '../reading/rows';
import { withArticle } from '../responseShape';
import { failure, type ResponseShape } from '../result';
import { DOCUMENT_SCOPE, passEndTag, readTag, type Scope, type Tag } from './tags';
import { isAtEndTag, passEpilog, passProlog, passTexts, readTexts } from './texts';

const SPACE = 0x20;
const SLASH = 0x2f;
const GREATER_THAN = 0x3e;

/** The bytes with which a text continues as it is written; `>` may be the end of `]]>`. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
	(byte >= 32 && byte < 127 && !'<>&'.includes(String.fromCharCode(byte))) ||
	byte === 10 ||
	byte === 9
		? 1
		: 0,
);

/** The element in which names are read. */
type Context = Pick<Tag, 'namespace' | 'scope'>;

type Members = Record<string, unknown>;

/** Reads a response while it arrives. */
export function* readXmlDocument(
	cursor: Cursor,
	shape: ResponseShape,
	{ root: plan, rows }: DocumentPlan,
): Generator<void, unknown> {
	const root = yield* whenHere(cursor, () => {
		passProlog(cursor);
		return readTag(cursor, DOCUMENT_SCOPE, 0);
	});
	const isList = plan.item !== undefined && isListName(root.name, shape);
	const isRecord = plan.kind !== 'list' && root.name === typeName(shape.schema);
	if (!isList && !isRecord) yield* whenHere(cursor, () => refuseRoot(cursor, shape, root));
	const value: ValuePlan = isList ? { ...plan, kind: 'list', expected: LIST } : plan;
	const read =
		plan.record && rows && !root.isClosed && !root.isNil
			? yield* readEnvelope(cursor, plan.record, rows, root)
			: yield* whenHere(cursor, () => readTagged(cursor, value, root, 0));
	yield* whenHere(cursor, () => passEpilog(cursor));
	return read;
}

// One .NET serializer writes ArrayOfString, the other ArrayOfstring.
function isListName(name: string, { schema, oneOrMany }: ResponseShape): boolean {
	const list = oneOrMany ? `ArrayOf${typeName(schema)}` : typeName(schema);
	return name.toLowerCase() === list.toLowerCase();
}

function refuseRoot(cursor: Cursor, { schema }: ResponseShape, root: Tag): never {
	const expected = withArticle(typeName(schema));
	const message = /^(?:Error|HttpError|ProblemDetails|problem|string)$/.test(root.name)
		? messageIn(readTagged(cursor, UNTYPED, root, 0))
		: undefined;
	throw failure(
		message === undefined
			? `The response is ${withArticle(root.name)}, not ${expected}.`
			: `The service responded with a message instead of ${expected}: ${message}`,
	);
}

/** Reads the record around the rows, one field at a time. */
function* readEnvelope(
	cursor: Cursor,
	plan: RecordPlan,
	rows: Rows,
	root: Tag,
): Generator<void, unknown> {
	const envelope = beginRecord(plan);
	let count = 0;
	for (;;) {
		const tag = yield* whenHere(cursor, () =>
			isAtEndTag(cursor) ? undefined : readTag(cursor, root.scope, 1),
		);
		if (!tag) break;
		const field = fieldNamed(plan, tag.name);
		const isList = field.name === rows.name && !tag.isClosed && !tag.isNil;
		const value = isList
			? yield* readRows(cursor, rows, tag)
			: yield* whenHere(cursor, () => readTagged(cursor, field, tag, 1));
		addElement(cursor, plan, envelope, field, value, tag.namespace, root);
		count++;
	}
	yield* whenHere(cursor, () => passEndTag(cursor, root.close));
	return endRecord(cursor, plan, envelope, count);
}

function* readRows(cursor: Cursor, rows: Rows, list: Tag): Generator<void, unknown> {
	rows.read = [];
	let text = '';
	yield* whenHere(cursor, () => {
		for (;;) {
			const between = passTexts(cursor);
			if (cursor.bytes[cursor.at + 1] === SLASH) {
				passEndTag(cursor, list.close);
				text += between;
				return;
			}
			readRow(cursor, rows, (plan) => readMember(cursor, plan, list, 2));
			text += between;
			cursor.done = cursor.at;
		}
	});
	return rows.read.length === 0 && text.trim() !== '' ? text : rows.read;
}

/** Reads what follows a start tag, to the end of its element. */
function readTagged(cursor: Cursor, value: ValuePlan, tag: Tag, depth: number): unknown {
	if (tag.isNil) {
		if (!tag.isClosed) readAnything(cursor, tag.close, tag, depth);
		return null;
	}
	return tag.isClosed
		? fromText(cursor, value, '')
		: readContent(cursor, value, tag.close, tag, depth);
}

/** Reads the content of an element and its end tag. */
function readContent(
	cursor: Cursor,
	value: ValuePlan,
	close: Pattern,
	context: Context,
	depth: number,
): unknown {
	if (value.kind === 'list' && value.item) {
		return readList(cursor, value, value.item, close, context, depth);
	}
	if (value.record) return readRecord(cursor, value, value.record, close, context, depth);
	const { bytes, at: from } = cursor;
	if (value.expected === NUMBER) {
		const number = readDigits(cursor);
		if (number !== undefined && matches(cursor, cursor.at, close)) {
			cursor.at += close.length;
			return number;
		}
		cursor.at = from;
	}
	let at = from;
	while (PLAIN[bytes[at]] === 1) at++;
	if (matches(cursor, at, close)) {
		cursor.at = at + close.length;
		if (!value.isWanted && value.expected === STRING) return undefined;
		return fromText(cursor, value, plainString(bytes, from, at));
	}
	const text = readTexts(cursor);
	if (bytes[cursor.at + 1] === SLASH) {
		passEndTag(cursor, close);
		return fromText(cursor, value, text);
	}
	cursor.at = from;
	if (value.expected !== ANYTHING) noteRetyped(cursor, value);
	return selected(readAnything(cursor, close, context, depth), value.selection);
}

/** The value of an element without elements in it. */
function fromText(cursor: Cursor, value: ValuePlan, text: string): unknown {
	switch (value.kind) {
		case 'string':
		case 'enum':
		case 'undocumented':
			return text;
		case 'date':
		case 'guid':
			return text === '' ? null : text;
		case 'boolean':
			return booleanOf(cursor, value, text);
		case 'integer':
		case 'byte':
		case 'decimal': {
			const token = numberToken(text);
			if (token !== undefined) return exactNumber(token);
			break;
		}
		case 'opaque':
			return text.trim() === '' ? {} : text;
		case 'list':
			if (text.trim() === '') return [];
			break;
		case 'record':
			if (text.trim() === '' && value.record) {
				return endRecord(cursor, value.record, beginRecord(value.record), 0);
			}
			break;
		default:
			return value.kind satisfies never;
	}
	return textInstead(cursor, value, text);
}

function booleanOf(cursor: Cursor, value: ValuePlan, text: string): unknown {
	switch (text.trim()) {
		case 'true':
		case '1':
			return true;
		case 'false':
		case '0':
			return false;
		default:
			return textInstead(cursor, value, text);
	}
}

/** A text that is not what was documented; a blank one is null. */
function textInstead(cursor: Cursor, value: ValuePlan, text: string): string | null {
	if (text.trim() === '') return null;
	noteRetyped(cursor, value);
	return text;
}

function readRecord(
	cursor: Cursor,
	value: ValuePlan,
	plan: RecordPlan,
	close: Pattern,
	context: Context,
	depth: number,
): unknown {
	const { bytes } = cursor;
	const { scope, namespace } = context;
	const isUsual = namespace === scope.namespace;
	const row = beginRecord(plan);
	let previous = plan.start;
	let count = 0;
	let text = '';
	for (;;) {
		const between = passTexts(cursor);
		if (count === 0) text += between;
		if (bytes[cursor.at + 1] === SLASH) break;
		let field = previous.next;
		let form = isUsual ? passUsualTag(cursor, field, scope) : OTHER;
		if (form === OTHER && isUsual) {
			field = fieldAt(cursor, plan) ?? field;
			form = passUsualTag(cursor, field, scope);
		}
		if (form === OTHER) {
			const tag = readTag(cursor, scope, depth + 1);
			field = fieldNamed(plan, tag.name);
			const read = readTagged(cursor, field, tag, depth + 1);
			addElement(cursor, plan, row, field, read, tag.namespace, context);
		} else {
			const read = readUsual(cursor, form, field, context, depth + 1);
			if (isSeen(field, plan)) addElement(cursor, plan, row, field, read, namespace, context);
			else addField(cursor, plan, row, field, read);
		}
		count++;
		// A field that is not remembered has no successor.
		if (field.next === field) continue;
		previous.next = field;
		previous = field;
	}
	passEndTag(cursor, close);
	if (count > 0 || text.trim() === '') return endRecord(cursor, plan, row, count);
	noteRetyped(cursor, value);
	return text;
}

const OTHER = 0;
const OPEN = 1;
const EMPTY = 2;
const NIL = 3;
type TagForm = typeof OTHER | typeof OPEN | typeof EMPTY | typeof NIL;

/** Moves past a start tag in one of the usual forms. */
function passUsualTag(cursor: Cursor, { open }: FieldPlan, { nil }: Scope): TagForm {
	const { bytes, at: from } = cursor;
	if (!matches(cursor, from, open)) return OTHER;
	let at = from + open.length;
	if (bytes[at] === GREATER_THAN) {
		cursor.at = at + 1;
		return OPEN;
	}
	const isNil = bytes[at] === SPACE && matches(cursor, at, nil);
	if (isNil) at += nil.length;
	if (bytes[at] === SPACE) at++;
	if (bytes[at] !== SLASH || bytes[at + 1] !== GREATER_THAN) return OTHER;
	cursor.at = at + 2;
	return isNil ? NIL : EMPTY;
}

function readUsual(
	cursor: Cursor,
	form: TagForm,
	field: FieldPlan,
	context: Context,
	depth: number,
): unknown {
	if (form === NIL) return null;
	if (form === EMPTY) return fromText(cursor, field, '');
	return readContent(cursor, field, field.close, context, depth);
}

/** The field whose tag is next, if it has no prefix. */
function fieldAt({ bytes, at }: Cursor, plan: RecordPlan): FieldPlan | undefined {
	let to = at + 1;
	while (bytes[to] > SPACE && bytes[to] !== SLASH && bytes[to] !== GREATER_THAN) to++;
	return plan.fields.get(bytes.latin1Slice(at + 1, to));
}

/** Adds the value of an element that came before, or in another namespace than its record. */
function addElement(
	cursor: Cursor,
	plan: RecordPlan,
	row: Members | undefined,
	field: FieldPlan,
	value: unknown,
	namespace: string,
	context: Context,
): void {
	if (!field.isDocumented) {
		const isAgain = row && isSeen(field, plan) && Object.hasOwn(row, field.name);
		addField(cursor, plan, row, field, isAgain ? both(row[field.name], value) : value);
		return;
	}
	// Where two namespaces have an element of a name, the one in the record's namespace is the field, and the other
	// one is kept as `{namespace}Name`.
	const isForeign = namespace !== context.namespace;
	const other = isSeen(field, plan) ? plan.foreign.get(field) : undefined;
	if (isForeign && isSeen(field, plan)) {
		const named = fieldNamed(plan, `{${namespace}}${field.name}`);
		addElement(cursor, plan, row, named, value, namespace, context);
		return;
	}
	if (other !== undefined && row && Object.hasOwn(row, field.name)) {
		const earlier = row[field.name];
		delete row[field.name];
		const named = fieldNamed(plan, `{${other}}${field.name}`);
		addElement(cursor, plan, row, named, earlier, other, context);
	}
	if (isForeign) plan.foreign.set(field, namespace);
	else plan.foreign.delete(field);
	addField(cursor, plan, row, field, value);
}

/** The values of an element that came again: the same list for all of them. */
function both(earlier: unknown, value: unknown): unknown[] {
	if (!Array.isArray(earlier)) return [earlier, value];
	earlier.push(value);
	return earlier;
}

function readList(
	cursor: Cursor,
	list: ValuePlan,
	item: FieldPlan,
	close: Pattern,
	context: Context,
	depth: number,
): unknown {
	const members: unknown[] = [];
	let text = '';
	for (;;) {
		text += passTexts(cursor);
		if (cursor.bytes[cursor.at + 1] === SLASH) break;
		members.push(readMember(cursor, item, context, depth + 1));
	}
	passEndTag(cursor, close);
	// An array that grew has room for sixteen more.
	return members.length === 0 ? fromText(cursor, list, text) : members.slice();
}

/** Reads a member of a list, whatever its element is called. */
function readMember(cursor: Cursor, item: FieldPlan, context: Context, depth: number): unknown {
	const { scope, namespace } = context;
	const form = namespace === scope.namespace ? passUsualTag(cursor, item, scope) : OTHER;
	if (form !== OTHER) return readUsual(cursor, form, item, context, depth);
	return readTagged(cursor, item, readTag(cursor, scope, depth), depth);
}

/** Reads an element without a schema: its text, or an object of its elements. */
function readAnything(cursor: Cursor, close: Pattern, context: Context, depth: number): unknown {
	let text = readTexts(cursor);
	const object: Members = {};
	let isEmpty = true;
	while (cursor.bytes[cursor.at + 1] !== SLASH) {
		isEmpty = false;
		const tag = readTag(cursor, context.scope, depth + 1);
		const value = readTagged(cursor, UNTYPED, tag, depth + 1);
		// The assignment of `__proto__` would change the prototype.
		if (Object.hasOwn(object, tag.name)) object[tag.name] = both(object[tag.name], value);
		else if (tag.name !== '__proto__') object[tag.name] = value;
		text += readTexts(cursor);
	}
	passEndTag(cursor, close);
	if (isEmpty) return text;
	if (text.trim() !== '') object['#text'] = text;
	return object;
}

/** The sentence about XML that cannot be read. */
export function xmlProblem(cursor: Cursor, error: unknown): string {
	if (error === needMoreInput) return `${truncatedText(cursor, 'The response')}.`;
	if (!(error instanceof ReadError)) throw error;
	const place = placeText(cursor, error.at);
	return `The response is not well-formed XML: ${error.message} (${place}${error.end}`;
}
