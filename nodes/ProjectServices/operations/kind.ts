// The kinds of operations, each with a folder: what an endpoint does decides which one carries it out.
import type { Endpoint, ReadEndpoint, WriteEndpoint } from '../../../api/endpoint';

type EndpointKind =
	| { readonly kind: 'record' | 'byIds' | 'list'; readonly endpoint: ReadEndpoint }
	| { readonly kind: 'publish' | 'update'; readonly endpoint: WriteEndpoint };

export function kindOf(endpoint: Endpoint): EndpointKind {
	if (endpoint.kind === 'write')
		return { kind: endpoint.records === undefined ? 'update' : 'publish', endpoint };
	if (endpoint.paging) return { kind: 'list', endpoint };
	return { kind: endpoint.body === undefined ? 'record' : 'byIds', endpoint };
}
