// Reads the document's table of custom-field families ("Custom field families").

/** A member of a family: its type, and what the document calls it beyond that ("list, BETA"). */
export interface Member {
	readonly type: string;
	readonly flavour: string;
}

/** A family of one record: its stem ("CustomField") and its members by number. */
export interface Family {
	readonly stem: string;
	readonly members: ReadonlyMap<number, Member>;
}

const TYPES = /^(.*?) ?(string|boolean|date|decimal number|integer)$/;

function readRange(words: string, all: string): [number, Member][] {
	const match = /^(\d+)-(\d+) (.+)$/.exec(words);
	if (!match) throw new Error(`Not a range of custom fields: "${words}"`);
	const typed = TYPES.exec(match[3]);
	if (!typed) throw new Error(`Not a type of custom fields: "${match[3]}"`);
	const flavour = [typed[1], all].filter((word) => word !== '').join(', ');
	const from = Number(match[1]);
	return Array.from({ length: Number(match[2]) - from + 1 }, (_, index) => [
		from + index,
		{ type: typed[2], flavour },
	]);
}

function readMembers(cell: string): Map<number, Member> {
	const all = /All marked (\w+)\./.exec(cell)?.[1] ?? '';
	const ranges = cell.split('. ')[0].replace(/\.$/, '').split('; ');
	return new Map(ranges.flatMap((range) => readRange(range, all)));
}

function withExceptions(record: string, cell: string, members: Map<number, Member>) {
	for (const [, name, from, to, type] of cell.matchAll(
		/In (\w+) the fields (\d+)-(\d+) are (\w+)s\./g,
	)) {
		if (name !== record) continue;
		for (let number = Number(from); number <= Number(to); number++) {
			members.set(number, { type, flavour: '' });
		}
	}
	return members;
}

function readRow(names: string, cell: string): [string, Family][] {
	const named = /^Named (\w+)N: (.+)$/.exec(cell);
	const stem = named ? named[1] : 'CustomField';
	const ranges = named ? named[2] : cell;
	return names.split(', ').map((name) => {
		const record = name.replace(/ \((full|new)\)$/, '');
		return [record, { stem, members: withExceptions(record, ranges, readMembers(ranges)) }];
	});
}

/** The families by record. A variant "1-26 only" takes its types from the family of the full record. */
export function readFamilies(rows: readonly (readonly string[])[]): Map<string, Family> {
	const families = new Map<string, Family>();
	for (const [names, cell] of rows) {
		const variant = /^1-(\d+) only, types as the full (\w+) for 1-(\d+)$/.exec(cell);
		if (!variant) {
			for (const [record, family] of readRow(names, cell)) families.set(record, family);
			continue;
		}
		const [, last, record, typed] = variant;
		const full = families.get(record);
		if (!full || last !== typed || names !== `${record} (older catalog read variant)`)
			throw new Error(`Not a variant of a family: "${cell}"`);
		const members = [...full.members].filter(([number]) => number <= Number(last));
		families.set(`${record} (older)`, { stem: full.stem, members: new Map(members) });
	}
	return families;
}
