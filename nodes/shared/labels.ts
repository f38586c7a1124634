// How the service's field names read as labels in the editor: "IPAddress2" becomes "IP Address 2".

const WORDS = /[A-Z]+(?=[A-Z][a-z])|[A-Z]+s?(?![a-z])|[A-Z]?[a-z]+|\d+/g;

// Spellings that differ from a capital letter and small ones.
const SPELLINGS: Readonly<Record<string, string>> = {
	btu: 'BTU',
	id: 'ID',
	ids: 'IDs',
	msrp: 'MSRP',
	ofe: 'OFE',
	uom: 'UOM',
};

// Parameters that are called otherwise than they are saved.
const OTHER_NAMES: Readonly<Record<string, string>> = {
	fields: 'fieldNamesOrIds',
	itemFieldsToUpdate: 'projectItemFieldsToUpdate',
	messageField: 'reasonField',
	updateFields: 'fieldsByNumber',
};

// One word in English, though the service writes it as two.
const ONE_WORD = /OverTime|WebSite/g;

const SMALL_WORDS = new Set(['and', 'by', 'of', 'on', 'or', 'per', 'the', 'to', 'with']);

function spell(word: string, position: number, words: readonly string[]): string {
	const small = word.toLowerCase();
	const inside = position > 0 && position < words.length - 1;
	if (inside && SMALL_WORDS.has(small)) return small;
	return SPELLINGS[small] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

function capitalised(word: string): string {
	return `${word.charAt(0)}${word.slice(1).toLowerCase()}`;
}

/** The labels that were made: the panel shows each of them in many places. */
const LABELS = new Map<string, string>();

/** The Title Case label of a field, a parameter or a type of the service. */
export function labelOf(name: string): string {
	let label = LABELS.get(name);
	if (label === undefined) {
		const words = (OTHER_NAMES[name] ?? name).replace(ONE_WORD, capitalised).match(WORDS);
		label = words === null ? name : words.map(spell).join(' ');
		LABELS.set(name, label);
	}
	return label;
}

/** A name without case and separators. */
export function plainLabel(name: string): string {
	return name.replace(/[\s_.-]/g, '').toLowerCase();
}

// The labels are English words. Intl.Collator, for a single list, would cost as much memory as all of api/.
function sortingKey(label: string): string {
	return label.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(9, '0'));
}

/** A list in the order of its labels, numbers by their value. */
export function sortedByLabel<T>(list: readonly T[], labelOfEntry: (entry: T) => string): T[] {
	const keyed = list.map((entry) => ({ entry, key: sortingKey(labelOfEntry(entry)) }));
	keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
	return keyed.map(({ entry }) => entry);
}
