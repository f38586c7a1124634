// The node and credential types of the engine: n8n's own from the installed n8n, and this package's from a bundle of its sources.
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
} from 'n8n-workflow';

import { hostRequire } from '../../host/location.cjs';
import type { Credentials } from './host.mjs';
import { bundlePackage } from './bundle.mjs';

type Constructors = Readonly<Record<string, new () => unknown>>;
type Known = Readonly<Record<string, { className: string; sourcePath: string }>>;

const base = 'n8n-nodes-base';
const ours = 'n8n-nodes-project-services';
const load = bundlePackage();
let loaded = load();
const made = new Map<string, INodeType | IVersionedNodeType>();

function construct(kind: 'nodes' | 'credentials', name: string): unknown {
	const known = hostRequire<Known>(`${base}/dist/known/${kind}.json`)[name];
	if (!known) throw new Error(`n8n has no ${kind} called ${name}.`);
	const { [known.className]: Type } = hostRequire<Constructors>(`${base}/${known.sourcePath}`);
	if (!Type) throw new Error(`${known.sourcePath} has no ${known.className}.`);
	return new Type();
}

function nodeType(type: string): INodeType | IVersionedNodeType {
	const [packageName, name = ''] = type.split('.');
	if (type === `${ours}.projectServices`) return new loaded.ProjectServices();
	if (type === `${ours}.projectServicesTrigger`) return new loaded.ProjectServicesTrigger();
	if (packageName !== base) throw new Error(`The engine does not know ${type}.`);
	return construct('nodes', name) as INodeType | IVersionedNodeType;
}

function found(type: string, version?: number): INodeType {
	const node = made.get(type) ?? nodeType(type);
	made.set(type, node);
	return 'nodeVersions' in node ? node.getNodeType(version) : node;
}

/** Loads this package's nodes again, with an empty memory. */
export function forgetNodes(): void {
	loaded = load();
	for (const name of made.keys()) if (name.startsWith(ours)) made.delete(name);
}

export const nodeTypes = {
	getByName: found,
	getByNameAndVersion: found,
	getKnownTypes: () => ({}),
} as INodeTypes;

function credentialType(name: string): ICredentialType {
	if (name === 'projectServicesApi') return new loaded.ProjectServicesApi();
	return construct('credentials', name) as ICredentialType;
}

/** Fills in `{{$credentials.name}}`, the one kind of expression that credential types have here. */
function filledIn(text: string, data: ICredentialDataDecryptedObject): string {
	return text
		.replace(/^=/, '')
		.replace(/\{\{\s*\$credentials\??\.(\w+)\s*\}\}/g, (_, name: string) => String(data[name]));
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
			const headers = Object.entries(authenticate?.properties.headers ?? {}).map(
				([header, value]) => [header, filledIn(String(value), data)],
			);
			return { ...request, headers: { ...request.headers, ...Object.fromEntries(headers) } };
		},
	};
}
