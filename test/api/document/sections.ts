// Cuts the service document into its sections, and reads tables.

export interface Section {
	/** The heading of the second level, for example "Endpoints". */
	readonly chapter: string;
	/** The heading of the third level, or the chapter's own. */
	readonly title: string;
	readonly lines: readonly string[];
}

/** The sections in order; blank lines are left out. */
export function readSections(text: string): Section[] {
	const sections: { chapter: string; title: string; lines: string[] }[] = [];
	for (const line of text.split('\n')) {
		const heading = /^(##|###) (.+)$/.exec(line);
		const chapter = sections.at(-1)?.chapter ?? '';
		if (heading) {
			const title = heading[2];
			sections.push({ chapter: heading[1] === '##' ? title : chapter, title, lines: [] });
		} else if (line.trim() !== '') {
			sections.at(-1)?.lines.push(line);
		}
	}
	return sections;
}

/** The cells of all tables' rows among the lines, without the heads. */
export function tableRows(lines: readonly string[]): string[][] {
	const isRow = (line: string | undefined) => line?.startsWith('|') ?? false;
	return lines
		.filter((line, index) => isRow(line) && isRow(lines[index - 1]) && !/^[|\s:-]+$/.test(line))
		.map((line) =>
			line
				.slice(1, -1)
				.split('|')
				.map((cell) => cell.trim()),
		);
}

// The sentences that carry a fact; every other sentence of the document is explanation.
const FACTS = [
	/^(#{1,3} |\||\*\*)/,
	/: not shown\./,
	/^[A-Z]\w+, .*\((string|boolean)\);/,
	/^Price fields/,
	/^The older catalog read variant omits/,
	/^UpdateProjectItemFieldIds values/,
	/^Status-like fields/,
	/^Endpoint \d/,
	/^\d+\. Endpoint 17 identifies/,
];

/** The lines of the document that state facts: headings, tables, field lists, open questions. */
export function factLines(text: string): string {
	const lines = text.split('\n').filter((line) => FACTS.some((fact) => fact.test(line)));
	return `${lines
		.flatMap((line, index) => {
			const inTable = line.startsWith('|') && lines[index - 1]?.startsWith('|');
			return inTable || index === 0 ? [line] : ['', line];
		})
		.join('\n')}\n`;
}
