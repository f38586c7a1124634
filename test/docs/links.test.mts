// What the documents lead to exists: links, commands, files. Whoever has the tarball alone finds each page, and
// package.json alone has the project's address on the web.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { withResources } from '../../scripts/referencePages';

const project = path.resolve(__dirname, '../..');

function read(file: string): string {
	return readFileSync(path.join(project, file), 'utf8');
}

const skipped = /(^|\/)(node_modules|dist|\.git|output|coverage)(\/|$)|\.tgz$/;

function filesIn(folder: string, ending = ''): string[] {
	return readdirSync(path.join(project, folder), { withFileTypes: true }).flatMap((entry) => {
		const file = path.posix.join(folder, entry.name);
		if (skipped.test(file)) return [];
		if (entry.isDirectory()) return filesIn(file, ending);
		return file.endsWith(ending) ? [file] : [];
	});
}

const documents = [
	...readdirSync(project).filter((file) => file.endsWith('.md')),
	...filesIn('docs', '.md'),
	...filesIn('examples', '.md'),
];
const readme = read('README.md');
const manifest = JSON.parse(read('package.json')) as {
	homepage: string;
	repository: { url: string };
	author: { email: string };
	files: string[];
	scripts: object;
	version: string;
};

/** The headings' anchors as Markdown viewers make them, and the anchors that are written out. */
function anchorsOf(markdown: string): string[] {
	const headings = Array.from(markdown.matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
	return [...headings, ...Array.from(markdown.matchAll(/<a id="([^"]+)">/g), ([, id = '']) => id)];
}

/** The targets of all links and pictures to files of the project. */
function localLinks(markdown: string): string[] {
	const text = markdown.replace(/```[^]*?```/g, '').replace(/`[^`\n]*`/g, '');
	return Array.from(text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g), ([, target = '']) => target);
}

/** What a document leads to that does not exist. */
function missingFrom(file: string, markdown: string): string[] {
	const links = localLinks(markdown).filter((link) => {
		const [target = '', anchor] = link.split('#');
		const linked = target === '' ? file : path.join(path.dirname(file), target);
		if (!existsSync(path.join(project, linked))) return true;
		const text = linked === file ? markdown : read(linked);
		return anchor !== undefined && !anchorsOf(text).includes(anchor);
	});
	const scripts = Array.from(
		markdown.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g),
		([, name]) => name,
	);
	const roots =
		/`((?:api|wire|nodes|credentials|icons|scripts|docs|examples|test|\.ci)\/[\w./-]*)`/g;
	const named = Array.from(markdown.matchAll(roots), ([, name = '']) => name);
	return [
		...links,
		...scripts.filter((name = '') => !(name in manifest.scripts)),
		...named.filter((name) => !file.includes('reference') && !existsSync(path.join(project, name))),
	];
}

test.each(documents)('what %s leads to exists', (file) => {
	expect(missingFrom(file, read(file))).toEqual([]);
});

test('what does not exist is found', () => {
	const page =
		'# A b\n[a](#a-b) [b](#c) [c](docs/none.md) [d](LICENSE)\n`npm run none` `test/none`';
	expect(missingFrom('README.md', page)).toEqual(['#c', 'docs/none.md', 'none', 'test/none']);
});

test('docs/README.md leads to every page', () => {
	const links = localLinks(read('docs/README.md'));
	const linked = links.map((link) => `docs/${link.split('#')[0]}`);
	const pages = documents.filter((file) => /^docs\/(?!reference)/.test(file));
	expect(pages.filter((file) => !linked.includes(file))).toEqual(['docs/README.md']);
});

test('the resources in README.md are current', () => {
	expect(withResources(readme)).toBe(readme);
	expect(withResources(readme.replace(', [Task](', ', [Chore]('))).toBe(readme);
});

const page = manifest.homepage.replace('#readme', '');

function filesWith(text: string): string[] {
	return filesIn('.').filter((file) => !file.endsWith('.png') && read(file).includes(text));
}

test('package.json alone holds the project’s addresses', () => {
	expect(manifest.repository.url).toBe(`git+${page}.git`);
	const placeholder = 'n8n-nodes-project-services' + '.example';
	for (const address of [page.replace('https://', ''), manifest.author.email, placeholder])
		expect(filesWith(address)).toEqual(['package.json']);
});

/** Whether npm packs a file of the project, as package.json says. */
function isPacked(file: string): boolean {
	const packed =
		/^(?:README\.md|LICENSE|package\.json|docs\/.+\.md|docs\/[^/]+\.svg|examples\/.+)$/;
	return packed.test(file) || manifest.files.includes(file);
}

test('whoever has the tarball alone finds each page: only pictures are not in it', () => {
	const missing = documents.filter(isPacked).flatMap((file) =>
		localLinks(read(file))
			.map((link) => link.split('#')[0] ?? '')
			.filter((link) => link !== '' && !link.endsWith('.png'))
			.map((link) => path.join(path.dirname(file), link))
			.filter((link) => !isPacked(link)),
	);
	expect(missing).toEqual([]);
	expect(manifest.files).toEqual(
		expect.arrayContaining(['docs/**/*.md', 'docs/*.svg', 'examples']),
	);
	for (const file of ['README.md', 'docs/install.md'])
		expect(read(file)).toContain(`n8n-nodes-project-services-${manifest.version}.tgz`);
});
