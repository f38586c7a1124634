// The facts in the documents: links lead somewhere, commands, files, buttons, parameters and messages exist, and
// package.json alone holds the project's address on the web.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ProjectServicesApi } from '../../credentials/ProjectServicesApi.credentials';
import { ProjectServices } from '../../nodes/ProjectServices/ProjectServices.node';
import { ProjectServicesTrigger } from '../../nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
import { withOperations } from '../../scripts/referencePages';
import { editorTexts } from './checks/editorTexts.mjs';
import {
	anchorsOf,
	boldTexts,
	localLinks,
	namedFiles,
	npmScripts,
	quotedMessages,
} from './checks/words';

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

function brokenLinks(file: string, markdown: string): string[] {
	return localLinks(markdown).filter((link) => {
		const [target, anchor] = link.split('#');
		const linked = target === '' ? file : path.join(path.dirname(file), target ?? '');
		if (!existsSync(path.join(project, linked))) return true;
		return anchor !== undefined && !anchorsOf(read(linked)).includes(anchor);
	});
}

/** The names and labels in a description. */
function namesIn(description: unknown): string[] {
	if (typeof description !== 'object' || description === null) return [];
	return Object.entries(description).flatMap(([key, value]) => [
		...(['action', 'displayName', 'name', 'valuesLabel'].includes(key) ? [String(value)] : []),
		...namesIn(value),
	]);
}

/** n8n's own nodes, their outputs and parameters. */
const ofOtherNodes = [
	...['Always Output Data', 'Compare Datasets', 'Complete Expression', 'Credential Type', 'Crypto'],
	...['done', 'Edit Fields', 'Error Trigger', 'Execute Sub-workflow', 'Extract from File'],
	...['HTTP Request', 'If', 'Include', 'Input data mode', 'Loop Over Items'],
	...['Merge', 'Method', 'Name', 'Pagination', 'Pagination Complete When'],
	...['Pagination Mode', 'Poll Times', 'Read/Write Files from Disk', 'Reset', 'Schedule Trigger'],
	...['Send Body', 'Split Out', 'Switch', 'Type', 'URL'],
	...['Value', 'Wait For Sub-Workflow Completion', 'Webhook'],
];
const panels = [new ProjectServices(), new ProjectServicesTrigger()].map(
	(node) => node.description,
);
const shown = new Set([
	...ofOtherNodes,
	...editorTexts(),
	...namesIn([...panels, new ProjectServicesApi()]),
]);

/** What each document names that does not exist. */
const rules: Readonly<Record<string, (file: string, markdown: string) => string[]>> = {
	'links lead somewhere': brokenLinks,
	'commands exist': (_, markdown) =>
		npmScripts(markdown).filter((name) => !(name in manifest.scripts)),
	'files exist': (file, markdown) =>
		file.includes('reference')
			? []
			: namedFiles(markdown).filter((name) => !existsSync(path.join(project, name))),
	'buttons and parameters exist': (file, markdown) =>
		/^(?:README|docs\/(?!reference))/.test(file)
			? boldTexts(markdown).filter((text) => !shown.has(text))
			: [],
};

test.each(documents)('what %s names exists', (file) => {
	const problems = Object.entries(rules).map(([rule, problemsOf]) => [
		rule,
		problemsOf(file, read(file)),
	]);
	expect(problems).toEqual(Object.keys(rules).map((rule) => [rule, []]));
});

test('docs/README.md leads to every page', () => {
	const links = localLinks(read('docs/README.md'));
	const linked = links.map((link) => `docs/${link.split('#')[0]}`);
	const pages = documents.filter((file) => /^docs\/(?!reference)/.test(file));
	expect(pages.filter((file) => !linked.includes(file))).toEqual(['docs/README.md']);
});

test('the table of operations in README.md is current', () => {
	expect(withOperations(readme)).toBe(readme);
	expect(withOperations(readme.replace('| [Task](', '| [Chore]('))).toBe(readme);
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

// Messages are found in the sources without their quotes and line breaks, as a person would search for them.
const allSources = ['nodes', 'client', 'credentials', 'wire', 'api']
	.flatMap((folder) => filesIn(folder, '.ts'))
	.map(read)
	.join('\n');

function isMessage(parts: readonly string[]): boolean {
	return parts.length > 0 && parts.every((part) => allSources.includes(part));
}

test('the messages on the troubleshooting page are those of the node', () => {
	const messages = quotedMessages(read('docs/troubleshooting.md'));
	expect(messages.length).toBeGreaterThan(20);
	// Codes of the engine are not ours.
	const own = messages.filter((parts) => !/^[A-Z_]+$/.test(parts.join('')));
	expect(own.filter((parts) => !isMessage(parts))).toEqual([]);
	const wrong =
		'| `There is no host named ...` | a |\n| `The moon is ... full` | b |\n- Sky: `is blue`';
	expect(quotedMessages(wrong).map(isMessage)).toEqual([true, false, false]);
});
