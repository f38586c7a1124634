// Code that stores the fields of the rows of long lists: they are read by the hundred thousand.
import { rowSchema } from '../api/endpoint';
import { endpoints } from '../api/index';
import { recordFields } from '../api/schema/types';
import { BLOCK } from '../wire/streaming/records/shapes';

export const fieldBlocksFile = 'wire/streaming/records/fieldBlocks.ts';

const HEAD = `// Written by \`npm run generate\` from api/: code that stores the fields of the rows that come in pages. The engine is
// much faster where it knows the names.
import type { FieldBlock } from './shapes';

`;

function namesOfRows(): string[][] {
	return endpoints.flatMap(({ endpoint }) =>
		endpoint.kind === 'read' && endpoint.paging
			? [recordFields(rowSchema(endpoint)).map(({ name }) => name)]
			: [],
	);
}

function blockText(names: readonly string[]): string {
	const list = names.map((name) => `'${name}'`).join(', ');
	const stores = names.map((name, index) => {
		const place = index === 0 ? 'from' : `from + ${index}`;
		return `\t\t\trow.${name} = values[${place}];\n`;
	});
	return `\t{\n\t\t// prettier-ignore\n\t\tnames: [${list}],\n\t\tstore(row, values, from) {\n${stores.join('')}\t\t},\n\t},\n`;
}

/** The text of the file, with the fields of each record in blocks; those that fill none are left out. */
export function fieldBlocksText(): string {
	const blocks = namesOfRows().flatMap((names) =>
		Array.from({ length: Math.floor(names.length / BLOCK) }, (_, index) =>
			blockText(names.slice(index * BLOCK, (index + 1) * BLOCK)),
		),
	);
	return `${HEAD}export const FIELD_BLOCKS: readonly FieldBlock[] = [\n${blocks.join('')}];\n`;
}
