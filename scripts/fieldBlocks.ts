// Code that stores the fields of the rows of long lists: they are read by the hundred thousand.
import { rowSchema } from '../api/endpoint';
import { endpoints } from '../api/index';
import { recordFields } from '../api/schema/types';

/** Fewer fields at a time are no faster, and with more a record is less often made of whole blocks. */
const BLOCK = 8;

export const fieldBlocksFile = 'api/fieldBlocks.ts';

const HEAD = `// Written by \`npm run generate\` from resources/: code that stores the fields of the rows that come in pages. The engine is
// much faster where it knows the names.

/** Fields of a record that follow each other, and the code that stores them. */
export interface FieldBlock {
	readonly names: readonly string[];
	/** Stores their values, the first of which is at \`from\`. */
	store(row: Record<string, unknown>, values: readonly unknown[], from: number): void;
}

/** The number of fields in a block. */
export const BLOCK = ${BLOCK};

/** The fields of each record in blocks, in the order of the document; a rest that fills none is left out. */
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

/** The text of the file. */
export function fieldBlocksText(): string {
	const blocks = namesOfRows().flatMap((names) =>
		Array.from({ length: Math.floor(names.length / BLOCK) }, (_, index) =>
			blockText(names.slice(index * BLOCK, (index + 1) * BLOCK)),
		),
	);
	return `${HEAD}export const FIELD_BLOCKS: readonly FieldBlock[] = [\n${blocks.join('')}];\n`;
}
