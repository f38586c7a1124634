// The texts that the node shows when it runs, found in the sources, and the page that lists them.
import ts from 'typescript';

export const MESSAGE_FOLDERS = ['client', 'credentials', 'nodes', 'wire'];

const PLACE = '...';

/** What the editor shows before anything runs, and what Check concludes: other pages have these. */
const OF_THE_PANEL =
	/(?:panel|options|properties|widgets|serviceOperations|SettingsProperties|\.node|\.credentials)\.ts$|\/description\/|^client\/check\//i;

function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => PLACE + literal.text).join('');
}

/** Whether a person could look a text up: a piece of it, without what differs, is a phrase and no label. */
function hasWords(text: string): boolean {
	return text
		.split(PLACE)
		.map((part) => part.trim().split(/\s+/))
		.some(
			(words) => words.length > 2 && words.filter((word) => /^[a-z]{2,}/.test(word)).length > 1,
		);
}

/** The texts for people in a source: those that end a sentence of another one begin with a small letter. */
export function messagesIn(source: string): string[] {
	const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node) => {
		const text = textOf(node);
		if (text !== undefined && hasWords(text) && !/[`<\\]/.test(text))
			found.push(...text.split('\n').map((line) => line.trim()));
		ts.forEachChild(node, visit);
	};
	visit(file);
	return [...new Set(found)].filter(hasWords);
}

/** Where the texts of a file belong on the page. */
const AREAS: ReadonlyArray<readonly [heading: string, files: RegExp]> = [
	[
		'Connection, statuses and credential',
		/^credentials|^client\/(?:transport|errorTexts|serviceSettings)|allowedDomains|connection/,
	],
	['What the service returns', /^wire|^client\/reads|drift|operations\/(?:list|record|byIds)/],
	['Writing', /publish|update|mapping/],
	['Changes', /changes|state/],
	['The trigger', /^nodes\/ProjectServicesTrigger/],
	['Paths and statuses of transactions', /^client\/service|operations\/service|statusRemarks/],
	['Parameters and options', /./],
];

/** The page with all texts, by the files of the package. */
export function messagesPage(sources: ReadonlyMap<string, string>): string {
	const areas = AREAS.map(([heading]) => ({ heading, texts: new Set<string>() }));
	for (const [file, source] of sources) {
		if (OF_THE_PANEL.test(file)) continue;
		const area = areas[AREAS.findIndex(([, files]) => files.test(file))];
		for (const text of messagesIn(source)) area?.texts.add(text);
	}
	const sections = areas.flatMap(({ heading, texts }) => [
		'',
		`## ${heading}`,
		'',
		...[...texts].sort().map((text) => `- \`${text}\``),
	]);
	return [
		'<!-- Written by scripts/generate.mts from the sources. Run: npm run generate -->',
		'',
		'# Messages',
		'',
		'Every text that the node shows when it runs: errors, what to do, and hints. `...` stands for a name, a number or a value; a text that begins with a small letter ends the sentence of another one. Most say what to do. [Troubleshooting](troubleshooting.md) explains the others.',
		...sections,
		'',
	].join('\n');
}
