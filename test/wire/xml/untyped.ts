// Any XML document by our reader and by the oracle, as values without a schema.
import { opaque } from '../../../api/schema/types';
import { append, problemText } from '../../../wire/reading/bytes';
import { createReading, UNTYPED } from '../../../wire/reading/records';
import { readXmlDocument } from '../../../wire/xml/read';
import { strictTree, untypedValue } from '../reading/support/oracle.mjs';

export type Parsed = { readonly value: unknown } | { readonly problem: string };

/** The name of the first element, without its prefix. */
function rootName(text: string): string {
	const bare = text.replace(/<!--[^]*?-->|<\?[^]*?\?>/g, '');
	return /<(?:[^\s!?/<>:]*:)?([^\s!?/<>:]+)/.exec(bare)?.[1] ?? '';
}

/** What our reader makes of a document with line feeds as its line ends. */
export function parsedXml(text: string): Parsed {
	const cursor = createReading();
	append(cursor, Buffer.from(text));
	cursor.isComplete = true;
	try {
		return { value: readXmlDocument(cursor, { schema: opaque(rootName(text)) }, UNTYPED) };
	} catch (error) {
		if (error instanceof Error) return { problem: problemText(cursor, error) };
		throw new Error(
			`The name of the root was taken for ${rootName(text)}: ${JSON.stringify(error)}`,
		);
	}
}

/** What the oracle makes of it; undefined if it is not well-formed. */
export function strictXml(text: string): Parsed | undefined {
	const tree = strictTree(text);
	return tree && { value: untypedValue(tree) };
}
