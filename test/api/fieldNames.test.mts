// No file outside api/ names a field of the service: what code has to know of one is a fact of its endpoint.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { fieldsNamed } from './fieldNames.mjs';

const root = path.join(__dirname, '../..');

// Written by a script from api/, and the spelling of labels.
const exempt = /^nodes\/shared\/labels\.ts$/;

// A field of the trigger's own items.
const own = /^nodes\/ProjectServicesTrigger\/.*: CatalogId$/;

const files = ['client', 'credentials', 'nodes', 'wire'].flatMap((folder) =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
		.filter((name) => name.endsWith('.ts') && !exempt.test(name)),
);

test('no file outside api/ names a field of the service', () => {
	expect(files.length).toBeGreaterThan(60);
	const named = files.flatMap((file) =>
		fieldsNamed(readFileSync(path.join(root, file), 'utf8')).map((where) => `${file}:${where}`),
	);
	expect(named.filter((where) => !own.test(where))).toEqual([]);
});

test.each([
	["const key = 'Id';", '1: Id'],
	['const moment = row.UpdatedOn;', '1: UpdatedOn'],
	['\nconst { PublishedOn } = row;', '2: PublishedOn'],
	['const { Progress: state } = row;', '1: Progress'],
	['send({ MessageId: id });', '1: MessageId'],
	['send({ Message });', '1: Message'],
	["if (name === 'clients') read();", '1: clients'],
	["row['PartNumber'];", '1: PartNumber'],
])('%s is caught', (code, where) => {
	expect(fieldsNamed(code)).toEqual([where]);
});

test('labels and the names of JavaScript are not', () => {
	const code =
		"new Date(); URL.canParse(text); const shown = { displayName: 'Name', name: 'Limit' };";
	expect(fieldsNamed(code)).toEqual([]);
});
