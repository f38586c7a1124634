// What all generated Markdown needs: tables, and blocks of a page between two markers.

export function tableOf(
	head: readonly string[],
	rows: ReadonlyArray<readonly string[]>,
): readonly string[] {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/**
 * A page with these words between the two markers of a block.
 *
 * @throws Error if the markers are gone.
 */
export function withBlock(page: string, name: string, words: string): string {
	const block = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[^]*?(<!-- /${name} -->)`);
	if (!block.test(page)) throw new Error(`The markers <!-- ${name}: ... --> are gone.`);
	return page.replace(block, (_, start: string, end: string) => `${start}\n${words}\n\n${end}`);
}
