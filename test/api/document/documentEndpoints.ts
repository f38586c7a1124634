// Reads the API documentation's endpoints, XML names and open questions into chapters of facts.
import { type Facts, sectionsOf, tableRows } from './document';

// "query id: string, Required; pageNumber: integer, default 1"
function readQuery(cell: string): string[] {
	if (cell === 'none') return [];
	return cell.split('; ').map((parameter) => `query ${parameter.replace(/^query /, '')}`);
}

// The table of a single endpoint's parameters, whose defaults are in the notes.
function readQueryTable(rows: readonly (readonly string[])[]): string[] {
	return rows.map(([name, type, notes]) => {
		const value = /^default (\w+)/.exec(notes)?.[1];
		return `query ${name}: ${type}${value ? `, default ${value}` : ''}`;
	});
}

function readAnswer(cell: string, number: string, open: readonly string[]): string {
	if (cell === 'see below')
		return open.includes(`Response of endpoint ${number}`) ? 'not shown' : 'unknown';
	return cell
		.replace(/^described as /, '')
		.replace(' (older variant)', ' (older)')
		.replace(/ \((full form|root).*$/, '');
}

function readEndpoint(
	[number, call, parameters, body, answer]: readonly string[],
	lines: readonly string[],
	open: readonly string[],
): string[] {
	const details = lines.findIndex((line) => line.startsWith(`Endpoint ${number} parameters`));
	const [bodyType, ...limits] = body.split('; ');
	return [
		call.replace(' (deprecated)', ''),
		...(call.endsWith('(deprecated)') ? ['deprecated'] : []),
		...(parameters === 'see below'
			? readQueryTable(tableRows(lines.slice(details + 1)))
			: readQuery(parameters)),
		// "collection of string client ids; at most 100 ids"
		`body ${bodyType.replace(/^(collection of string) .+$/, '$1')}`,
		...limits,
		`answer ${readAnswer(answer, number, open)}`,
		...(open.includes(`Whether endpoint ${number} returns one task or a list of tasks`)
			? ['answer may be a list']
			: []),
	];
}

function readWire(rows: readonly (readonly string[])[]): Facts {
	const cell = (name: string) => rows.find(([rule]) => rule === name)?.[1] ?? '';
	const element = /A collection of (\w+)s uses child elements named (\w+)/;
	const form = /^Only the (.+) and (.+) show a form-encoded shape/;
	return {
		'XML roots': cell('XML root element').replace(/^.+: /, '').split(', ').sort(),
		'XML element of a number in a collection': [
			element.exec(cell('XML collections'))?.slice(1).join(': ') ?? '',
		],
		'form-encoded': form.exec(cell('Form-encoded bodies'))?.slice(1) ?? [],
		'always UTC': rows
			.filter(([, value]) => value === 'UTC')
			.flatMap(([rule]) => rule.replace('Timestamps named ', '').split(' and ')),
	};
}

/** The endpoints by number, and what the document says of all of them. */
export function readEndpoints(text: string): Facts {
	const sections = sectionsOf(text);
	const lines = sections.get('Endpoints') ?? [];
	const open = Array.from(text.matchAll(/^(.+): not shown\./gm), ([, subject]) => subject);
	const rows = tableRows(lines).filter(([number]) => /^\d+$/.test(number));
	const names = /^(?:Numeric field-id values for|Fields of) (.+)$/;
	const [, number, one, other] =
		/^\d+\. Endpoint (\d+) identifies the vendor by (\w+) or by (\w+);/m.exec(text) ?? [];
	return {
		...Object.fromEntries(
			rows.map((row) => [`endpoint ${row[0]}`, readEndpoint(row, lines, open)]),
		),
		...readWire(tableRows(sections.get('Wire conventions'))),
		'left open': open.flatMap((subject) => names.exec(subject)?.[1].split(/, | and /) ?? []).sort(),
		'one of two identifies': [`endpoint ${number}: ${one}, ${other}`],
		'not shown': open.filter((subject) => !names.test(subject)),
	};
}
