// What the documents print in bold within a sentence is in n8n's editor or in the panel of the nodes.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ProjectServicesApi } from '../../credentials/ProjectServicesApi.credentials';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { editorTexts } from './checks/editorTexts.mjs';

const project = path.resolve(__dirname, '../..');
const documents = [
	'README.md',
	...readdirSync(path.join(project, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md') && !name.startsWith('reference'))
		.map((name) => `docs/${name}`),
];

/** n8n's own nodes, their outputs and parameters. */
const ofOtherNodes = [
	'done',
	'Execute Sub-workflow',
	'If',
	'Input data mode',
	'Merge',
	'Poll Times',
	'Schedule Trigger',
	'Switch',
	'Wait For Sub-Workflow Completion',
];

function namesIn(description: unknown): string[] {
	if (typeof description !== 'object' || description === null) return [];
	return Object.entries(description).flatMap(([key, value]) => [
		...(['action', 'displayName', 'name'].includes(key) ? [String(value)] : []),
		...namesIn(value),
	]);
}

const known = new Set([
	...ofOtherNodes,
	...editorTexts(),
	...namesIn(new ProjectServices().description),
	...namesIn(new ProjectServicesTrigger().description),
	...namesIn(new ProjectServicesApi()),
]);

/** Bold text at the start of a line or a list item is a heading or an emphasis. */
function unknownTexts(markdown: string): string[] {
	return [...markdown.matchAll(/^.*$/gm)]
		.map(([line]) => line.replace(/^(?:- |\d+\. )?\*\*[^*]+\*\*/, ''))
		.flatMap((line) => [...line.matchAll(/\*\*([^*]+)\*\*/g)])
		.flatMap(([, text = '']) => text.split(' → '))
		.filter((text) => !known.has(text));
}

test.each(documents)('%s names buttons and parameters that exist', (file) => {
	expect(unknownTexts(readFileSync(path.join(project, file), 'utf8'))).toEqual([]);
});

test('a button that does not exist is found', () => {
	const wrong = '**Heading**: choose **Import → From disk**, then **Retry**.\n- Press **Test it**.';
	expect(unknownTexts(wrong)).toEqual(['From disk', 'Test it']);
});
