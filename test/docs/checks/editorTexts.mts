// Every text of the editor of the installed n8n, read from its scripts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { hostDirectory } from '../../host/location.cjs';

/** A text with several forms, such as singular and plural, counts as each of them. */
export function editorTexts(): Set<string> {
	const assets = path.join(hostDirectory(), 'node_modules/n8n-editor-ui/dist/assets');
	const english = readdirSync(assets)
		.filter((name) => name.endsWith('.js'))
		.map((name) => readFileSync(path.join(assets, name), 'utf8'))
		.filter((text) => text.includes('"menuActions.importFromFile":'));
	const texts = english.flatMap((text) => [...text.matchAll(/"[\w.]+":`([^`]*)`/g)]);
	return new Set(texts.flatMap(([, text = '']) => text.split(' | ')));
}
