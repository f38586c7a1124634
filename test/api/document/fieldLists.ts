// Reads the field lists of the service document: tables, and paragraphs such as
// "Name (string), Hours, Cost (decimal number); UpdateFields (collection of X: A integer, B string)".

/** A field as the document words it. A name such as "CustomField1..24" still stands for its whole family. */
export interface ListedField {
	readonly name: string;
	/** Empty where the list gives no type of its own. */
	readonly type: string;
	readonly required: boolean;
	/** What the document says besides type and "Required". */
	readonly remark: string;
}

export interface ListedRecord {
	readonly name: string;
	readonly fields: readonly ListedField[];
}

/** Splits at a separator outside parentheses. */
export function splitOutside(text: string, separator: RegExp): string[] {
	const parts: string[] = [];
	let depth = 0;
	let part = '';
	for (let index = 0; index < text.length; index++) {
		const letter = text[index];
		if (letter === '(') depth++;
		if (letter === ')') depth--;
		const match = depth === 0 ? separator.exec(text.slice(index)) : null;
		if (match?.index === 0 && match[0].length > 0) {
			parts.push(part);
			part = '';
			index += match[0].length - 1;
		} else {
			part += letter;
		}
	}
	parts.push(part);
	return parts.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

function joinRemarks(parts: readonly string[]): Pick<ListedField, 'required' | 'remark'> {
	const words = parts
		.map((part) => part.trim())
		.filter((part) => part !== '' && part !== 'optional');
	return {
		required: words.includes('Required'),
		remark: words.filter((word) => word !== 'Required').join('; '),
	};
}

/** Gives a type to every name of a comma list; "Taxes" of "collections of Location, System, Tax" gets the third. */
function typeOfPlace(type: string, place: number): string {
	const several = /^collections of (.+)$/.exec(type);
	return several ? `collection of ${several[1].split(', ')[place]}` : type;
}

/** The rows of a table: "| Start, End | date | Required |" gives two fields. */
export function readFieldTable(rows: readonly (readonly string[])[]): ListedField[] {
	return rows.flatMap(([names, type, notes = '']) =>
		names.split(', ').map((name, place) => ({
			name,
			type: type === 'see families' ? '' : typeOfPlace(type, place),
			...joinRemarks(notes.split(';')),
		})),
	);
}

interface Typed {
	readonly type: string;
	readonly remarks: readonly string[];
	readonly inner?: ListedRecord;
}

// What stands in the parentheses behind a name: the type, then remarks.
function readType(words: string, name: string): Typed {
	const inline = /^collection of (\w+): (.+)$/.exec(words);
	if (inline) {
		return {
			type: `collection of ${inline[1]}`,
			remarks: [],
			inner: { name: inline[1], fields: readPairs(inline[2]) },
		};
	}
	// The document leaves this item type without a name; its sibling ClientAddress shows the rule.
	const unnamed = /^collection; (?:each has (.+)|same fields as (\w+))$/.exec(words);
	if (unnamed) {
		const item = singular(name);
		const fields = unnamed[1] ? readPairs(unnamed[1]) : [reference(unnamed[2])];
		return { type: `collection of ${item}`, remarks: [], inner: { name: item, fields } };
	}
	const [type, ...remarks] = words.split(/[;,] /);
	return { type: type.replace(/^all /, ''), remarks };
}

function singular(collection: string): string {
	return collection.endsWith('sses') ? collection.slice(0, -2) : collection.slice(0, -1);
}

/** A field that stands for all fields of another record. */
function reference(record: string): ListedField {
	return { name: `...${record}`, type: '', required: false, remark: '' };
}

// "TaskFieldId integer, Value string", "TypeId integer, Name, and the Address fields".
function readPairs(words: string): ListedField[] {
	return words.split(', ').map((pair) => {
		const others = /^and the (\w+) fields$/.exec(pair);
		if (others) return reference(others[1]);
		const [name, ...type] = pair.split(' ');
		return { name, type: type.join(' '), required: false, remark: '' };
	});
}

function readName(words: string): { name: string; typed?: Typed } {
	const match = /^(\S+) \((.+)\)$/s.exec(words);
	return match ? { name: match[1], typed: readType(match[2], match[1]) } : { name: words };
}

/**
 * A paragraph of fields. A type stands behind the last of the names that have it.
 *
 * @returns the fields, and the records that are described within them.
 */
export function readFieldList(paragraph: string): { fields: ListedField[]; inner: ListedRecord[] } {
	const fields: ListedField[] = [];
	const inner: ListedRecord[] = [];
	for (const group of splitOutside(paragraph.replace(/\.$/, ''), /^;/)) {
		let waiting: string[] = [];
		for (const words of splitOutside(group, /^(,? and |, (and )?|:.*$| plus )/)) {
			const others = /^(?:plus )?the (\w+) fields$/.exec(words);
			if (others) {
				fields.push(...waiting.map((name) => untyped(name)), reference(others[1]));
				waiting = [];
				continue;
			}
			const { name, typed } = readName(words.replace(/^the entry fields /, ''));
			waiting.push(name);
			if (!typed) continue;
			if (typed.inner) inner.push(typed.inner);
			const remarks = joinRemarks(typed.remarks);
			fields.push(...waiting.map((each) => ({ name: each, type: typed.type, ...remarks })));
			waiting = [];
		}
		fields.push(...waiting.map((name) => untyped(name)));
	}
	return { fields, inner };
}

function untyped(name: string): ListedField {
	return { name, type: '', required: false, remark: '' };
}
