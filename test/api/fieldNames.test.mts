// No file outside api/ names a field of the service: what code has to know of one is a fact of its endpoint.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as ts from 'typescript';

import { endpoints } from '../../api';
import { filterFields, undocumented } from '../../api/endpoint';
import { recordFields, type Schema } from '../../api/schema/types';

function namesWithin(schema: Schema): string[] {
	if (schema.kind === 'list') return namesWithin(schema.item);
	return recordFields(schema).flatMap((field) => [field.name, ...namesWithin(field.schema)]);
}

const known = new Set(
	endpoints.flatMap(({ endpoint }) => [
		...(endpoint.kind === 'read' ? filterFields(endpoint).map(({ name }) => name) : []),
		...(endpoint.body === undefined ? [] : namesWithin(endpoint.body)),
		...(endpoint.response === undocumented ? [] : namesWithin(endpoint.response)),
	]),
);

// Texts for people, which may be the word that is also the name of a field.
const labels = new Set(['displayName', 'name', 'description', 'valuesLabel']);

function isLabel({ parent }: ts.Node): boolean {
	if (ts.isConditionalExpression(parent)) return isLabel(parent);
	const isNamed = ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent);
	return isNamed && labels.has(parent.name.getText());
}

function nameOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return isLabel(node) ? undefined : node.text;
	const name =
		ts.isPropertyAccessExpression(node) || ts.isPropertyAssignment(node)
			? node.name
			: ts.isShorthandPropertyAssignment(node)
				? node.name
				: ts.isBindingElement(node)
					? (node.propertyName ?? node.name)
					: undefined;
	// Names in small letters are those of parameters, which code may well share.
	return name && ts.isIdentifier(name) && /^[A-Z]/.test(name.text) ? name.text : undefined;
}

/** The fields that a file names, each with its line. */
function fieldsNamed(text: string): string[] {
	const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const name = nameOf(node);
		if (name !== undefined && known.has(name)) {
			const { line } = file.getLineAndCharacterOfPosition(node.getStart());
			found.push(`${line + 1}: ${name}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

const root = path.join(__dirname, '../..');

// Written by a script from api/, and the spelling of labels.
const exempt = /^nodes\/shared\/labels\.ts$/;

// A field of our own items, also of a status that was asked for.
const own =
	/^(?:nodes\/ProjectServicesTrigger\/.*: CatalogId|(?:client\/publish\/confirm|nodes\/ProjectServices\/statusRemarks)\.ts:\d+: MessageId)$/;

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
	expect(fieldsNamed('const { Model } = row;\nrow.UnitPrice = 1;')).toEqual([
		...['1: Model', '2: UnitPrice'],
	]);
});
