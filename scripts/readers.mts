// Writes the makers of the fast readers' rows: a constructor with a store for each field of every record that the
// service answers with; with --check, only says which are not up to date.
import { format, resolveConfig } from 'prettier';

import { endpoints } from '../api/index';
import { kindOf, type Schema } from '../api/kinds';
import { recordKey } from '../wire/fast/rows/row';
import { keep } from './folder.mjs';

const folder = 'wire/fast/rows';
const notice =
	'Made by scripts/readers.mts from api/; run `npm run generate` instead of editing it.';

interface Maker {
	readonly file: string;
	readonly name: string;
	readonly key: string;
	readonly fields: readonly string[];
}

/** The makers of all records within an answer, by their keys; the first endpoint with a record names its file. */
function collect(file: string, schema: Schema, found: Map<string, Maker>): void {
	const kind = kindOf(schema);
	if (kind.kind === 'list') collect(file, kind.item, found);
	if (kind.kind !== 'record') return;
	const fields = kind.fields.map((field) => field.name);
	const key = recordKey(kind.name, fields);
	if (!found.has(key)) {
		const isTaken = [...found.values()].some(({ name }) => name === `make${kind.name}`);
		const name = `make${isTaken ? 'Older' : ''}${kind.name}`;
		found.set(key, { file, name, key, fields });
	}
	for (const field of kind.fields) collect(file, field.schema, found);
}

function makerText({ name, fields }: Maker): string {
	const stores = fields.map(
		(field, slot) => `if (v[${slot}] !== undefined) this.${field} = v[${slot}];`,
	);
	return `export const ${name} = () => makerOf(function (this: Row, v: readonly unknown[]) {
		${stores.join('\n')}
	});`;
}

function fileText(makers: readonly Maker[]): string {
	return `// Objects of the answers under ${makers[0].file}. ${notice}
	import { makerOf, type Row } from './row';
	${makers.map(makerText).join('\n\n')}
	`;
}

function indexText(makers: readonly Maker[], files: readonly string[]): string {
	const imports = files.map((file) => {
		const names = makers.filter((maker) => maker.file === file).map(({ name }) => name);
		return `import { ${names.join(', ')} } from './${file}';`;
	});
	const entries = makers.map(({ key, name }) => `'${key}': ${name},`);
	return `// The maker of each record, by its name and fields. ${notice}
	${imports.join('\n')}
	import type { RowMaker } from './row';

	export const makers: Readonly<Record<string, (() => RowMaker) | undefined>> = {
		${entries.join('\n')}
	};
	`;
}

const found = new Map<string, Maker>();
for (const { resource, endpoint } of endpoints) {
	if (endpoint.kind === 'read') collect(resource.resource, endpoint.answer, found);
}
const makers = [...found.values()];
const names = [...new Set(makers.map(({ file }) => file))].sort();
const options = { ...(await resolveConfig(import.meta.filename)), parser: 'typescript' };
const files = new Map<string, string>();
for (const file of names) {
	const text = fileText(makers.filter((maker) => maker.file === file));
	files.set(`${file}.ts`, await format(text, options));
}
files.set('index.ts', await format(indexText(makers, names), options));
keep(folder, files, false);
