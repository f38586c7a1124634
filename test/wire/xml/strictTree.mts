// The tree of an XML document as saxes reads it: a strict parser of its own, which passes the W3C's tests.
import { SaxesParser } from 'saxes';

import { childElements, type Element, textOf } from '../../../wire/xml/tree';

/** What counts of an element: its namespace, name, joined text and child elements. */
export type Tree = readonly [namespace: string, name: string, text: string, children: Tree[]];

/** The tree of a document with line feeds as its line ends; undefined if it is not well-formed. */
export function strictTree(document: string): Tree | undefined {
	const open: Array<[string, string, string, Tree[]]> = [['', '', '', []]];
	const addText = (text: string) => {
		open[open.length - 1][2] += text;
	};
	const parser = new SaxesParser({ xmlns: true });
	parser.on('opentag', ({ uri, local }) => {
		const element: [string, string, string, Tree[]] = [uri, local, '', []];
		open[open.length - 1][3].push(element);
		open.push(element);
	});
	parser.on('closetag', () => open.pop());
	parser.on('text', addText);
	parser.on('cdata', addText);
	try {
		parser.write(document).close();
	} catch {
		return undefined;
	}
	return open[0][3][0];
}

/** The same of an element that our reader gives. */
export function treeOf(element: Element): Tree {
	const { namespace, name } = element;
	return [namespace, name, textOf(element), childElements(element).map(treeOf)];
}
