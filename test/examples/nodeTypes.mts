// The node and credential types of the engine: n8n's own from the installed n8n, and this package's from a bundle of
// its sources.
import { writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildSync } from 'esbuild';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
} from 'n8n-workflow';

import { hostLocation, hostRequire, projectFolder } from '../host/location.cjs';
import { temporaryFolder } from '../host/servers/temporary.mjs';
import type { Credentials } from './world.mjs';

type Constructors = Readonly<Record<string, new () => unknown>>;
type Known = Readonly<Record<string, { className: string; sourcePath: string }>>;

type Resolved = { url: string; format?: string; shortCircuit?: boolean };
type Context = { readonly parentURL?: string };
type Resolve = (name: string, context: Context) => Resolved;

// Of Node 24; the types of this project are those of the oldest Node that it runs on.
const { registerHooks } = nodeModule as unknown as {
	registerHooks(hooks: { resolve(name: string, context: Context, next: Resolve): Resolved }): void;
};

const base = 'n8n-nodes-base';
const ours = 'n8n-nodes-project-services';
const entry = `
export { ProjectServices } from './nodes/ProjectServices/ProjectServices.node';
export { ProjectServicesTrigger } from './nodes/ProjectServicesTrigger/ProjectServicesTrigger.node';
export { ProjectServicesApi } from './credentials/ProjectServicesApi.credentials';
`;

/** Bundles the package and loads it, with what n8n offers to a package from the installed n8n. */
function loadPackage(): Constructors {
	const folder = temporaryFolder('bundle').path;
	const fromHost = nodeModule.createRequire(path.join(hostLocation().directory, 'package.json'));
	registerHooks({
		resolve: (name, context, next) => {
			const isOurs = context.parentURL?.startsWith(pathToFileURL(folder).href) ?? false;
			if (!isOurs || !/^(n8n-workflow|zod)\b/.test(name)) return next(name, context);
			const url = pathToFileURL(fromHost.resolve(name)).href;
			return { url, format: 'commonjs', shortCircuit: true };
		},
	});
	const { outputFiles } = buildSync({
		stdin: { contents: entry, resolveDir: projectFolder, loader: 'ts' },
		bundle: true,
		platform: 'node',
		format: 'cjs',
		external: ['n8n-workflow', 'zod', 'zod/*'],
		write: false,
	});
	const file = path.join(folder, 'package.cjs');
	writeFileSync(file, outputFiles[0]?.text ?? '');
	return fromHost(file) as Constructors;
}

const loaded = loadPackage();
const made = new Map<string, INodeType | IVersionedNodeType>();

function construct(types: Constructors, name: string): unknown {
	const Type = types[name];
	if (!Type) throw new Error(`There is no type ${name}.`);
	return new Type();
}

function fromN8n(kind: 'nodes' | 'credentials', name: string): unknown {
	const known = hostRequire<Known>(`${base}/dist/known/${kind}.json`)[name];
	if (!known) throw new Error(`n8n has no ${kind} called ${name}.`);
	return construct(hostRequire<Constructors>(`${base}/${known.sourcePath}`), known.className);
}

function found(type: string, version?: number): INodeType {
	const [packageName, name = ''] = type.split('.');
	const className = `${name[0]?.toUpperCase()}${name.slice(1)}`;
	const make = () => (packageName === ours ? construct(loaded, className) : fromN8n('nodes', name));
	const node = made.get(type) ?? (make() as INodeType | IVersionedNodeType);
	made.set(type, node);
	return 'nodeVersions' in node ? node.getNodeType(version) : node;
}

export const nodeTypes = {
	getByName: found,
	getByNameAndVersion: found,
	getKnownTypes: () => ({}),
} as INodeTypes;

function credentialType(name: string): ICredentialType {
	const isOurs = name === 'projectServicesApi';
	const type = isOurs ? construct(loaded, 'ProjectServicesApi') : fromN8n('credentials', name);
	return type as ICredentialType;
}

/** Stands in for n8n's keeper of credentials. */
export function credentialsHelper(credentials: Credentials) {
	return {
		getParentTypes: (name: string) => credentialType(name).extends ?? [],
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => undefined,
		runPreAuthentication: async () => undefined,
		getCredentialsProperties: (name: string) => credentialType(name).properties,
		getDecrypted: async (_data: unknown, _node: unknown, name: string) => {
			const data = await credentials(name);
			const defaults = credentialType(name).properties.map((each) => [each.name, each.default]);
			return { ...Object.fromEntries(defaults), ...data };
		},
		authenticate: async (
			data: ICredentialDataDecryptedObject,
			name: string,
			request: IHttpRequestOptions,
		): Promise<IHttpRequestOptions> => {
			const { authenticate } = credentialType(name);
			if (typeof authenticate === 'function') return await authenticate(data, request);
			// `={{$credentials.name}}` is the one kind of expression that credential types have here.
			const filledIn = (text: unknown) =>
				String(text)
					.replace(/^=/, '')
					.replace(/\{\{\s*\$credentials\??\.(\w+)\s*\}\}/g, (_, key: string) => String(data[key]));
			const headers = Object.entries(authenticate?.properties.headers ?? {}).map(
				([header, value]) => [header, filledIn(value)],
			);
			return { ...request, headers: { ...request.headers, ...Object.fromEntries(headers) } };
		},
	};
}
