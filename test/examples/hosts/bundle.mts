// This package's nodes and credential as one bundle, which can be loaded again and again: each time with nothing of
// what they had in memory, as when n8n starts. What n8n offers to a package comes from the installed n8n.
import { writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildSync } from 'esbuild';
import type { ICredentialType, INodeType } from 'n8n-workflow';

import { hostLocation, projectFolder } from '../../host/location.cjs';
import { temporaryFolder } from '../../host/servers/temporary.mjs';

export interface PackageTypes {
	readonly ProjectServices: new () => INodeType;
	readonly ProjectServicesTrigger: new () => INodeType;
	readonly ProjectServicesApi: new () => ICredentialType;
}

interface Resolved {
	readonly url: string;
	readonly format?: string;
	readonly shortCircuit?: boolean;
}

interface ResolveContext {
	readonly parentURL?: string;
}

// Of Node 24; the types of this project are those of the oldest Node that it runs on.
const { registerHooks } = nodeModule as unknown as {
	registerHooks(hooks: {
		resolve(
			name: string,
			context: ResolveContext,
			next: (name: string, context: ResolveContext) => Resolved,
		): Resolved;
	}): void;
};

const entry = `
export { ProjectServices } from './nodes/ProjectServices/ProjectServices.node';
export { ProjectServicesTrigger } from './nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
export { ProjectServicesApi } from './credentials/ProjectServicesApi.credentials';
`;

function bundled(): string {
	const { outputFiles } = buildSync({
		stdin: { contents: entry, resolveDir: projectFolder, loader: 'ts' },
		bundle: true,
		platform: 'node',
		format: 'cjs',
		external: ['n8n-workflow', 'zod', 'zod/*'],
		write: false,
	});
	return outputFiles[0]?.text ?? '';
}

/** Bundles the package; each call of the result loads it anew. */
export function bundlePackage(): () => PackageTypes {
	const folder = temporaryFolder('bundle').path;
	const fromHost = nodeModule.createRequire(path.join(hostLocation().directory, 'package.json'));
	const isOurs = ({ parentURL = '' }: ResolveContext) =>
		parentURL.startsWith(pathToFileURL(folder).href);
	registerHooks({
		resolve: (name, context, next) =>
			isOurs(context) && /^(n8n-workflow|zod)\b/.test(name)
				? {
						url: pathToFileURL(fromHost.resolve(name)).href,
						format: 'commonjs',
						shortCircuit: true,
					}
				: next(name, context),
	});
	const text = bundled();
	let loads = 0;
	return () => {
		loads += 1;
		const file = path.join(folder, `package-${loads}.cjs`);
		writeFileSync(file, text);
		return fromHost(file) as PackageTypes;
	};
}
