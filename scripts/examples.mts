// The examples of the reference, from the golden files: one item of each read, the request body of each write.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { endpoints } from '../api/index';
import type { Examples } from './referencePages';

const golden = path.resolve(import.meta.dirname, '../test/golden');

/** The first row of a list, or the record itself. */
function firstRow(item: unknown, rows: string | undefined): unknown {
	const list = rows === undefined ? item : (item as Readonly<Record<string, unknown>>)[rows];
	return Array.isArray(list) ? (list as unknown[])[0] : list;
}

/** By operation; a body that is sent stands as its file has it. */
export function goldenExamples(): Examples {
	const found = new Map<string, string>();
	for (const { operationKey, endpoint } of endpoints) {
		const read = endpoint.kind === 'read';
		const file = path.join(golden, operationKey, read ? 'item.json' : 'request.json');
		if (!existsSync(file)) continue;
		const text = readFileSync(file, 'utf8');
		const shown = read
			? JSON.stringify(firstRow(JSON.parse(text), endpoint.rows), null, '\t')
			: text.trimEnd();
		found.set(operationKey, shown);
	}
	return found;
}
