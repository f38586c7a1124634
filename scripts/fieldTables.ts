// The fields of the reference in plain words: what there is to know of them, the others by type, custom fields in one row.
import {
	type Codes,
	type Field,
	isGuidString,
	recordFields,
	type Schema,
	typeName,
} from '../api/schema/types';
import { pushTo } from '../client/values/pushTo';
import { tableOf } from './markdown';
import { UNDOCUMENTED_TOPICS } from './undocumented';

const OPEN = new Set(UNDOCUMENTED_TOPICS.flatMap(({ fields = [] }) => fields));

/** How a page calls a record, and where the record is described. */
export interface Reference {
	readonly name: string;
	/** Another page, or empty for the same one. */
	readonly page: string;
}

export type Naming = (schema: Schema) => Reference;

const onSamePage: Naming = (schema) => ({ name: typeName(schema), page: '' });

/** The anchor that a Markdown viewer gives a heading. */
export function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\w -]/g, '')
		.replaceAll(' ', '-');
}

/** A type as people say it; a record is a link to its own table on the page. */
export function typeWords(schema: Schema, naming: Naming = onSamePage): string {
	switch (schema.kind) {
		case 'string':
			return 'text';
		case 'integer':
			return 'whole number';
		case 'byte':
			return 'whole number, 0 to 255';
		case 'decimal':
			return 'number';
		case 'boolean':
			return 'true or false';
		case 'date':
			return 'date and time';
		case 'guid':
			return 'GUID';
		case 'enum':
			return `one of ${schema.values.map((value) => `\`${value}\``).join(', ')}`;
		case 'list':
			return `list of ${typeWords(schema.item, naming).replace(/^(text|whole number|number|GUID)/, '$1s')}`;
		case 'record':
		case 'opaque': {
			const { name, page } = naming(schema);
			return `[${name}](${page}#${anchorOf(name)})`;
		}
		default:
			return schema satisfies never;
	}
}

/** The most names in a line of a table: more are hard to search. */
const NAMES_PER_LINE = 8;

/** Names with commas between them, in lines. */
function inLines(names: readonly string[]): string {
	const lines = Array.from({ length: Math.ceil(names.length / NAMES_PER_LINE) }, (_, line) =>
		names.slice(line * NAMES_PER_LINE, (line + 1) * NAMES_PER_LINE).join(', '),
	);
	return lines.join('<br>');
}

/** Named numbers in few words: "1 Project, 2 Task", with runs such as "101-175 CustomField1-75". */
export function codeWords(codes: Codes): string {
	const runs: { from: number; to: number; stem: string; first: number }[] = [];
	for (const [value, name] of Object.entries(codes)) {
		const number = Number(value);
		const member = /^(CustomField)(\d+)$/.exec(name);
		const last = runs.at(-1);
		if (member && last?.stem === member[1] && last.to === number - 1) last.to = number;
		else
			runs.push({
				from: number,
				to: number,
				stem: member?.[1] ?? name,
				first: Number(member?.[2]),
			});
	}
	const named = runs.map(({ from, to, stem, first }) =>
		from === to ? `${from} ${stem}` : `${from}–${to} ${stem}${first}–${first + to - from}`,
	);
	return inLines(named);
}

function codesWithin(schema: Schema): Codes | undefined {
	if (schema.kind === 'list') return codesWithin(schema.item);
	return 'codes' in schema ? schema.codes : undefined;
}

/** What a person has to know of a field, apart from its type; empty for most fields. */
function remarks(field: Field): string {
	const codes = codesWithin(field.schema);
	return [
		field.required ? '**Required**' : undefined,
		field.description,
		field.default === undefined ? undefined : `\`${field.default}\` when left out`,
		isGuidString(field.schema) && !field.description?.includes('GUID') ? 'a GUID' : undefined,
		codes && `${codeWords(codes)}`,
		OPEN.has(field.name) ? 'Values are not documented' : undefined,
	]
		.filter((words) => words !== undefined)
		.join('. ');
}

function numberOf({ name, family = '' }: Field): number {
	return Number(name.slice(family.length));
}

/** Numbers in few words: "1–5, 12". */
export function rangeWords(numbers: readonly number[]): string {
	const runs: { from: number; to: number }[] = [];
	for (const number of numbers) {
		const last = runs.at(-1);
		if (last?.to === number - 1) last.to = number;
		else runs.push({ from: number, to: number });
	}
	return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

function grouped(
	fields: readonly Field[],
	key: (field: Field) => string,
): ReadonlyArray<readonly [string, readonly Field[]]> {
	const groups = new Map<string, Field[]>();
	for (const field of fields) pushTo(groups, key(field), field);
	return [...groups];
}

/** The custom fields of a record in one row: their numbers by type. */
function familyRow(stem: string, fields: readonly Field[], naming?: Naming): string[] {
	const numbers = fields.map(numberOf);
	const types = grouped(fields, (field) => {
		const type = typeWords(field.schema, naming);
		const remark = remarks(field)
			.toLowerCase()
			.split('; ')
			.filter((words) => words !== type)
			.join('; ');
		return `${type}${remark === '' ? '' : ` (${remark})`}`;
	}).map(([type, ofType]) => `${type}: ${rangeWords(ofType.map(numberOf))}`);
	const [from, to] = [Math.min(...numbers), Math.max(...numbers)];
	return [`\`${stem}${from}\` to \`${stem}${to}\``, types.join('; ')];
}

/** What fits behind a name: "required", "UTC". */
const SHORT = 4;

function isShort(field: Field): boolean {
	return remarks(field).split(' ').length <= SHORT;
}

function nameAndRemark(field: Field): string {
	const remark = remarks(field).replaceAll('**', '');
	const words = remark === 'UTC' ? remark : remark.charAt(0).toLowerCase() + remark.slice(1);
	return words === '' ? `\`${field.name}\`` : `\`${field.name}\` (${words})`;
}

/** Names of several lines in alphabetical order; those of one line as they are. */
function sortedIfMany(names: readonly string[]): readonly string[] {
	if (names.length <= NAMES_PER_LINE) return names;
	return [...names].sort((a, b) => a.localeCompare(b, 'en'));
}

/** The fields of a record: first those of which there is much to know, then the others by their type. */
export function fieldTables(fields: readonly Field[], naming?: Naming): string[] {
	const single = fields.filter(({ family }) => family === undefined);
	const known = single
		.filter((field) => !isShort(field))
		.map((field) => [`\`${field.name}\``, typeWords(field.schema, naming), `${remarks(field)}.`]);
	const others = grouped(single.filter(isShort), (field) => typeWords(field.schema, naming)).map(
		([type, ofType]) => [type, inLines(sortedIfMany(ofType.map(nameAndRemark)))],
	);
	const families = grouped(
		fields.filter(({ family }) => family !== undefined),
		({ family = '' }) => family,
	).map(([stem, ofFamily]) => familyRow(stem, ofFamily, naming));
	return [
		...(known.length === 0 ? [] : [...tableOf(['Field', 'Type', 'What to know'], known), '']),
		...(others.length === 0 ? [] : [...tableOf(['Type', 'Fields'], others), '']),
		...(families.length === 0
			? []
			: [...tableOf(['Custom fields', 'Types by number'], families), '']),
	];
}

/** A field in words that tell it from another one, without the names that a page gives to records. */
function factsOf(field: Field): string {
	return `${field.name}: ${typeWords(field.schema)} ${remarks(field)}`;
}

/** Whether two schemas describe the same record; a variant has the name but not the fields. */
export function isSame(a: Schema, b: Schema): boolean {
	const facts = (schema: Schema) => recordFields(schema).map(factsOf).join();
	return typeName(a) === typeName(b) && facts(a) === facts(b);
}

/** The fields that a smaller variant of a record lacks, in words; undefined where it is another record. */
export function lackWords(whole: Schema, variant: Schema): string | undefined {
	const own = new Set(recordFields(variant).map(factsOf));
	const lacking = recordFields(whole).filter((field) => !own.delete(factsOf(field)));
	if (typeName(whole) !== typeName(variant) || own.size > 0) return undefined;
	return grouped(lacking, ({ name, family }) => family ?? name)
		.map(([stem, fields]) =>
			fields[0]?.family === undefined
				? `\`${stem}\``
				: `\`${stem}\` ${rangeWords(fields.map(numberOf))}`,
		)
		.join(', ');
}

/** The record of a schema and all records within it, each once, in the order in which they are met. */
export function recordsWithin(schema: Schema, met: Schema[] = []): Schema[] {
	if (schema.kind === 'list') return recordsWithin(schema.item, met);
	if (schema.kind !== 'record' && schema.kind !== 'opaque') return met;
	if (met.some((known) => isSame(known, schema))) return met;
	met.push(schema);
	for (const field of recordFields(schema)) recordsWithin(field.schema, met);
	return met;
}
