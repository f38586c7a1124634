// An XML response, step by step.
import { typeName } from '../../../api/schema/types';
import { bailOut, type Cursor, skipSpace, unexpected } from '../bytes/cursor';
import type { Pattern } from '../bytes/pattern';
import {
	addToEnvelope,
	beginRows,
	closeEnvelope,
	createEnvelope,
	createRows,
	type Envelope,
	type Parser,
	readRow,
	type RowMatch,
	type Rows,
	type Step,
} from '../parser';
import { fieldNamed, recordPlanOf, tagsOf } from '../plans/createPlan';
import type { ValuePlan } from '../plans/plan';
import { noteUndocumented } from '../records/record';
import type { ResponsePlan } from '../plans/responsePlan';
import { PLACEHOLDERS } from '../retained';
import { type Names, readMember, readTagged } from './element';
import { isSameNamespace, NO_DECLARATIONS, passClosingTag, readTag, type Tag } from './tag';
import { passComment, passInstruction, readTexts } from './text';

const EXCLAMATION_MARK = 0x21;
const SLASH = 0x2f;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const QUESTION_MARK = 0x3f;

/** A declaration of an encoding in which the bytes are what they seem; .NET says utf-16 of text that it has converted. */
const DECLARATION =
	/^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[Uu][Tt][Ff]-?(?:8|16)\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>$/;
const MAX_DECLARATION = 200;

/** What the steps of a response share. */
interface State {
	readonly isMatch: RowMatch;
	readonly rows: Rows;
	list: RowList | undefined;
	value: unknown;
}

/** The list of rows that is being read. */
interface RowList extends Pick<ValuePlan, 'member'> {
	readonly plan: ResponsePlan;
	readonly names: Names;
	readonly close: Pattern;
	/** The step after its end. */
	readonly after: Step;
}

/** Creates the parser of an XML response; the prefix of the root element decides about its plan. */
export function createXmlParser(
	planOf: (prefix: string) => ResponsePlan | undefined,
	isMatch: RowMatch,
): Parser {
	const state: State = { isMatch, rows: createRows(), list: undefined, value: undefined };
	const row = rowStep(state);
	const parser: Parser = {
		first: (cursor) => {
			passProlog(cursor);
			const root = readTag(cursor, NO_DECLARATIONS);
			const plan = planOf(root.prefix);
			if (!plan || root.isNil) return bailOut();
			if (plan.rows !== undefined) parser.placeholder = PLACEHOLDERS.xml.nested;
			return readRoot(state, plan, root, row);
		},
		row,
		epilog,
		rows: state.rows,
		placeholder: PLACEHOLDERS.xml.root,
		value: () => state.value,
	};
	return parser;
}

/** Moves past what may be before the root element. */
function passProlog(cursor: Cursor): void {
	const { bytes, at: from } = cursor;
	if (bytes[from + 1] === QUESTION_MARK) {
		let at = from;
		while (bytes[at] !== GREATER_THAN) {
			if (at >= cursor.end || at - from > MAX_DECLARATION) unexpected(cursor, at);
			at++;
		}
		const declaration = bytes.latin1Slice(from, at + 1);
		if (DECLARATION.test(declaration)) cursor.at = at + 1;
		else if (/^<\?xml\s/i.test(declaration)) bailOut();
	}
	passMisc(cursor);
}

/** Moves past what may be around the root element: white space, comments and processing instructions. */
function passMisc(cursor: Cursor): void {
	const { bytes } = cursor;
	for (;;) {
		cursor.at = skipSpace(bytes, cursor.at);
		if (bytes[cursor.at] !== LESS_THAN) return;
		const next = bytes[cursor.at + 1];
		if (cursor.at + 1 >= cursor.end) unexpected(cursor, cursor.at + 1);
		if (next === EXCLAMATION_MARK) passComment(cursor);
		else if (next === QUESTION_MARK) passInstruction(cursor);
		else return;
	}
}

const epilog: Step = (cursor) => {
	passMisc(cursor);
	return undefined;
};

function readRoot(state: State, plan: ResponsePlan, root: Tag, row: Step): Step {
	const name = root.name.slice(root.prefix.length);
	const type = typeName(plan.schema);
	if (plan.rows === undefined && plan.row && isListName(name, type)) {
		state.value = state.rows.read;
		return beginList(state, plan, root, epilog, row);
	}
	if (!plan.record || name !== type) return bailOut();
	const envelope = plan.rows === undefined ? undefined : createEnvelope(plan);
	return envelope
		? envelopeStep(state, plan, envelope, root, row)
		: recordStep(state, plan, plan.record, root);
}

// One .NET serializer writes ArrayOfString, the other ArrayOfstring.
function isListName(name: string, itemName: string): boolean {
	return name.toLowerCase() === `arrayof${itemName}`.toLowerCase();
}

/** For a response that is one record. */
function recordStep(state: State, plan: ResponsePlan, record: ValuePlan, root: Tag): Step {
	const { rows, isMatch } = state;
	const read = (cursor: Cursor, value: ValuePlan): object =>
		recordOnly(readTagged(cursor, value, recordPlanOf(value, 0).start, root));
	return (cursor) => {
		const row = plan.row ? readRow(cursor, plan, isMatch, read) : read(cursor, record);
		if (row) rows.read.push(row);
		state.value = plan.row ? rows.read : row;
		return epilog;
	};
}

function recordOnly(value: unknown): object {
	return typeof value === 'object' && value !== null ? value : bailOut();
}

/** For a response that is a record with a list of rows: reads one of its fields. */
function envelopeStep(
	state: State,
	plan: ResponsePlan,
	envelope: Envelope,
	root: Tag,
	row: Step,
): Step {
	const { close } = root;
	let isMixed = false;
	const field: Step = (cursor) => {
		if (root.isClosed || isAtClosingTag(cursor, plan)) {
			if (!root.isClosed) passClosingTag(cursor, close);
			state.value = closeEnvelope(cursor, envelope);
			return epilog;
		}
		const tag = readTag(cursor, root.declarations);
		const found = fieldNamed(envelope.plan, tag.name.slice(tag.prefix.length));
		isMixed ||= found.isDocumented && !isSameNamespace(tag, root);
		// Which of the fields of two namespaces counts, the reference decoder decides.
		if (isMixed && found.isDocumented && envelope.fields.includes(found)) bailOut();
		if (!found.isDocumented) noteUndocumented(cursor, found);
		if (found.name === plan.rows && !tag.isNil) {
			addToEnvelope(envelope, found, state.rows.read);
			return beginList(state, plan, tag, field, row);
		}
		const read = readTagged(cursor, found.value, found, tag);
		if (found.name === plan.rows) beginRows(state.rows);
		if (found.isWanted) addToEnvelope(envelope, found, read);
		return field;
	};
	return field;
}

/** Begins a list of rows after its start tag. */
function beginList(state: State, plan: ResponsePlan, tag: Tag, after: Step, row: Step): Step {
	beginRows(state.rows);
	if (tag.isClosed) return after;
	const member = tagsOf(plan.context.prefix, typeName(plan.row?.schema ?? plan.schema));
	state.list = { plan, names: tag, close: tag.close, member, after };
	return row;
}

function rowStep(state: State): Step {
	const { rows, isMatch } = state;
	const read = (cursor: Cursor, item: ValuePlan): object => {
		const list = state.list ?? bailOut();
		return recordOnly(readMember(cursor, list, item, recordPlanOf(item, 0).start, list.names));
	};
	const row: Step = (cursor) => {
		const { plan, close, after } = state.list ?? bailOut();
		if (isAtClosingTag(cursor, plan)) {
			passClosingTag(cursor, close);
			return after;
		}
		const found = readRow(cursor, plan, isMatch, read);
		if (found) rows.read.push(found);
		return row;
	};
	return row;
}

/** Moves to the next tag, and tells whether it is a closing one. */
function isAtClosingTag(cursor: Cursor, { context }: ResponsePlan): boolean {
	cursor.at = skipSpace(cursor.bytes, cursor.at);
	// A text among rows, or in place of them, is left to the reference decoder.
	if (readTexts(cursor, context.cache).trim() !== '') bailOut();
	return cursor.bytes[cursor.at + 1] === SLASH;
}
