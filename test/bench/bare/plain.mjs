// The limit: plain recursive descent over the bytes of a whole page, without any check. Pages hold no white space.
const [QUOTE, MINUS, POINT, SLASH, SPACE, ZERO, NINE] = Buffer.from('"-./ 09');
const [AMPERSAND, BACKSLASH, GREATER, LESS] = Buffer.from('&\\><');
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = Buffer.from('[]{}');
const [LETTER_F, LETTER_N, LETTER_T] = Buffer.from('fnt');
/** More digits may not fit into a JavaScript number and stay a string. */
const SAFE_DIGITS = 15;
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const fromJson = (text) => JSON.parse(`"${text}"`);
const fromXml = (text) => text.replace(/&(\w+);/g, (_, name) => ENTITIES[name]);
const part = { names: [], create: () => ({}) };

/** Strings that may come again, each in the place that a few of its bytes lead to. */
const PLACES = 4096;
const strings = new Array(PLACES).fill('');

let bytes = Buffer.alloc(0);
let at = 0;
let typeOf = {};

/** Reads up to `end`; `decode` makes text of what holds an escape or is not ASCII. */
function readText(end, escape, decode) {
	const from = at;
	let isPlain = true;
	for (let byte = bytes[at]; byte !== end; byte = bytes[++at]) {
		if (byte === escape || byte > 127) isPlain = false;
		if (byte === BACKSLASH && escape === BACKSLASH) at++;
	}
	if (!isPlain) return decode(bytes.utf8Slice(from, at));
	const length = at - from;
	const place =
		(bytes[from] * 31 + bytes[at - 1] * 131 + bytes[(from + at) >> 1] * 7 + length) % PLACES;
	const known = strings[place];
	if (known.length === length) {
		let same = 0;
		while (same < length && known.charCodeAt(same) === bytes[from + same]) same++;
		if (same === length) return known;
	}
	return (strings[place] = bytes.latin1Slice(from, at));
}

function readNumber() {
	const from = at;
	let number = 0;
	let point = 0;
	if (bytes[at] === MINUS) at++;
	for (let byte = bytes[at]; byte === POINT || (byte >= ZERO && byte <= NINE); byte = bytes[++at]) {
		if (byte === POINT) point = at + 1;
		else number = number * 10 + byte - ZERO;
	}
	if (at - from > SAFE_DIGITS) return bytes.latin1Slice(from, at);
	if (point > 0) number /= 10 ** (at - point);
	return bytes[from] === MINUS ? -number : number;
}

/** Reads a name up to `end` or a space. It is probably `expected`: then only its length and its ends are compared. */
function readName(end, expected = '') {
	const from = at;
	const to = at + expected.length;
	const isExpected =
		(bytes[to] === end || bytes[to] === SPACE) &&
		bytes[from] === expected.charCodeAt(0) &&
		bytes[to - 1] === expected.charCodeAt(expected.length - 1);
	if (isExpected) at = to;
	else while (bytes[at] !== end && bytes[at] !== SPACE) at++;
	return isExpected ? expected : bytes.latin1Slice(from, at);
}

function jsonRecord({ names, create }) {
	const record = create();
	for (let slot = 0; bytes[at] !== CLOSE; slot++) {
		at += 2;
		const name = readName(QUOTE, names[slot]);
		at += 2;
		record[name] = jsonValue();
	}
	at++;
	return record;
}

function jsonList(read) {
	const list = [];
	while (bytes[at++] !== CLOSE_LIST) if (bytes[at] !== CLOSE_LIST) list.push(read());
	return list;
}

function jsonValue() {
	const first = bytes[at];
	if (first === QUOTE) {
		at++;
		const text = readText(QUOTE, BACKSLASH, fromJson);
		at++;
		return text;
	}
	if (first === OPEN) return jsonRecord(part);
	if (first === OPEN_LIST) return jsonList(jsonValue);
	if (first === LETTER_F || first === LETTER_N || first === LETTER_T) {
		at += first === LETTER_F ? 5 : 4;
		return first === LETTER_N ? null : first === LETTER_T;
	}
	return readNumber();
}

function xmlRecord({ names, create }) {
	const record = create();
	for (let slot = 0; bytes[at + 1] !== SLASH; slot++) {
		at++;
		const name = readName(GREATER, names[slot]);
		const found = names[slot] === name ? slot : names.indexOf(name);
		if (found >= 0) slot = found;
		const isEmpty = bytes[at] === SPACE;
		at += isEmpty ? ' />'.length : 1;
		const type = typeOf[name];
		if (isEmpty) record[name] = type === 'list' ? [] : '';
		else record[name] = xmlValue(type);
		if (!isEmpty) at += name.length + '</>'.length;
	}
	return record;
}

function xmlList(read) {
	const list = [];
	while (bytes[at + 1] !== SLASH) {
		at = bytes.indexOf(GREATER, at) + 1;
		list.push(read());
		at = bytes.indexOf(GREATER, at) + 1;
	}
	return list;
}

function xmlValue(type) {
	if (type === 'list') return xmlList(() => xmlRecord(part));
	if (type === 'number') return readNumber();
	const text = readText(LESS, AMPERSAND, fromXml);
	return type === 'boolean' ? text === 'true' : text;
}

/** A constructor as a person would write it for the record: without it, the engine makes a hash table of a long row. */
function constructorFor(names) {
	const Row = new Function(names.map((name) => `this.${name} = undefined;`).join(''));
	Row.prototype = Object.prototype;
	return () => new Row();
}

/** Reads catalog pages; `names` are those of a product's fields in their order, `types` has those of its parts, too. */
export function plainReader(format, { names, types }) {
	const product = { names, create: constructorFor(names) };
	const [start, readRows] =
		format === 'json'
			? ['"Products":', () => jsonList(() => jsonRecord(product))]
			: ['<Products>', () => xmlList(() => xmlRecord(product))];
	return (page) => {
		typeOf = types;
		bytes = page;
		at = page.indexOf(start) + start.length;
		return readRows();
	};
}
