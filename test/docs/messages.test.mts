// Messages of the nodes name parameters as n8n asks: by their label, in single quotation marks.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { allProperties } from './checks/description';

const project = path.resolve(__dirname, '../..');

// A label of one word, such as Limit, is also a word of the language.
const labels = [new ProjectServices(), new ProjectServicesTrigger()]
	.flatMap(({ description }) => allProperties(description.properties))
	.filter(({ property }) => property.type !== 'notice' && property.displayName.includes(' '))
	.map(({ property }) => property.displayName);

function stringsOf(source: string): string[] {
	const strings: string[] = [];
	const visit = (node: ts.Node): void => {
		if (
			ts.isStringLiteralLike(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddleOrTemplateTail(node)
		)
			strings.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true));
	return strings;
}

/** The labels that the strings of a source name without quotation marks; a label alone is the label itself. */
function unquoted(source: string): string[] {
	return stringsOf(source).flatMap((text) =>
		[...new Set(labels)]
			.filter((label) => text !== label && text.includes(label))
			.filter((label) => text.replaceAll(`'${label}'`, '').includes(label))
			.map((label) => `${label}: ${text}`),
	);
}

const sources = ['client', 'nodes', 'wire'].flatMap((folder) =>
	readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.join(folder, file)),
);

test.each(sources)('%s names parameters in quotation marks', (file) => {
	expect(unquoted(readFileSync(path.join(project, file), 'utf8'))).toEqual([]);
});

test('a parameter without them is found', () => {
	expect(labels.length).toBeGreaterThan(50);
	expect(unquoted("const a = 'Choose Request Format'; const b = `Set 'Page Size'`;")).toEqual([
		'Request Format: Choose Request Format',
	]);
});
