// The build of `npm run dev` on a copy of the sources: what a save changes is in the package that n8n loads.
import { execFileSync } from 'node:child_process';
import {
	cpSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { buildOnSave, buildPackage, type Built } from './build.mjs';

const project = path.resolve(__dirname, '..', '..');
const copied = [
	'api',
	'wire',
	'client',
	'nodes',
	'credentials',
	'icons',
	'package.json',
	'tsconfig.json',
];

let folder: string;
let target: string;
beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'n8n-dev-'));
	for (const name of copied) {
		cpSync(path.join(project, name), path.join(folder, name), { recursive: true });
	}
	symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
	// n8n-workflow is found from here.
	target = path.join(folder, 'built');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a process that loads the built node finds as the name of the resource Vendor. */
function builtName(): string {
	const script = `
		const { ProjectServices } = require(${JSON.stringify(path.join(target, 'dist/nodes/ProjectServices/ProjectServices.node.js'))});
		const { properties } = new ProjectServices().description;
		const { options } = properties.find(({ name }) => name === 'resource');
		process.stdout.write(options.find(({ value }) => value === 'vendor').name);`;
	return execFileSync(process.execPath, ['-e', script]).toString();
}

test('a changed label is in the package after each save, also one that replaces the file, and after a mistake', async () => {
	await buildPackage(folder, target);
	expect(builtName()).toBe('Vendor');
	const reports: Built[] = [];
	let reported = (): void => undefined;
	const stop = buildOnSave(folder, target, (built) => {
		reports.push(built);
		reported();
	});
	const file = path.join(folder, 'api/resources/vendor.ts');
	const text = readFileSync(file, 'utf8');
	/** Saves as many editors do, and waits until the package was built. */
	const save = async (saved: string): Promise<Built | undefined> => {
		const next = new Promise<void>((resolve) => (reported = resolve));
		writeFileSync(`${file}~`, saved);
		renameSync(`${file}~`, file);
		await next;
		return reports.at(-1);
	};
	try {
		for (const name of ['Supplier', 'Trader']) {
			const built = await save(text.replace("name: 'Vendor'", `name: '${name}'`));
			expect(built?.error).toBeUndefined();
			expect(builtName()).toBe(name);
		}
		expect((await save(`${text}(`))?.error).toContain('api/resources/vendor.ts');
		expect(builtName()).toBe('Trader');
		expect((await save(text))?.error).toBeUndefined();
		expect(builtName()).toBe('Vendor');
	} finally {
		stop();
	}
});
