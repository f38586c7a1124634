// The reader of JSON: recursive descent over bytes while they arrive, typed by the schema where there is one.
import { ExactNumber, exactNumber, isLongNumber, JSON_NUMBER } from '../exactNumber';
import { bytesIn, Decode, decodeUtf8, needMoreInput, Pattern, ReadError } from '../reading/bytes';
import { MAX_LEARNED_NAME, Plan, planSingle, RecordReader, Type } from '../reading/records';
import { failure, MAX_DEPTH, type Result } from '../result';

const [QUOTE, COMMA, COLON, BACKSLASH] = Buffer.from('",:\\');
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('[]{}');
const NULL = Buffer.from('null').readInt32LE();
const [QUOTES, BACKSLASHES] = [0x22222222, 0x5c5c5c5c];

const IN_NUMBER = bytesIn(/[-+.\deE]/);

const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/g;
/** What an error shows of the bytes that are not expected. */
const LONGEST_SHOWN = 32;
/** Half of a surrogate pair, which UTF-8 does not have. Behind an odd number of backslashes, it is no JSON. */
const HALF = /(?<=(?:^|[^\\])(?:\\\\)*)\p{Surrogate}/gu;
const TOKEN = /^[-+.\w]{0,30}/;

/** The type of the value that begins with a byte; zero for null, and where none begins. */
const TYPES = new Uint8Array(256);
for (const character of '-0123456789') TYPES[character.charCodeAt(0)] = Type.NUMBER;
for (const character of 'tf') TYPES[character.charCodeAt(0)] = Type.BOOLEAN;
TYPES[QUOTE] = Type.STRING;
TYPES[OPEN_OBJECT] = Type.OBJECT;
TYPES[OPEN_LIST] = Type.LIST;

export class JsonReader extends RecordReader {
	readonly isXml = false;

	/** Makes the value of a number that a JavaScript number does not hold exactly. */
	longNumber = (token: string): unknown => token;

	readDocument(): unknown {
		const { bytes, root } = this;
		this.at = this.skipSpace(0);
		const isList = bytes[this.at] === OPEN_LIST;
		const value = this.readValue(isList ? root : (root.item ?? root), 0);
		this.at = this.skipSpace(this.at);
		if (this.at < this.end) this.unexpected(this.at);
		if (!this.isComplete) throw needMoreInput;
		return value;
	}

	private readValue(plan: Plan, depth: number): unknown {
		const type = TYPES[this.bytes[this.at]];
		if ((type & plan.expected) !== type) return this.readRetyped(plan, depth, type);
		switch (type) {
			case Type.STRING:
				return this.readString(plan.isWanted);
			case Type.NUMBER:
				return this.readDigits() ?? this.readNumber();
			case Type.OBJECT:
				return this.readRecord(plan, depth);
			case Type.LIST:
				return this.readList(plan, depth);
			case Type.BOOLEAN:
				return this.readBoolean() ?? this.unexpected(this.at);
			default:
				return this.passNull() ? null : this.unexpected(this.at);
		}
	}

	private readRetyped(plan: Plan, depth: number, type: number): unknown {
		const value = this.readValue(plan.retyped(), depth);
		// A long number is a string, and may come as one.
		const expected = type === Type.NUMBER ? Type.STRING : Type.NUMBER;
		const isSame = plan.expected === expected && typeof value === 'string' && isLongNumber(value);
		if (!isSame) this.noteRetyped(plan.path);
		return value;
	}

	private readRecord(plan: Plan, depth: number): unknown {
		const row = this.beginRecord(plan);
		let previous = (plan.start ??= new Plan());
		let count = 0;
		this.descend(depth);
		for (; ; count++) {
			const { at } = this;
			let field = previous.next;
			if (count === 0 || !field?.key || !this.matches(at, field.key)) {
				if (!this.isNextMember(count, CLOSE_OBJECT)) break;
				field = this.fieldNamed(plan, this.readName(), previous);
				const isKept = count > 0 && field === previous.next && this.at - at <= MAX_LEARNED_NAME;
				if (isKept) field.key ??= new Pattern(this.bytes.utf8Slice(at, this.at));
			} else this.at = this.skipSpace(at + field.key.length);
			const value = this.passNull() ? null : this.readValue(field, depth + 1);
			if (!field.isIgnored) this.addField(plan, row, field, value);
			previous = field;
		}
		return this.endRecord(plan, row, count);
	}

	/** Moves into an object or a list. */
	private descend(depth: number): void {
		if (depth >= MAX_DEPTH)
			throw new ReadError(`is nested more than ${MAX_DEPTH} levels deep`, this.at);
		this.at++;
	}

	/** Moves to the next member, or past the closing bracket. */
	private isNextMember(count: number, closing = CLOSE_LIST): boolean {
		const at = this.skipSpace(this.at);
		const isEnd = this.bytes[at] === closing;
		if (!isEnd && count > 0 && this.bytes[at] !== COMMA) this.unexpected(at);
		this.at = isEnd ? at + 1 : count > 0 ? this.skipSpace(at + 1) : at;
		return !isEnd;
	}

	private readName(): string {
		if (this.bytes[this.at] !== QUOTE) this.unexpected(this.at);
		const name = this.readString(true) ?? '';
		const at = this.skipSpace(this.at);
		if (this.bytes[at] !== COLON) this.unexpected(at);
		this.at = this.skipSpace(at + 1);
		return name;
	}

	private readList(list: Plan, depth: number): unknown[] {
		this.descend(depth);
		const isNext = (count: number): boolean => this.isNextMember(count);
		return this.readMembers(list, isNext, (plan) => this.readValue(plan, depth + 1));
	}

	private readString(isWanted: boolean): string | undefined {
		const { bytes, end } = this;
		const from = this.at + 1;
		let at = this.endOfPlain(from, QUOTES, BACKSLASHES);
		let decode: Decode | undefined;
		for (; bytes[at] !== QUOTE || at > end; at++) {
			if (at >= end) throw needMoreInput;
			if (bytes[at] < 32) this.unexpected(at);
			decode ??= decodeUtf8;
			if (bytes[at] !== BACKSLASH) continue;
			decode = decodeEscapes;
			at++;
		}
		this.at = at + 1;
		// What a string says is checked even where it is not wanted.
		return isWanted || decode ? this.textOf(from, at, decode) : undefined;
	}

	/** Reads a number that is long, has an exponent, or is at the end of what is here. */
	private readNumber(): unknown {
		const { bytes, at: from } = this;
		let to = from;
		while (IN_NUMBER[bytes[to]] === 1) to++;
		if (to >= this.end && !this.isComplete) throw needMoreInput;
		const token = bytes.latin1Slice(from, to);
		if (!JSON_NUMBER.test(token)) this.unexpected(from);
		this.at = to;
		const value = exactNumber(token);
		if (typeof value === 'number') return value;
		return this.longNumber(token);
	}

	/** Moves past null, if it is next: half of the fields may be null. */
	private passNull(): boolean {
		const isNull = this.view.getInt32(this.at, true) === NULL;
		if (isNull) this.at += 4;
		return isNull;
	}

	/** Ends the reading at a word or character that cannot be there. */
	private unexpected(at: number): never {
		const { bytes, end } = this;
		const text = bytes.utf8Slice(at, Math.min(at + LONGEST_SHOWN, end));
		const [token] = TOKEN.exec(text) ?? [''];
		// It may go on.
		if (at + (this.isComplete ? token.length : LONGEST_SHOWN) >= end) throw needMoreInput;
		throw notExpected(token || [...text][0], at);
	}
}

const decodeEscapes: Decode = (reader, from, to) => {
	const text = decodeUtf8(reader, from, to);
	try {
		return JSON.parse(`"${text}"`) as string;
	} catch {
		const invalid = text.replace(ESCAPE, (escape) => ' '.repeat(escape.length)).indexOf('\\');
		throw notExpected('\\', from + Buffer.byteLength(text.slice(0, invalid)));
	}
};

function notExpected(shown: string, at: number): ReadError {
	return new ReadError(`is not valid JSON: ${JSON.stringify(shown)} is not expected`, at);
}

/**
 * Reads a JSON text; `what` is the subject of the sentence about an error. Long numbers are strings of their digits, or
 * `ExactNumber`s where no schema tells numbers from strings.
 */
export function readJson(text: string, what?: string, longNumber?: 'exact'): Result<unknown> {
	const reader = new JsonReader(planSingle());
	if (longNumber) reader.longNumber = (token) => new ExactNumber(token);
	const half = (character: string) => `\\u${character.charCodeAt(0).toString(16)}`;
	reader.append(Buffer.from(text.replace(HALF, half)));
	reader.isComplete = true;
	try {
		return { ok: true, value: reader.readDocument() };
	} catch (error) {
		return failure(reader.problemText(error, what));
	}
}
