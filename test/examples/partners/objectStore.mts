// S3-compatible storage with state, as far as the examples use it: objects put into one bucket.
import type { Partner } from './network.mjs';

export interface ObjectStore {
	readonly partner: Partner;
	/** By bucket and key, with a slash between them. */
	readonly objects: Map<string, Buffer>;
	reset(): void;
}

export const storeHost = 'storage.example';

/** A store without objects. */
export function newObjectStore(): ObjectStore {
	const objects = new Map<string, Buffer>();
	return {
		objects,
		partner: ({ method, path, query, headers, body }) => {
			if (!/^AWS4-HMAC-SHA256 /.test(headers.authorization ?? '')) return { status: 403 };
			if (method === 'GET' && query.has('location')) {
				const xml = '<LocationConstraint>eu-central-1</LocationConstraint>';
				return { status: 200, body: Buffer.from(xml), headers: { 'content-type': 'text/xml' } };
			}
			if (method !== 'PUT') return { status: 405 };
			objects.set(decodeURIComponent(path.slice(1)), body);
			return { status: 200, body: Buffer.from('') };
		},
		reset: () => objects.clear(),
	};
}
