// Reads the service document's endpoints, limits and open questions into chapters of facts.
import type { Facts } from './facts';
import { readSections, tableRows, type Section } from './sections';

function sectionOf(text: string, title: string): Section {
	const section = readSections(text).find((each) => each.title === title);
	if (!section) throw new Error(`The document has no section "${title}".`);
	return section;
}

function lineOf(lines: readonly string[], start: string): string {
	return lines.find((line) => line.startsWith(start)) ?? '';
}

// "query id: string, Required; pageNumber: integer, default 1"
function readQuery(cell: string): string[] {
	if (cell === 'none') return [];
	return cell
		.replace(/^query /, '')
		.split('; ')
		.map((parameter) => `query ${parameter}`);
}

// The table of a single endpoint's parameters, whose defaults stand in the notes.
function readQueryTable(rows: readonly (readonly string[])[]): string[] {
	return rows.map(([name, type, notes]) => {
		const value = /^default ([^:]+)/.exec(notes)?.[1];
		return `query ${name}: ${type}${value ? `, default ${value.trim()}` : ''}`;
	});
}

// "collection of string client ids; at most 100 ids"
function readBody(cell: string): string[] {
	const [type, ...limits] = cell.split('; ');
	return [`body ${type.replace(/^(collection of string) .+$/, '$1')}`, ...limits];
}

function readAnswer(cell: string, number: string, open: readonly string[]): string[] {
	if (cell === 'see below') {
		const silent = open.includes(`Response of endpoint ${number}`);
		return [`answer ${silent ? 'not shown' : 'unknown'}`];
	}
	const type = cell.replace(/^described as /, '').replace(' (older variant)', ' (older)');
	return [`answer ${type.replace(/ \((full form|root).*$/, '')}`];
}

/** What the document says "not shown" of, one subject a line. */
export function readSilences(text: string): string[] {
	return [...text.matchAll(/^(.+): not shown\./gm)].map((match) => match[1]);
}

function readEndpoint(row: readonly string[], section: Section, open: readonly string[]): string[] {
	const [number, call, parameters, body, answer] = row;
	const details = section.lines.findIndex((line) =>
		line.startsWith(`Endpoint ${number} parameters`),
	);
	const query =
		parameters === 'see below'
			? readQueryTable(tableRows(section.lines.slice(details + 1)))
			: readQuery(parameters);
	const oneOrMany = open.includes(`Whether endpoint ${number} returns one task or a list of tasks`);
	return [
		call.replace(' (deprecated)', ''),
		...(call.endsWith('(deprecated)') ? ['deprecated'] : []),
		...query,
		...readBody(body),
		...readAnswer(answer, number, open),
		...(oneOrMany ? ['answer may be a list'] : []),
	];
}

function readWire(text: string): Facts {
	const rows = tableRows(sectionOf(text, 'Wire conventions').lines);
	const cell = (name: string) => rows.find(([rule]) => rule === name)?.[1] ?? '';
	const element = /A collection of (\w+)s uses child elements named (\w+)/.exec(
		cell('XML collections'),
	);
	const form = /^Only the (.+) and (.+) show a form-encoded shape/.exec(
		cell('Form-encoded bodies'),
	);
	return {
		'XML roots': cell('XML root element').replace(/^.+: /, '').split(', ').sort(),
		'XML element of a number in a collection': [`${element?.[1]}: ${element?.[2]}`],
		'form-encoded': [form?.[1] ?? '', form?.[2] ?? ''],
		'always UTC': rows
			.filter(([, value]) => value === 'UTC')
			.flatMap(([rule]) => rule.replace('Timestamps named ', '').split(' and ')),
	};
}

/** The document's limits as its table has them: "pageSize default, endpoint 8: 10000". */
function readLimits(text: string): string[] {
	return tableRows(sectionOf(text, 'Limits').lines)
		.flatMap(([limit, where, value]) =>
			[...where.matchAll(/\d+/g)].map((number) => `${limit}, endpoint ${number[0]}: ${value}`),
		)
		.sort();
}

function readStates(text: string): string[] {
	const [line = ''] = sectionOf(text, 'States and transitions').lines;
	const choice = /The one enumerated value set is (\w+): (.+)\.$/.exec(line);
	return [`${choice?.[1]}: one of ${choice?.[2]}`];
}

function readLeftOpen(silences: readonly string[]): string[] {
	return silences
		.flatMap(
			(subject) => /^(?:Numeric field-id values for|Fields of) (.+)$/.exec(subject)?.[1] ?? [],
		)
		.flatMap((names) => names.split(/, | and /))
		.sort();
}

/** The endpoints by number, and what the document says of all of them. */
export function readEndpoints(text: string): Facts {
	const section = sectionOf(text, 'Endpoints');
	const silences = readSilences(text);
	const rows = tableRows(section.lines).filter(([number]) => /^\d+$/.test(number));
	const endpoints = rows.map((row) => [`endpoint ${row[0]}`, readEndpoint(row, section, silences)]);
	const deprecated = /^Endpoint (\d+) \((\w+)\) is marked deprecated/.exec(
		lineOf(sectionOf(text, 'Versioning').lines, 'Endpoint'),
	);
	const identified = /^\d+\. Endpoint (\d+) identifies the vendor by (\w+) or by (\w+);/m.exec(
		text,
	);
	return {
		...(Object.fromEntries(endpoints) as Facts),
		...readWire(text),
		limits: readLimits(text),
		'enumerated values': readStates(text),
		'left open': readLeftOpen(silences),
		deprecated: [`endpoint ${deprecated?.[1]}: ${deprecated?.[2]}`],
		'one of two identifies': [
			`endpoint ${identified?.[1]}: ${identified?.[2]}, ${identified?.[3]}`,
		],
		'not shown': silences.filter(
			(subject) => !/^(Numeric field-id values|Fields of)/.test(subject),
		),
	};
}
