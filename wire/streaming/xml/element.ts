// XML elements of a record, read from bytes: those of documented fields and all others.
import { bailOut, type Cursor, descend, skipSpace } from '../bytes/cursor';
import { matches, type Pattern } from '../bytes/pattern';
import { fieldAt } from '../plans/fieldTable';
import { fieldNamed, recordPlanOf, tagsOf } from '../plans/createPlan';
import { type FieldPlan, OBJECT, type RecordPlan, STRING, type ValuePlan } from '../plans/plan';
import {
	addValue,
	beginRecord,
	isPresent,
	makeList,
	makeRecord,
	noteRetyped,
} from '../records/record';
import { emptyValue, noteText, textValue } from './leaf';
import {
	type Declarations,
	EMPTY_TAG,
	isDeclared,
	isSameNamespace,
	NIL_TAG,
	OPEN_TAG,
	OTHER_TAG,
	passClosingTag,
	passSeenTag,
	passUsualTag,
	readTag,
	rememberTag,
	type Tag,
} from './tag';
import { readLeaf, readTexts } from './text';

const EXCLAMATION_MARK = 0x21;
const SLASH = 0x2f;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const QUESTION_MARK = 0x3f;

/** What the names inside an element depend on: its own prefix, and what is declared there. */
export interface Names {
	/** With its colon; empty if there is none. */
	readonly prefix: string;
	readonly declarations: Declarations;
}

/** Reads the content of an element and its closing tag. */
export function readContent(
	cursor: Cursor,
	value: ValuePlan,
	field: FieldPlan,
	close: Pattern,
	names: Names,
): unknown {
	const { kind } = value;
	if (kind === 'list') return readList(cursor, value, field, close, names);
	if (kind !== 'record' && kind !== 'opaque') {
		const { at, surplus } = cursor;
		const leaf = readLeaf(cursor, kind, field, value.context.cache);
		if (matches(cursor, cursor.at, close)) {
			cursor.at += close.length;
			if (typeof leaf === 'string' && (value.expects & STRING) === 0)
				noteText(cursor, value, field, leaf);
			return leaf;
		}
		cursor.at = at;
		cursor.surplus = surplus;
	}
	return readChildren(cursor, value, field, close, names);
}

/** Reads the elements in an element, and its closing tag; an element without elements is a text. */
function readChildren(
	cursor: Cursor,
	value: ValuePlan,
	field: FieldPlan,
	close: Pattern,
	names: Names,
): unknown {
	const { bytes } = cursor;
	const plan = recordPlanOf(value, cursor.depth);
	const { context } = plan;
	const isDocumented = value.kind === 'record';
	const { declarations } = names;
	const { nil } = declarations;
	// Inside an element of another prefix, a documented field has to have that prefix, too.
	const isUsual = !isDocumented || names.prefix === context.prefix;
	const inner = names.prefix === context.prefix ? names : { ...names, prefix: context.prefix };
	let hasChildren = false;
	let isMixed = false;
	let text = '';
	let previous = plan.start;
	beginRecord(plan);
	descend(cursor);
	for (;;) {
		const at =
			bytes[cursor.at] === LESS_THAN || !isDocumented ? cursor.at : skipSpace(bytes, cursor.at);
		const next = bytes[at] === LESS_THAN ? bytes[at + 1] : 0;
		if (next === 0 || next === EXCLAMATION_MARK || next === QUESTION_MARK) {
			const read = readTexts(cursor, context.cache);
			if (!isDocumented || !hasChildren) text += read;
			continue;
		}
		cursor.at = at;
		if (next === SLASH) break;
		hasChildren = true;
		let child = previous.next;
		let usual = isUsual ? passUsualTag(cursor, child.open, nil) : OTHER_TAG;
		let tag = usual === OTHER_TAG ? passSeenTag(cursor, child, declarations) : undefined;
		if (usual === OTHER_TAG && !tag) {
			child = findField(cursor, plan) ?? child;
			if (isUsual) usual = passUsualTag(cursor, child.open, nil);
			if (usual === OTHER_TAG) tag = passSeenTag(cursor, child, declarations);
		}
		let read: unknown;
		switch (usual) {
			case OPEN_TAG:
				read = readContent(cursor, child.value, child, child.close, inner);
				break;
			case EMPTY_TAG:
				read = emptyValue(cursor, child.value);
				break;
			case NIL_TAG:
				read = null;
				break;
			default: {
				if (!tag) {
					const from = { at: cursor.at, surplus: cursor.surplus };
					tag = readTag(cursor, declarations);
					child = fieldNamed(plan, tag.name.slice(tag.prefix.length));
					rememberTag(cursor, child, declarations, tag, from);
				}
				isMixed ||= child.isDocumented && !isSameNamespace(tag, names);
				read = readTagged(cursor, child.value, child, tag);
			}
		}
		if (isPresent(child, plan)) {
			// Which of the fields of two namespaces counts, the reference decoder decides.
			if (isMixed && child.isDocumented) bailOut();
			plan.isRepeated = true;
		}
		addValue(cursor, plan, child, read);
		if (child.id > 0) previous.next = child;
		previous = child;
	}
	passClosingTag(cursor, close);
	cursor.depth--;
	if (!hasChildren) return textValue(cursor, value, field, text);
	if (!isDocumented && text.trim() !== '') {
		addValue(cursor, plan, fieldNamed(plan, '#text'), text);
	}
	if ((value.expects & OBJECT) === 0) noteRetyped(cursor, field);
	return makeRecord(cursor, plan);
}

/** The field whose tag is next, unless there is more to its name than most names have. */
function findField({ bytes, at }: Cursor, plan: RecordPlan): FieldPlan | undefined {
	const from = at + 1 + plan.context.prefix.length;
	let to = from;
	let hash = 0;
	for (
		let byte = bytes[to];
		byte > 32 && byte !== GREATER_THAN && byte !== SLASH;
		byte = bytes[++to]
	) {
		hash = (Math.imul(hash, 31) + byte) | 0;
	}
	return fieldAt(plan.table, bytes, from, to, hash);
}

/** Reads the content of an element with any tag. */
export function readTagged(cursor: Cursor, value: ValuePlan, field: FieldPlan, tag: Tag): unknown {
	if (tag.isClosed) return tag.isNil ? null : emptyValue(cursor, value);
	const { close } = tag;
	let read: unknown = null;
	if (tag.isNil) {
		// The content of an element that is null does not count.
		cursor.at = skipSpace(cursor.bytes, cursor.at);
		passClosingTag(cursor, close);
	} else {
		read = readContent(cursor, value, field, close, tag);
	}
	cursor.surplus += tag.surplus;
	return read;
}

function readList(
	cursor: Cursor,
	list: ValuePlan,
	field: FieldPlan,
	close: Pattern,
	names: Names,
): unknown {
	const { bytes } = cursor;
	const members: unknown[] = [];
	let text = '';
	descend(cursor);
	for (;;) {
		const at = skipSpace(bytes, cursor.at);
		const next = bytes[at] === LESS_THAN ? bytes[at + 1] : 0;
		if (next === 0 || next === EXCLAMATION_MARK || next === QUESTION_MARK) {
			text += readTexts(cursor, list.context.cache);
			continue;
		}
		cursor.at = at;
		if (next === SLASH) break;
		members.push(readMember(cursor, list, list.item, field, names));
	}
	passClosingTag(cursor, close);
	cursor.depth--;
	return members.length === 0 ? textValue(cursor, list, field, text) : makeList(members);
}

/** Reads a member of a list, whatever its element is called. */
export function readMember(
	cursor: Cursor,
	list: Pick<ValuePlan, 'member'>,
	item: ValuePlan,
	field: FieldPlan,
	names: Names,
): unknown {
	const { declarations } = names;
	const { member } = list;
	if (member && (member.prefix === names.prefix || isDeclared(member.prefix, declarations))) {
		const { close, prefix } = member;
		switch (passUsualTag(cursor, member.open, declarations.nil)) {
			case OPEN_TAG: {
				const inner = prefix === names.prefix ? names : { prefix, declarations };
				return readContent(cursor, item, field, close, inner);
			}
			case EMPTY_TAG:
				return emptyValue(cursor, item);
			case NIL_TAG:
				return null;
		}
	}
	const tag = readTag(cursor, declarations);
	if (tag.surplus === 0 && tag.declarations === declarations) {
		list.member = tagsOf(tag.prefix, tag.name.slice(tag.prefix.length));
	}
	return readTagged(cursor, item, field, tag);
}
