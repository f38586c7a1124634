// XML elements of a known record, read from bytes.
import { readScalar } from '../xmlRead';
import {
	type Cursor,
	matches,
	pass,
	type Pattern,
	patternOf,
	refuse,
	skipBlanks,
	stop,
} from './cursor';
import {
	beginRecord,
	fieldAt,
	type FieldPlan,
	isKept,
	makeList,
	makeRecord,
	type RecordPlan,
	type ValuePlan,
} from './plan';
import { readScalarContent, type ScalarPlan } from './xmlText';
import { type Nil, readTagEnd } from './xmlTag';

const BLANK = 0x20;
const SLASH = 0x2f;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

type ListPlan = Extract<ValuePlan, { kind: 'list' }>;
type ScalarList = ListPlan & { readonly item: ScalarPlan };

function isScalarList(list: ListPlan): list is ScalarList {
	return list.item.kind === 'scalar';
}

/** An opening tag that was read. */
export interface OpenTag {
	readonly field: FieldPlan;
	/** The value of an element without content, or undefined where the content follows. */
	readonly value: unknown;
	/** The prefix that the tag declares. */
	readonly prefix: string | undefined;
}

/**
 * Reads the fields of a record and its closing tag; its opening tag has been read.
 * `nil` is what the root declares it to be.
 */
export function readXmlRecord(
	cursor: Cursor,
	plan: RecordPlan,
	closeTag: Pattern,
	nil: Nil | undefined,
): object {
	const { bytes } = cursor;
	const { values } = plan;
	beginRecord(plan);
	let shape = 0;
	let previous = plan.start;
	for (;;) {
		const at = bytes[cursor.at] === LESS_THAN ? cursor.at : skipBlanks(bytes, cursor.at);
		cursor.at = at;
		let field = previous.next;
		let value: unknown;
		const usual = passUsualTag(cursor, field.openTag, nil);
		if (usual === 'open') {
			value = readContent(cursor, field, plan, nil, undefined);
		} else if (usual !== undefined) {
			value = usual === 'empty' ? emptyValue(field.value) : null;
		} else if (bytes[at + 1] === SLASH) {
			pass(cursor, closeTag);
			return makeRecord(plan, shape);
		} else {
			const tag = readOpenTag(cursor, plan, nil);
			field = tag.field;
			previous.next = field;
			value =
				tag.value === undefined ? readContent(cursor, field, plan, nil, tag.prefix) : tag.value;
		}
		if (field.seen === plan.records) refuse();
		field.seen = plan.records;
		if (isKept(plan, field, value)) {
			values[field.slot] = value;
			shape = (Math.imul(shape, 31) + field.slot + 1) | 0;
		}
		previous = field;
	}
}

/** What a tag of the usual forms says: content follows, there is none, or there is no value. */
type UsualTag = 'open' | 'empty' | 'nil';

/** Goes past a tag with this name in one of the usual forms; undefined, and the cursor stays, where none stands here. */
function passUsualTag(cursor: Cursor, tag: Pattern, nil: Nil | undefined): UsualTag | undefined {
	const { bytes, at } = cursor;
	if (!matches(cursor, at, tag)) return undefined;
	const name = at + tag.bytes.length;
	if (bytes[name] === GREATER_THAN) {
		cursor.at = name + 1;
		return 'open';
	}
	const end = bytes[name] === BLANK ? name + 1 : name;
	if (bytes[end] === SLASH && bytes[end + 1] === GREATER_THAN) {
		cursor.at = end + 2;
		return 'empty';
	}
	return nil && passNilMark(cursor, name, nil) ? 'nil' : undefined;
}

function passNilMark(cursor: Cursor, at: number, { marks }: Nil): boolean {
	const mark = marks.find((known) => matches(cursor, at, known));
	if (!mark) return false;
	cursor.at = at + mark.bytes.length;
	return true;
}

/** Reads the opening tag of a field, which the cursor stands at. */
export function readOpenTag(cursor: Cursor, plan: RecordPlan, nil: Nil | undefined): OpenTag {
	const { bytes } = cursor;
	if (bytes[cursor.at] !== LESS_THAN) stop(cursor, cursor.at);
	const from = cursor.at + 1;
	let at = from;
	let hash = 0;
	for (
		let byte = bytes[at];
		byte !== GREATER_THAN && byte !== SLASH && byte > 32;
		byte = bytes[++at]
	) {
		hash = (Math.imul(hash, 31) + byte) | 0;
	}
	if (at >= cursor.end) stop(cursor, at);
	const field = fieldAt(plan, cursor, from, at, hash) ?? refuse();
	cursor.at = at;
	const { isClosed, isNil, prefixes } = readTagEnd(cursor, nil);
	if (isNil && !isClosed) pass(cursor, field.closeTag);
	const value = isNil ? null : isClosed ? emptyValue(field.value) : undefined;
	return { field, value, prefix: prefixes[0] };
}

function emptyValue(value: ValuePlan): unknown {
	switch (value.kind) {
		case 'scalar':
			return readScalar(value.scalar, '');
		case 'record':
			return {};
		case 'list':
			return [];
		case 'opaque':
			return refuse();
		default:
			return value satisfies never;
	}
}

/** Reads the content of a field and its closing tag. */
export function readContent(
	cursor: Cursor,
	field: FieldPlan,
	plan: RecordPlan,
	nil: Nil | undefined,
	prefix: string | undefined,
): unknown {
	const { value } = field;
	switch (value.kind) {
		case 'scalar': {
			const read = readScalarContent(cursor, value.scalar, field, plan);
			pass(cursor, field.closeTag);
			return read;
		}
		case 'record':
			if (prefix !== undefined) refuse();
			return readXmlRecord(cursor, value.plan, field.closeTag, nil);
		case 'list':
			if (isScalarList(value)) return readScalars(cursor, value, field, plan, nil, prefix);
			if (prefix !== undefined || value.item.kind !== 'record') refuse();
			return readRecords(cursor, value.item.plan, field.closeTag, nil);
		case 'opaque':
			return refuse();
		default:
			return value satisfies never;
	}
}

function readRecords(
	cursor: Cursor,
	plan: RecordPlan,
	closeTag: Pattern,
	nil: Nil | undefined,
): unknown[] {
	if (passListEnd(cursor, closeTag)) return [];
	const records: unknown[] = [readMember(cursor, plan, nil)];
	while (!passListEnd(cursor, closeTag)) records.push(readMember(cursor, plan, nil));
	return makeList(records);
}

/** Goes past the end of a collection, if this is it. */
function passListEnd(cursor: Cursor, closeTag: Pattern): boolean {
	cursor.at = skipBlanks(cursor.bytes, cursor.at);
	if (cursor.bytes[cursor.at + 1] !== SLASH) return false;
	pass(cursor, closeTag);
	return true;
}

/** Reads a record that is a member of a collection. */
export function readMember(cursor: Cursor, plan: RecordPlan, nil: Nil | undefined): object | null {
	const tag = passMemberTag(cursor, plan.openTag, plan.closeTag, nil);
	if (tag === 'open') return readXmlRecord(cursor, plan, plan.closeTag, nil);
	return tag === 'nil' ? null : {};
}

/** Goes past the tag of a member; where it has no content, past the whole member. */
function passMemberTag(
	cursor: Cursor,
	openTag: Pattern,
	closeTag: Pattern,
	nil: Nil | undefined,
): UsualTag {
	const usual = passUsualTag(cursor, openTag, nil);
	if (usual !== undefined) return usual;
	pass(cursor, openTag);
	const { isClosed, isNil, prefixes } = readTagEnd(cursor, nil);
	if (prefixes.length > 0 || !(isClosed || isNil)) refuse();
	if (!isClosed) pass(cursor, closeTag);
	return isNil ? 'nil' : 'empty';
}

/** Reads the members of a collection of texts or numbers: in a namespace of their own they bear a prefix. */
function readScalars(
	cursor: Cursor,
	{ item, itemName }: ScalarList,
	field: FieldPlan,
	plan: RecordPlan,
	nil: Nil | undefined,
	prefix: string | undefined,
): unknown[] {
	const { scalar } = item;
	const tag = prefix === undefined ? itemName : `${prefix}:${itemName}`;
	const openTag = patternOf(`<${tag}`);
	const closeTag = patternOf(`</${tag}>`);
	const members: unknown[] = [];
	while (!passListEnd(cursor, field.closeTag)) {
		const memberTag = passMemberTag(cursor, openTag, closeTag, nil);
		if (memberTag === 'open') {
			members.push(readScalarContent(cursor, scalar, field, plan));
			pass(cursor, closeTag);
		} else {
			members.push(memberTag === 'nil' ? null : readScalar(scalar, ''));
		}
	}
	return makeList(members);
}
