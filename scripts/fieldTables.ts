// The tables of the reference: fields with their types in plain words, families compressed to ranges.
import {
	type Codes,
	type Field,
	isGuidString,
	recordFields,
	type Schema,
	typeName,
} from '../api/schema/types';
import { UNDOCUMENTED_TOPICS } from './undocumented';

const OPEN = new Set(UNDOCUMENTED_TOPICS.flatMap(({ fields = [] }) => fields));

/** Gives a record the name under which the page describes it. */
export type Naming = (schema: Schema) => string;

/** The anchor that a Markdown viewer gives a heading. */
export function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\w -]/g, '')
		.replaceAll(' ', '-');
}

/** A type as people say it; a record is a link to its own table on the page. */
export function typeWords(schema: Schema, naming: Naming = typeName): string {
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
		case 'opaque':
			return `[${naming(schema)}](#${anchorOf(naming(schema))})`;
		default:
			return schema satisfies never;
	}
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
	return runs
		.map(({ from, to, stem, first }) =>
			from === to ? `${from} ${stem}` : `${from}–${to} ${stem}${first}–${first + to - from}`,
		)
		.join(', ');
}

function codesWithin(schema: Schema): Codes | undefined {
	if (schema.kind === 'list') return codesWithin(schema.item);
	return 'codes' in schema ? schema.codes : undefined;
}

function remarks(field: Field): string {
	const codes = codesWithin(field.schema);
	return [
		field.description,
		field.default === undefined ? undefined : `\`${field.default}\` when left out`,
		isGuidString(field.schema) && !field.description?.includes('GUID') ? 'a GUID' : undefined,
		codes && `${codeWords(codes)}`,
		OPEN.has(field.name) ? 'Values are not documented' : undefined,
	]
		.filter((words) => words !== undefined)
		.join('. ');
}

interface Row {
	readonly names: string;
	readonly cells: string;
	readonly family?: string;
	readonly last: number;
}

function numberOf({ name, family }: Field): number {
	return family === undefined ? Number.NaN : Number(name.slice(family.length));
}

/** One row per field; neighbors of a family with the same type share one: "CustomField1–5". */
export function fieldRows(fields: readonly Field[], naming?: Naming): string[] {
	const rows: (Row & { first: number })[] = [];
	for (const field of fields) {
		const number = numberOf(field);
		const required = field.required ? 'yes' : '';
		const cells = `${typeWords(field.schema, naming)} | ${required} | ${remarks(field)}`;
		const before = rows.at(-1);
		const joins = before?.family !== undefined && before.family === field.family;
		if (before && joins && before.cells === cells && before.last === number - 1) {
			rows[rows.length - 1] = {
				...before,
				last: number,
				names: `\`${field.family}${before.first}\`–\`${number}\``,
			};
			continue;
		}
		rows.push({
			names: `\`${field.name}\``,
			cells,
			first: number,
			last: number,
			...(field.family === undefined ? {} : { family: field.family }),
		});
	}
	return rows.map(({ names, cells }) => `| ${names} | ${cells} |`.replace(/ +\|/g, ' |'));
}

/** A whole table of fields. */
export function fieldTable(fields: readonly Field[], naming?: Naming): string[] {
	return [
		'| Field | Type | Required | Remarks |',
		'| --- | --- | --- | --- |',
		...fieldRows(fields, naming),
	];
}

/** Whether two schemas describe the same record; a variant has the name but not the fields. */
export function isSame(a: Schema, b: Schema): boolean {
	const fields = (schema: Schema) => fieldRows(recordFields(schema)).join();
	return typeName(a) === typeName(b) && fields(a) === fields(b);
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
