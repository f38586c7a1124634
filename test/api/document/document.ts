// Reads the service document's records: its tables and field lists become lines such as "Name: string, Required".
import type { Facts } from './facts';
import { readFamilies, type Family } from './families';
import { readFieldList, readFieldTable, type ListedField, type ListedRecord } from './fieldLists';
import { readSections, tableRows, type Section } from './sections';

/** The records of the document with the fields still as they are listed there. */
type Listed = Map<string, readonly ListedField[]>;

const NOT_RECORDS = ['Custom field families', 'Wire conventions', 'Limits'];

function readParagraph(listed: Listed, name: string, paragraph: string): void {
	const [list, ...sentences] = paragraph.split(/\.\s+(?=[A-Z])/);
	const borrowed = /^(.+), with the types given for (\w+) and (\w+)\.?$/.exec(list);
	const { fields, inner } = readFieldList(borrowed ? borrowed[1] : list);
	const typed = borrowed
		? fields.map((field) => ({ ...field, type: typeElsewhere(listed, field, borrowed.slice(2)) }))
		: fields;
	listed.set(name, sentences.reduce(withCompanions, typed));
	for (const record of inner) listed.set(record.name, expandReferences(listed, record));
}

function expandReferences(listed: Listed, { fields }: ListedRecord): readonly ListedField[] {
	return fields.flatMap((field) =>
		field.name.startsWith('...') ? (listed.get(field.name.slice(3)) ?? [field]) : [field],
	);
}

// "Each of A, B, C has a companion integer field named with the suffix Ticks" puts ATicks behind A.
function withCompanions(fields: readonly ListedField[], sentence: string): ListedField[] {
	const match =
		/^Each of (.+) has a companion (\w+) field named with the suffix (\w+); (their meaning is not shown)/.exec(
			sentence,
		);
	const names = match ? match[1].split(', ') : [];
	return fields.flatMap((field) =>
		match && names.includes(field.name)
			? [field, { name: field.name + match[3], type: match[2], required: false, remark: match[4] }]
			: [field],
	);
}

/** The type that a field has in the given records, or in all, where those agree. */
function typeElsewhere(listed: Listed, { name, type }: ListedField, records = [...listed.keys()]) {
	if (type !== '' || name.includes('..')) return type;
	const types = records.flatMap((record) =>
		(listed.get(record) ?? []).filter((field) => field.name === name && field.type !== ''),
	);
	return new Set(types.map((field) => field.type)).size === 1 ? types[0].type : `unknown`;
}

function readSection(listed: Listed, { title, lines }: Section): void {
	const bare = lines.flatMap((line) => /^\*\*(\w+)\*\*:$/.exec(line)?.[1] ?? []);
	const name = bare[0] ?? title.replace(/ \(.+\)$/, '');
	// The table comes first, because a list below it may take its types from there.
	const rows = tableRows(lines);
	if (rows.length > 0) listed.set(name, readFieldTable(rows));
	for (const line of lines) {
		const defined = /^((?:\*\*\w+\*\*(?: and )?)+)(?: \(.+?\))?: (.+)$/.exec(line);
		if (defined) {
			const names = [...defined[1].matchAll(/\w+/g)]
				.map(([word]) => word)
				.filter((word) => word !== 'and');
			for (const each of names) readParagraph(listed, each, defined[2]);
		} else if (/^[A-Z]\w+, .*\((string|boolean)\);/.test(line)) {
			readParagraph(listed, name, line);
		}
	}
}

function readPrices(sections: readonly Section[]): ListedField[] {
	const line = sections
		.flatMap((section) => section.lines)
		.find((each) => /^Price fields/.test(each));
	const type = /^Price fields \(all ([^)]+)\)/.exec(line ?? '')?.[1] ?? '';
	const frequencies = /frequencies (.+?) appears/.exec(line ?? '')?.[1].split(', ') ?? [];
	const variants = [...(line ?? '').matchAll(/`<Frequency>(\w+)`/g)].map((match) => match[1]);
	const count = /That is (\d+) fields/.exec(line ?? '')?.[1];
	if (Number(count) !== frequencies.length * variants.length) {
		throw new Error('The price fields are not as many as the document says.');
	}
	return frequencies.flatMap((frequency) =>
		variants.map((variant) => ({ name: frequency + variant, type, required: false, remark: '' })),
	);
}

// "The older catalog read variant omits A, B, the two external tax codes, C and D, has only CustomField1..N, ..."
// and "In the older catalog read variant only A and B are present." (of the labor type).
function addOlderVariants(listed: Listed, text: string): void {
	const sentence =
		/^The older catalog read variant omits (.+), has only (\w+\.\.\w+), and its (\w+) has no (\w+)\.$/m;
	const [, omitted = '', family = '', part = '', lacking = ''] = sentence.exec(text) ?? [];
	const omits = omitted
		.replace('the two external tax codes', 'ExternalTaxCode, ExternalLaborTaxCode')
		.split(/, | and /);
	const kept =
		/In the older catalog read variant only (\w+) and (\w+) are present/.exec(text)?.slice(1) ?? [];
	const all: string[] = [];
	for (const record of ['ProductCatalog', 'Product', 'ItemLaborType']) {
		const fields = listed.get(record) ?? [];
		all.push(...fields.map(({ name }) => name));
		const older = fields.filter(({ name }) =>
			record === part ? kept.includes(name) : !omits.includes(name),
		);
		listed.set(
			`${record} (older)`,
			older.map((field) => ({
				...field,
				name: field.name.includes('..') ? family : field.name,
				type: field.type.replace(/(Product|ItemLaborType)$/, '$1 (older)'),
			})),
		);
	}
	const unknown = [...omits, ...kept, lacking].filter((name) => !all.includes(name));
	if (unknown.length > 0 || kept.includes(lacking)) {
		throw new Error(
			`The older variant leaves out what the full form has not: ${unknown.join(', ')}`,
		);
	}
}

// The values of a number that the document names, and the texts that are one of a few.
function refineType(field: ListedField, fieldIds: string): string {
	const { type, remark, name } = field;
	const choice = /^must be one of (.+)$/.exec(remark);
	if (choice) return `${type === 'string' ? '' : `${type} `}one of ${choice[1]}`;
	if (/^must be a GUID/.test(remark)) return `${type} {GUID}`;
	const values = [...remark.matchAll(/([A-Z][\w ]*) = (\d+)/g)];
	if (values.length > 0)
		return `${type} {${values.map((match) => `${match[2]} ${match[1]}`).join(', ')}}`;
	return name === 'UpdateProjectItemFieldIds' ? `${type} {${fieldIds}}` : type;
}

function readFieldIds(text: string): string {
	const line = /^UpdateProjectItemFieldIds values: (.+)$/m.exec(text)?.[1] ?? '';
	const [named, family = ''] = line.split('; and ');
	const match = /^(\d+)\+N for (\w+)N, N = 1\.\.(\d+) \((\d+) to (\d+)\)\.$/.exec(family);
	if (!match) return named;
	const [, base, stem, count, first, last] = match;
	if (Number(base) + 1 !== Number(first) || Number(base) + Number(count) !== Number(last)) {
		throw new Error('The range of the custom field ids contradicts itself.');
	}
	const members = Array.from(
		{ length: Number(count) },
		(_, index) => `${Number(first) + index} ${stem}${index + 1}`,
	);
	return [named, ...members].join(', ');
}

function familyLines(record: string, name: string, family: Family | undefined): string[] {
	const range = /^([A-Za-z]+)1\.\.(?:[A-Za-z]+)?(\d+)$/.exec(name);
	if (!range || family?.stem !== range[1]) throw new Error(`${record} has no family for ${name}`);
	if (family.members.size !== Number(range[2])) {
		throw new Error(`${record}: the family of ${name} has ${family.members.size} members`);
	}
	return [...family.members].map(
		([number, { type, flavour }]) =>
			`${family.stem}${number}: ${type}${flavour === '' ? '' : ` {${flavour}}`}`,
	);
}

/** The document's records, a chapter each, and the families and variants spelt out. */
export function readRecords(text: string): Facts {
	const sections = readSections(text);
	const resources = sections.filter(({ chapter }) => chapter === 'Resources and their fields');
	const listed: Listed = new Map();
	for (const section of resources) {
		if (!NOT_RECORDS.includes(section.title)) readSection(listed, section);
	}
	listed.set('ServicePlan', [...(listed.get('ServicePlan') ?? []), ...readPrices(resources)]);
	addOlderVariants(listed, text);
	const families = readFamilies(
		tableRows(resources.find(({ title }) => title === 'Custom field families')?.lines ?? []),
	);
	const fieldIds = readFieldIds(text);
	const facts: Record<string, string[]> = {};
	for (const [record, fields] of listed) {
		facts[`record ${record}`] = expandReferences(listed, { name: record, fields }).flatMap(
			(field) => {
				if (field.name.includes('..')) return familyLines(record, field.name, families.get(record));
				const type = refineType({ ...field, type: typeElsewhere(listed, field) }, fieldIds);
				return [`${field.name}: ${type}${field.required ? ', Required' : ''}`];
			},
		);
	}
	return facts;
}
