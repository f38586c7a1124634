// The limit: readers of catalog pages that know the record, and take for granted that a page is in order. They make
// the same rows as the package, and check nothing.

const SPACE = 0x20;
const QUOTE = 0x22;
const AMPERSAND = 0x26;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const CLOSE = 0x7d;

/** So many bytes are read at a time. */
const PORTION = 256 * 1024;
/** More digits than a JavaScript number holds for certain stay a string. */
const SAFE_DIGITS = 15;
const POWERS = Array.from({ length: SAFE_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A constructor as a person would write it for the record: a store for each field. */
async function rowMaker(names) {
	const stores = names.map(
		(name, slot) => `if (v[${slot}] !== undefined) this.${name} = v[${slot}];`,
	);
	const source = `function Row(v) { ${stores.join('')} }
		Row.prototype = Object.prototype;
		export const make = (v) => new Row(v);`;
	return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).make;
}

/** Strings that occurred before and the bytes they were written with, in the place that a few bytes lead to. */
const PLACES = 4096;
const LONGEST_REPEATED = 64;
const written = new Array(PLACES).fill('');
const decoded = new Array(PLACES).fill('');

/** The string of some bytes; `decode` makes it of bytes that are not what they stand for. */
function stringOf(bytes, from, to, decode) {
	const length = to - from;
	if (length > LONGEST_REPEATED) return decode(bytes, from, to);
	const middle = bytes[(from + to) >> 1];
	const place = (bytes[from] * 31 + middle * 7 + bytes[to - 1] * 131 + length * 523) % PLACES;
	const known = written[place];
	if (known.length === length) {
		let index = 0;
		while (index < length && known.charCodeAt(index) === bytes[from + index]) index++;
		if (index === length) return decoded[place];
	}
	const text = decode(bytes, from, to);
	decoded[place] = text;
	written[place] = decode === latin1 ? text : latin1(bytes, from, to);
	return text;
}

const latin1 = (bytes, from, to) => bytes.latin1Slice(from, to);
const utf8Json = (bytes, from, to) => JSON.parse(`"${bytes.utf8Slice(from, to)}"`);
const utf8Xml = (bytes, from, to) =>
	bytes.utf8Slice(from, to).replace(/&(\w+);/g, (_, name) => ENTITIES[name]);

let at = 0;

/**
 * A reader of one page at a time: what arrived is read up to the start of the last product in it, and `undefined` in
 * place of a chunk reads the rest.
 *
 * @param rowStart What every product begins with, and nothing else in it
 * @param pageStart What comes before the first product, and its start
 */
function pageReader(rowStart, pageStart, readRow) {
	return (items) => {
		let chunks = [];
		let length = 0;
		let isInRows = false;
		return (chunk) => {
			if (chunk) {
				chunks.push(chunk);
				length += chunk.length;
				if (length < PORTION) return;
			}
			const bytes = Buffer.concat(chunks, length);
			at = isInRows ? 0 : bytes.indexOf(pageStart) + pageStart.length - rowStart.length;
			isInRows = true;
			const last = bytes.lastIndexOf(rowStart);
			while (at < last || (at === last && !chunk)) items.push({ json: readRow(bytes) });
			chunks = [bytes.subarray(at)];
			length = bytes.length - at;
		};
	};
}

function readNumber(bytes, isEnd) {
	const from = at;
	if (bytes[at] === MINUS) at++;
	const first = at;
	let number = 0;
	let byte = bytes[at];
	for (; byte >= ZERO && byte <= NINE; byte = bytes[++at]) number = number * 10 + byte - ZERO;
	let digits = at - first;
	let scale = 0;
	if (byte === POINT) {
		const point = at++;
		for (byte = bytes[at]; byte >= ZERO && byte <= NINE; byte = bytes[++at]) {
			number = number * 10 + byte - ZERO;
		}
		scale = at - point - 1;
		digits += scale;
	}
	if (digits > SAFE_DIGITS || !isEnd(byte)) {
		while (!isEnd(bytes[at])) at++;
		return bytes.latin1Slice(from, at);
	}
	const value = scale > 0 ? number / POWERS[scale] : number;
	return first > from ? -value : value;
}

const endsJson = (byte) => byte === COMMA || byte === CLOSE || byte === CLOSE_LIST;
const endsXml = (byte) => byte === LESS_THAN;

function readJsonString(bytes) {
	const from = ++at;
	let isPlain = true;
	for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[++at]) {
		if (byte === BACKSLASH) at++;
		if (byte === BACKSLASH || byte > 127) isPlain = false;
	}
	const to = at++;
	if (from === to) return '';
	return stringOf(bytes, from, to, isPlain ? latin1 : utf8Json);
}

function readJsonValue(bytes) {
	switch (bytes[at]) {
		case QUOTE:
			return readJsonString(bytes);
		case LETTER_N:
			at += 4;
			return null;
		case LETTER_T:
			at += 4;
			return true;
		case LETTER_F:
			at += 5;
			return false;
		case OPEN_LIST: {
			const from = at;
			at = bytes.indexOf(CLOSE_LIST, at) + 1;
			return JSON.parse(bytes.latin1Slice(from, at));
		}
		default:
			return readNumber(bytes, endsJson);
	}
}

/** A reader of JSON pages in which every field of every product is present and in order. */
async function jsonReader(fields) {
	const make = await rowMaker(fields.map(({ name }) => name));
	const keyLengths = Int32Array.from(fields, ({ name }) => `"${name}":`.length);
	const values = new Array(fields.length);
	const readRow = (bytes) => {
		at++;
		for (let slot = 0; slot < values.length; slot++) {
			at += keyLengths[slot];
			values[slot] = readJsonValue(bytes);
			at++;
		}
		at++;
		return make(values);
	};
	return pageReader(Buffer.from('{"Id":"'), Buffer.from('"Products":[{"Id":"'), readRow);
}

function readXmlString(bytes) {
	const from = at;
	let isPlain = true;
	for (let byte = bytes[at]; byte !== LESS_THAN; byte = bytes[++at]) {
		if (byte === AMPERSAND || byte > 127) isPlain = false;
	}
	return stringOf(bytes, from, at, isPlain ? latin1 : utf8Xml);
}

/** The labor types of a product, the one list that it holds. */
function readLaborTypes(bytes) {
	const laborTypes = [];
	while (bytes[at + 1] !== SLASH) {
		at += '<ItemLaborType>'.length;
		const laborType = {};
		while (bytes[at + 1] !== SLASH) {
			const from = at + 1;
			at = bytes.indexOf(GREATER_THAN, at) + 1;
			const name = bytes.latin1Slice(from, at - 1);
			laborType[name] = name === 'Name' ? readXmlString(bytes) : readNumber(bytes, endsXml);
			at += name.length + 3;
		}
		at += '</ItemLaborType>'.length;
		laborTypes.push(laborType);
	}
	return laborTypes;
}

function readXmlValue(bytes, kind) {
	switch (kind) {
		case 'boolean': {
			const value = bytes[at] === LETTER_T;
			at += value ? 4 : 5;
			return value;
		}
		case 'integer':
		case 'decimal':
			return readNumber(bytes, endsXml);
		case 'list':
			return readLaborTypes(bytes);
		default:
			return readXmlString(bytes);
	}
}

/** Whether a name of this length with this last letter is here. */
function isProbably(bytes, from, name) {
	const after = bytes[from + name.length];
	return (
		(after === GREATER_THAN || after === SPACE) &&
		bytes[from + name.length - 1] === name[name.length - 1]
	);
}

function isNameAt(bytes, from, name) {
	return isProbably(bytes, from, name) && name.every((byte, index) => bytes[from + index] === byte);
}

/** A reader of XML pages in which the fields of every product are in order, and some are absent. */
async function xmlReader(fields) {
	const make = await rowMaker(fields.map(({ name }) => name));
	const names = fields.map(({ name }) => Buffer.from(name));
	const kinds = fields.map(({ kind }) => kind);
	// Which field came after this one in the product before.
	const following = Int32Array.from(fields, (_, slot) => slot + 1);
	const values = new Array(fields.length);
	const readField = (bytes, previous) => {
		let slot = previous < 0 ? 0 : following[previous];
		if (!isProbably(bytes, at, names[slot])) {
			slot = previous + 1;
			while (!isNameAt(bytes, at, names[slot])) slot++;
			following[previous] = slot;
		}
		const { length } = names[slot];
		at += length;
		if (bytes[at] === SPACE) {
			values[slot] = kinds[slot] === 'list' ? [] : '';
			at += ' />'.length;
		} else {
			at++;
			values[slot] = readXmlValue(bytes, kinds[slot]);
			at += length + '</>'.length;
		}
		return slot;
	};
	const readRow = (bytes) => {
		at += '<Product>'.length;
		values.fill(undefined);
		let slot = -1;
		while (bytes[at + 1] !== SLASH) {
			at++;
			slot = readField(bytes, slot);
		}
		at += '</Product>'.length;
		return make(values);
	};
	return pageReader(Buffer.from('<Product>'), Buffer.from('<Products><Product>'), readRow);
}

export const knownRecordReaders = { json: jsonReader, xml: xmlReader };
