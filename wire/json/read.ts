// The reader of JSON: recursive descent over bytes while they arrive, typed by the schema where there is one.
import { ExactNumber, exactNumber, isLongNumber, JSON_NUMBER } from '../exactNumber';
import type { Projection } from '../projection';
import {
	type Decode,
	endOfPlain,
	matches,
	NEED_MORE_INPUT,
	Pattern,
	readBoolean,
	readDigits,
} from '../reading/engine';
import { type FieldPlan, planSingle, Type } from '../reading/plans';
import { MAX_LEARNED_NAME, RecordBuilder } from '../reading/recordBuilder';
import { RowReader } from '../reading/rows';
import { bytesIn, ByteWindow, decodeUtf8, ReadError } from '../reading/window';
import { failure, MAX_DEPTH, type Result } from '../result';

/** The plan of a value; a field expects its comma, name and colon as they were written in a record before. */
type JsonPlan = FieldPlan<Pattern>;

const [QUOTE, COMMA, COLON, BACKSLASH] = Buffer.from('",:\\');
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('[]{}');
const NULL = Buffer.from('null').readInt32LE();
const [QUOTES, BACKSLASHES] = [0x22222222, 0x5c5c5c5c];

const IN_NUMBER = bytesIn(/[-+.\deE]/);

const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/g;
/** What an error shows of the bytes that are not expected. */
const LONGEST_SHOWN = 32;
/** Half of a surrogate pair, which UTF-8 does not have. Behind an odd number of backslashes, it is no JSON. */
const UNESCAPED_SURROGATE = /(?<=(?:^|[^\\])(?:\\\\)*)\p{Surrogate}/gu;
const TOKEN = /^[-+.\w]{0,30}/;
const LITERALS = ['true', 'false', 'null'];
const NUMBER_START = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][-+]?\d*)?)?$/;

/** The type of the value that begins with a byte; zero for null, and where no value begins. */
const TYPE_OF_BYTE = new Uint8Array(256);
for (const character of '-0123456789') TYPE_OF_BYTE[character.charCodeAt(0)] = Type.NUMBER;
for (const character of 'tf') TYPE_OF_BYTE[character.charCodeAt(0)] = Type.BOOLEAN;
TYPE_OF_BYTE[QUOTE] = Type.STRING;
TYPE_OF_BYTE[OPEN_OBJECT] = Type.OBJECT;
TYPE_OF_BYTE[OPEN_LIST] = Type.LIST;

export class JsonReader {
	readonly isXml = false;
	readonly records = new RecordBuilder<Pattern>(false);
	private readonly rows: RowReader<Pattern>;

	/** @param longNumber Makes the value of a number that a JavaScript number does not hold exactly */
	constructor(
		private readonly window: ByteWindow,
		private readonly root: JsonPlan,
		projection: Projection = {},
		private readonly longNumber = (token: string): unknown => token,
	) {
		this.rows = new RowReader(window, projection);
	}

	/** Reads what is here from its beginning to its end, without the rows that were read before. */
	readDocument(): unknown {
		const { root, window } = this;
		window.at = window.skipSpace(0);
		const isList = window.bytes[window.at] === OPEN_LIST;
		const value = this.readValue(isList ? root : (root.item ?? root), 0);
		window.at = window.skipSpace(window.at);
		if (window.at < window.end) this.unexpected(window.at, 'comes after its end');
		if (!window.isComplete) throw NEED_MORE_INPUT;
		return value;
	}

	private readValue(plan: JsonPlan, depth: number): unknown {
		const { window } = this;
		const type = TYPE_OF_BYTE[window.bytes[window.at]];
		if ((type & plan.types) !== type) return this.readRetyped(plan, depth, type);
		switch (type) {
			case Type.STRING:
				return this.readString(plan.isKept);
			case Type.NUMBER:
				return readDigits(window) ?? this.readNumber();
			case Type.OBJECT:
				return this.readRecord(plan, depth);
			case Type.LIST:
				return this.readList(plan, depth);
			case Type.BOOLEAN:
				return readBoolean(window) ?? this.unexpected(window.at);
			default:
				return this.passNull() ? null : this.unexpected(window.at);
		}
	}

	private readRetyped(plan: JsonPlan, depth: number, type: number): unknown {
		const value = this.readValue(plan.untypedPlan, depth);
		// A long number is a string, and may come as one.
		const expected = type === Type.NUMBER ? Type.STRING : Type.NUMBER;
		const isSame = plan.types === expected && typeof value === 'string' && isLongNumber(value);
		if (!isSame) this.records.noteRetyped(plan);
		return value;
	}

	private readRecord(plan: JsonPlan, depth: number): unknown {
		const { records, window } = this;
		const { record } = plan;
		const row = records.begin(record);
		let previous: JsonPlan | undefined;
		let count = 0;
		this.descend(depth);
		for (; ; count++) {
			const { at } = window;
			let field = previous?.next;
			if (!field?.expected || !matches(window, at, field.expected)) {
				if (!this.isNextMember(count, CLOSE_OBJECT)) break;
				field = records.fieldAfter(record, previous, this.readName());
				// The first one has no comma.
				const isKept = previous?.next === field && window.at - at <= MAX_LEARNED_NAME;
				if (isKept) field.expected ??= new Pattern(window.bytes.utf8Slice(at, window.at));
			} else window.at = window.skipSpace(at + field.expected.length);
			const value = this.passNull() ? null : this.readValue(field, depth + 1);
			if (field.isIgnored) field.lastRecord = record.lastDocumented = record.count;
			else records.add(record, row, field, value);
			previous = field;
		}
		return records.end(record, row, count);
	}

	/** Moves into an object or a list. */
	private descend(depth: number): void {
		const { window } = this;
		if (depth >= MAX_DEPTH)
			throw new ReadError(`is nested more than ${MAX_DEPTH} levels deep`, window.at);
		window.at++;
	}

	/** Moves to the next member, or past the closing bracket. */
	private isNextMember(count: number, closing = CLOSE_LIST): boolean {
		const { window } = this;
		const at = window.skipSpace(window.at);
		const byte = window.bytes[at];
		const isEnd = byte === closing;
		if (!isEnd && count > 0 && byte !== COMMA) this.unexpected(at);
		window.at = isEnd ? at + 1 : count > 0 ? window.skipSpace(at + 1) : at;
		return !isEnd;
	}

	private readName(): string {
		const { window } = this;
		if (window.bytes[window.at] !== QUOTE) this.unexpected(window.at);
		const name = this.readString(true) ?? '';
		const at = window.skipSpace(window.at);
		if (window.bytes[at] !== COLON) this.unexpected(at);
		window.at = window.skipSpace(at + 1);
		return name;
	}

	private readList(list: JsonPlan, depth: number): unknown[] {
		this.descend(depth);
		const isNext = (count: number): boolean => this.isNextMember(count);
		return this.rows.readMembers(list, isNext, (plan) => this.readValue(plan, depth + 1));
	}

	private readString(isKept: boolean): string | undefined {
		const { window } = this;
		const { bytes, end } = window;
		const from = window.at + 1;
		let at = endOfPlain(window, from, QUOTES, BACKSLASHES);
		let decode: Decode | undefined;
		for (; bytes[at] !== QUOTE || at > end; at++) {
			if (at >= end) throw NEED_MORE_INPUT;
			if (bytes[at] < 32) this.unexpected(at);
			decode ??= decodeUtf8;
			if (bytes[at] !== BACKSLASH) continue;
			decode = decodeEscapes;
			at++;
		}
		window.at = at + 1;
		// What a string says is checked even where it is not kept.
		return isKept || decode ? window.text(from, at, decode) : undefined;
	}

	/** Reads a number that is long, has an exponent, or is at the end of what is here. */
	private readNumber(): unknown {
		const { window } = this;
		const { bytes, at: from } = window;
		let to = from;
		while (IN_NUMBER[bytes[to]] === 1) to++;
		if (to >= window.end && !window.isComplete) throw NEED_MORE_INPUT;
		const token = bytes.latin1Slice(from, to);
		if (!JSON_NUMBER.test(token)) this.unexpected(from);
		window.at = to;
		const value = exactNumber(token);
		return typeof value === 'number' ? value : this.longNumber(token);
	}

	/** Moves past null, if it is next: half of the fields may be null. */
	private passNull(): boolean {
		const { window } = this;
		const isNull = window.view.getInt32(window.at, true) === NULL;
		if (isNull) window.at += 4;
		return isNull;
	}

	/** Ends the reading at a word or character that cannot be there. */
	private unexpected(at: number, why?: string): never {
		const { bytes, end, isComplete } = this.window;
		const text = bytes.utf8Slice(at, Math.min(at + LONGEST_SHOWN, end));
		const [token] = TOKEN.exec(text) ?? [''];
		// At the end of a response, the rest of a value may be missing.
		const isStart = LITERALS.some((word) => word.startsWith(token)) || NUMBER_START.test(token);
		const isCut = why === undefined && at + token.length >= end && isStart;
		if (isComplete ? isCut : at + LONGEST_SHOWN >= end) throw NEED_MORE_INPUT;
		throw notExpected(token || [...text][0], at, why);
	}
}

const decodeEscapes: Decode = (window, from, to) => {
	const text = decodeUtf8(window, from, to);
	try {
		return JSON.parse(`"${text}"`) as string;
	} catch {
		const invalid = text.replace(ESCAPE, (escape) => ' '.repeat(escape.length)).indexOf('\\');
		throw notExpected('\\', from + Buffer.byteLength(text.slice(0, invalid)));
	}
};

function notExpected(shown: string, at: number, why = 'is not expected'): ReadError {
	return new ReadError(`is not valid JSON: ${JSON.stringify(shown)} ${why}`, at);
}

/**
 * Reads a JSON text; `what` is the subject of the sentence about an error. Long numbers are strings of their digits, or
 * `ExactNumber`s where no schema tells numbers from strings.
 */
export function readJson(text: string, what?: string, longNumber?: 'exact'): Result<unknown> {
	const window = new ByteWindow();
	const exact = longNumber && ((token: string) => new ExactNumber(token));
	const reader = new JsonReader(window, planSingle(), {}, exact);
	const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16)}`;
	window.append(Buffer.from(text.replace(UNESCAPED_SURROGATE, escape)));
	window.isComplete = true;
	try {
		return { ok: true, value: reader.readDocument() };
	} catch (error) {
		return failure(window.problemText(error, what));
	}
}
