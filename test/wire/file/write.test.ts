// Files of rows, byte for byte.
import { type FileFormat, FILE_FORMATS, newColumns } from '../../../wire/file/write';

type Row = Readonly<Record<string, unknown>>;

function fileOf(
	format: FileFormat,
	columns: readonly string[],
	...parts: readonly Row[][]
): string {
	const { begin, rows } = FILE_FORMATS[format].createEncoder(columns);
	const pieces = [begin?.(), ...parts.map(rows)];
	return Buffer.concat(pieces.flatMap((piece) => piece ?? [])).toString();
}

const rows: Row[] = [
	{ Id: '1', Name: 'Rack 19", black', Msrp: 12.5, Ticks: '638712345678901234', Taxable: true },
	{ Id: '2', Name: '', Msrp: null, Notes: 'two\r\nlines' },
	{ Id: '3', Name: '=1+1', ItemLaborTypes: [{ Name: 'Install', Hours: 1 }] },
];

test('NDJSON has one line per row', () => {
	expect(fileOf('ndjson', [], rows.slice(0, 1), rows.slice(1, 2))).toBe(
		'{"Id":"1","Name":"Rack 19\\", black","Msrp":12.5,"Ticks":"638712345678901234","Taxable":true}\n' +
			'{"Id":"2","Name":"","Msrp":null,"Notes":"two\\r\\nlines"}\n',
	);
});

test('CSV follows RFC 4180: CRLF, quotes doubled, nested fields as JSON, formulas untouched', () => {
	const columns = ['Id', 'Name', 'Msrp', 'Ticks', 'Taxable', 'ItemLaborTypes', 'Notes'];
	expect(fileOf('csv', columns, rows)).toBe(
		'Id,Name,Msrp,Ticks,Taxable,ItemLaborTypes,Notes\r\n' +
			'1,"Rack 19"", black",12.5,638712345678901234,true,,\r\n' +
			'2,"",,,,,"two\r\nlines"\r\n' +
			'3,=1+1,,,,"[{""Name"":""Install"",""Hours"":1}]",\r\n',
	);
});

test.each<[FileFormat, string]>([
	['ndjson', ''],
	['csv', 'Id,"a,b"\r\n'],
])('an empty %s file is %j', (format, expected) => {
	expect(fileOf(format, ['Id', 'a,b'])).toBe(expected);
	expect(fileOf(format, ['Id', 'a,b'], [])).toBe(expected);
});

test('new columns are found in the order in which they occur', () => {
	expect(newColumns(rows, new Set(['Id', 'Name', 'Msrp']))).toEqual([
		'Ticks',
		'Taxable',
		'Notes',
		'ItemLaborTypes',
	]);
});

test('a field of every object is not a cell', () => {
	expect(fileOf('csv', ['toString'], [{ Id: '1' }])).toBe('toString\r\n\r\n');
});
