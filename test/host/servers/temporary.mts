// Temporary folders that are removed with the test, also after Ctrl-C.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folders = new Set<string>();

function remove(folder: string): void {
	folders.delete(folder);
	rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

process.once('exit', () => {
	for (const folder of folders) remove(folder);
});

export function temporaryFolder(name: string) {
	const folder = mkdtempSync(path.join(tmpdir(), `n8n-${name}-`));
	folders.add(folder);
	return { path: folder, remove: () => remove(folder) };
}
