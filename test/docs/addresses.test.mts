// The project's address on the web: package.json alone holds it, and npm's page gets absolute links.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { withAbsoluteLinks, withRelativeLinks } from '../../scripts/addresses.cjs';
import { localLinks } from './checks/words';

const project = path.resolve(__dirname, '../..');
const manifest = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as {
	homepage: string;
	repository: { url: string };
	author: { email: string };
	version: string;
};
const readme = readFileSync(path.join(project, 'README.md'), 'utf8');

const page = manifest.homepage.replace('#readme', '');
const placeholder = 'n8n-nodes-project-services' + '.example';

const skipped = /(^|\/)(node_modules|dist|\.git|output|coverage)(\/|$)|\.(png|tgz)$/;

function filesBelow(folder: string): string[] {
	return readdirSync(path.join(project, folder), { withFileTypes: true }).flatMap((entry) => {
		const file = path.posix.join(folder, entry.name);
		if (skipped.test(file)) return [];
		return entry.isDirectory() ? filesBelow(file) : [file];
	});
}

function filesWith(text: string): string[] {
	return filesBelow('.').filter((file) =>
		readFileSync(path.join(project, file), 'utf8').includes(text),
	);
}

test('package.json alone holds the project’s addresses', () => {
	expect(manifest.repository.url).toBe(`git+${page}.git`);
	for (const address of [page.replace('https://', ''), manifest.author.email, placeholder]) {
		expect(filesWith(address).filter((file) => file !== 'package.json')).toEqual([]);
	}
});

test('CHANGELOG.md describes the version of package.json, below what is not released', () => {
	const changelog = readFileSync(path.join(project, 'CHANGELOG.md'), 'utf8');
	const [first, second] = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
	expect([first, second]).toEqual(['Unreleased', manifest.version]);
});

test('a file with some text is found', () => {
	expect(filesWith('A file with some text ' + 'is found')).toEqual([]);
	expect(filesWith('a file with some text is found')).toEqual(['test/docs/addresses.test.mts']);
});

test('the README’s links and pictures are relative here and absolute in the package', () => {
	expect(localLinks(readme).filter((link) => !link.startsWith('#')).length).toBeGreaterThan(10);
	expect(readme).not.toMatch(/<(img|a)\b/);
	const packed = withAbsoluteLinks(readme);
	expect(localLinks(packed).filter((link) => !link.startsWith('#'))).toEqual([]);
	expect(withRelativeLinks(packed)).toBe(readme);
	expect(withRelativeLinks(readme)).toBe(readme);
});

test('links lead to pages, pictures to files, both of this version', () => {
	expect(withAbsoluteLinks('![a](docs/a.png) [b](docs/b.md#c) [d](#e) [f](https://n8n.io)')).toBe(
		`![a](${page}/raw/v${manifest.version}/docs/a.png) ` +
			`[b](${page}/blob/v${manifest.version}/docs/b.md#c) [d](#e) [f](https://n8n.io)`,
	);
});
