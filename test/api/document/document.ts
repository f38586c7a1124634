// Reads the API documentation's records: its tables and field lists become lines such as "Name: string, Required".

/** Chapters ("record Client", "endpoint 6") and their facts, one a line, in the document's order. */
export type Facts = Readonly<Record<string, readonly string[]>>;

/** A field as the document words it: "CustomField1..24" stands for a family, "@Address" for the fields of a record. */
interface Field {
	readonly name: string;
	/** Empty where the list has no type for it. */
	type: string;
	/** What the document says besides the type. */
	notes: readonly string[];
}

type Records = Map<string, readonly Field[]>;

/** The lines below each heading, by its title. */
export function sectionsOf(text: string): Map<string, string[]> {
	const sections = text.split(/^##+ /m).map((section) => section.split(/\n+/));
	return new Map(sections.map(([title, ...lines]) => [title, lines]));
}

/** The cells of the rows of all tables, without the heads. */
export function tableRows(lines: readonly string[] = []): string[][] {
	const isRule = (line = '') => line.startsWith('|-');
	return lines
		.filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1]))
		.map((line) => line.split('|').slice(1, -1))
		.map((cells) => cells.map((cell) => cell.trim()));
}

/** "| Start, End | date | Required |" is two fields; "collections of A, B" has a type for each. */
function tableFields([names, type, notes]: readonly string[]): Field[] {
	const types = /^collections of (.+)$/.exec(type)?.[1].split(', ');
	return names.split(', ').map((name, place) => ({
		name,
		type: types ? `collection of ${types[place]}` : type.replace('see families', ''),
		notes: notes.split('; '),
	}));
}

/** Fields such as "Name (string), Hours, Cost (decimal number); Fields (collection of X: A integer, B string)". */
function listFields(records: Records, list: string): Field[] {
	const fields: Field[] = [];
	for (const group of list.replace(/: one of [^;]+/, '').split(/;(?![^(]*\))/)) {
		// A type is also that of the names before it.
		let first = fields.length;
		for (const [, name, words] of group.matchAll(/(@?[A-Z][\w.]*\w)(?: \(([^)]+)\))?/g)) {
			fields.push({ name, type: '', notes: [] });
			if (words) {
				const [type, ...notes] = typeWords(records, name, words);
				for (const field of fields.slice(first)) Object.assign(field, { type, notes });
			}
			if (words || name.startsWith('@')) first = fields.length;
		}
	}
	return fields;
}

/** The type in the parentheses behind a name, and its notes; a record that is described there is added. */
function typeWords(records: Records, name: string, words: string): string[] {
	const [, named, pairs] = /^collection(?: of (\w+): |; (?:each has )?)(.+)$/.exec(words) ?? [];
	if (!pairs) return words.replace(/^all /, '').split(/[;,] /);
	// Where the document has no name for the record, it is the singular, as with ClientAddress.
	const item = named ?? name.replace(/(?<=ss)es$|s$/, '');
	const fields = pairs.matchAll(/(@?[A-Z]\w+)(?: ([a-z]+))?/g);
	records.set(
		item,
		Array.from(fields, ([, field, type = '']) => ({ name: field, type, notes: [] })),
	);
	return [`collection of ${item}`];
}

function readParagraph(records: Records, paragraph: string): Field[] {
	const referenced = paragraph.replace(/the (\w+) fields|same fields as (\w+)/g, '@$1$2');
	const [list, ...sentences] = referenced.split(/\.(?:\s+(?=[A-Z])|$)/);
	const [bare, others] = list.split(', with the types given for ');
	const fields = listFields(records, bare);
	if (others) {
		for (const field of fields) field.type = typeIn(records, field, others.split(' and '));
	}
	// "Each of A, B has a companion integer field named with the suffix Ticks" puts ATicks behind A.
	const companions = /^Each of (.+) has a companion (\w+) field named with the suffix (\w+);/;
	const [, names = '', type, suffix] = companions.exec(sentences.join('. ')) ?? [];
	return fields.flatMap((field) =>
		names.split(', ').includes(field.name)
			? [field, { name: field.name + suffix, type, notes: [] }]
			: [field],
	);
}

/** The type of a field in some records, or in all, where those agree. */
function typeIn(records: Records, { name, type }: Field, others = [...records.keys()]): string {
	if (type !== '') return type;
	const fields = others.flatMap((record) => records.get(record) ?? []);
	const types = new Set(fields.filter((field) => field.name === name).map((field) => field.type));
	types.delete('');
	return types.size === 1 ? [...types].join() : 'unknown';
}

function readSection(records: Records, title: string, lines: readonly string[]): void {
	const named = lines.flatMap((line) => /^\*\*(\w+)\*\*:$/.exec(line)?.[1] ?? []);
	const name = named[0] ?? title.replace(/ \(.+\)$/, '');
	// The table comes first, because a list below it may take its types from there.
	const rows = tableRows(lines);
	if (rows.length > 0) records.set(name, rows.flatMap(tableFields));
	for (const line of lines) {
		const [, names, list] = /^(\*\*\w.*?\*\*)(?: \(.+?\))?: (.+)$/.exec(line) ?? [];
		for (const [each] of names?.matchAll(/\w{4,}/g) ?? [])
			records.set(each, readParagraph(records, list));
		if (/^[A-Z]\w+, .*\(\w+\);/.test(line)) records.set(name, readParagraph(records, line));
	}
}

function readPrices(lines: readonly string[]): Field[] {
	const line = lines.find((each) => each.startsWith('Price fields')) ?? '';
	const [, type = '', frequencies = '', variants = ''] =
		/\(all (.+?)\).* frequencies (.+?) appears in (.+) That is/.exec(line) ?? [];
	return frequencies.split(', ').flatMap((frequency) =>
		Array.from(variants.matchAll(/`<Frequency>(\w+)`/g), ([, variant]) => ({
			name: frequency + variant,
			type,
			notes: [],
		})),
	);
}

// "The older catalog read variant omits A, B, the two external tax codes, C and D, has only CustomField1..N, ..."
// and "In the older catalog read variant only A and B are present." (of the labor type).
function addOlderVariants(records: Records, text: string): void {
	const [, omitted = '', family = '', part = ''] =
		/^The older .+ omits (.+), has only (\S+), and its (\w+) has no \w+\.$/m.exec(text) ?? [];
	const omits = omitted
		.replace('the two external tax codes', 'ExternalTaxCode, ExternalLaborTaxCode')
		.split(/, | and /);
	const kept =
		/In the older catalog read variant only (\w+) and (\w+) are present/.exec(text)?.slice(1) ?? [];
	for (const record of ['ProductCatalog', 'Product', 'ItemLaborType']) {
		const older = (records.get(record) ?? [])
			.filter(({ name }) => (record === part ? kept.includes(name) : !omits.includes(name)))
			.map((field) => ({
				...field,
				name: field.name.includes('..') ? family : field.name,
				type: field.type.replace(/(Product|ItemLaborType)$/, '$1 (older)'),
			}));
		records.set(`${record} (older)`, older);
	}
}

/** The members of each record's family of custom fields, one a line, from the table of families. */
function readFamilies(rows: readonly (readonly string[])[]): Map<string, string[]> {
	const families = new Map<string, string[]>();
	for (const [names, cell] of rows) {
		const [, last, full = ''] = /^1-(\d+) only, types as the full (\w+) for/.exec(cell) ?? [];
		if (last) {
			families.set(`${full} (older)`, families.get(full)?.slice(0, Number(last)) ?? []);
			continue;
		}
		const [, stem = 'CustomField'] = /^Named (\w+)N: /.exec(cell) ?? [];
		const [ranges, ...sentences] = cell.split('. ');
		const [, mark] = /All marked (\w+)\./.exec(cell) ?? [];
		for (const record of names.replace(/ \(\w+\)/g, '').split(', ')) {
			const exception = new RegExp(`In ${record} the fields .+?(?=s\\.)`).exec(
				sentences.join('. '),
			);
			const lines: string[] = [];
			for (const range of [...ranges.split('; '), ...(exception ?? [])]) {
				const [, from, to, words = ''] = /(\d+)-(\d+) (?:are )?([a-z ]+)/.exec(range) ?? [];
				const type = /decimal number|\w+$/.exec(words)?.[0] ?? '';
				const flavour = [words.replace(type, '').trim(), mark].filter(Boolean).join(', ');
				for (let number = Number(from); number <= Number(to); number++)
					lines[number - 1] = `${stem}${number}: ${type}${flavour && ` {${flavour}}`}`;
			}
			families.set(record, lines);
		}
	}
	return families;
}

function readFieldIds(text: string): string {
	const line = /^UpdateProjectItemFieldIds values: (.+)$/m.exec(text)?.[1] ?? '';
	const [named, family = ''] = line.split('; and ');
	const [, base, stem, count] = /^(\d+)\+N for (\w+)N, N = 1\.\.(\d+) /.exec(family) ?? [];
	const members = Array.from(
		{ length: Number(count) },
		(_, index) => `${Number(base) + index + 1} ${stem}${index + 1}`,
	);
	return [named, ...members].join(', ');
}

/** The type with the values of a number, or with the strings that are allowed. */
function refinedType(name: string, type: string, notes: string, fieldIds: string): string {
	const [, choices] = /must be one of ([^;]+)/.exec(notes) ?? [];
	if (choices) return `${type === 'string' ? '' : `${type} `}one of ${choices}`;
	if (notes.includes('must be a GUID')) return `${type} {GUID}`;
	const values = Array.from(
		notes.matchAll(/([A-Z][\w ]*) = (\d+)/g),
		([, word, at]) => `${at} ${word}`,
	);
	if (values.length > 0) return `${type} {${values.join(', ')}}`;
	return name === 'UpdateProjectItemFieldIds' ? `${type} {${fieldIds}}` : type;
}

/** The document's records, a chapter each, with families and variants written out. */
export function readRecords(text: string): Facts {
	const [, resources = ''] = text.split(/^## (?:Resources and their fields|States.*)$/m);
	const sections = sectionsOf(resources);
	const families = readFamilies(tableRows(sections.get('Custom field families')));
	sections.delete('Custom field families');
	const records: Records = new Map();
	for (const [title, lines] of sections) readSection(records, title, lines);
	const plan = [...(records.get('ServicePlan') ?? []), ...readPrices(resources.split('\n'))];
	records.set('ServicePlan', plan);
	addOlderVariants(records, text);
	const fieldIds = readFieldIds(text);
	const linesOf = (record: string, field: Field): readonly string[] => {
		const { name, notes } = field;
		if (name.startsWith('@'))
			return (records.get(name.slice(1)) ?? []).flatMap((each) => linesOf(record, each));
		if (name.includes('..')) return families.get(record) ?? [];
		const type = refinedType(name, typeIn(records, field), notes.join('; '), fieldIds);
		return [`${name}: ${type}${notes.includes('Required') ? ', Required' : ''}`];
	};
	return Object.fromEntries(
		[...records].map(([record, fields]) => [
			`record ${record}`,
			fields.flatMap((field) => linesOf(record, field)),
		]),
	);
}
