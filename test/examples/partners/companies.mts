// HubSpot, Slack, Shopify and S3-compatible storage with state, as far as the examples use them.
import { jsonOf, ok, type Partner, type PartnerResponse } from './network.mjs';

export interface Contact {
	readonly id: string;
	readonly properties: Readonly<Record<string, string>>;
}

interface Search {
	readonly filterGroups?: ReadonlyArray<{
		readonly filters: ReadonlyArray<{ propertyName: string; operator: string; value?: string }>;
	}>;
	readonly properties?: readonly string[] | string;
}

function matches({ properties }: Contact, { filterGroups = [] }: Search): boolean {
	const filters = filterGroups.flatMap((group) => group.filters);
	const other = filters.find(({ operator }) => operator !== 'EQ');
	if (other) throw new Error(`The stand-in does not know the operator ${other.operator}.`);
	return filters.every(({ propertyName, value }) => properties[propertyName] === value);
}

/** A portal without contacts; it can be searched for them. */
export function newHubSpot() {
	const contacts: Contact[] = [];
	const failure = (status: number, message: string) => ({
		status,
		body: { status: 'error', message },
	});
	const partner: Partner = (request) => {
		const { method, path, headers } = request;
		if (headers.authorization !== 'Bearer hubspot-token') return failure(401, 'No token');
		if (`${method} ${path}` !== 'POST /crm/v3/objects/contacts/search') {
			return failure(404, `Nothing is at ${method} ${path}`);
		}
		const search = jsonOf<Search>(request);
		const found = contacts.filter((contact) => matches(contact, search));
		const names = [search.properties ?? []].flat().flatMap((name) => name.split(','));
		const results = found.map(({ id, properties }) => ({
			id,
			properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? null])),
		}));
		return ok({ total: found.length, results });
	};
	return { contacts, partner };
}

interface Message {
	readonly channel: string;
	readonly text: string;
}

/** A workspace without messages; they can be posted to a channel. */
export function newSlack() {
	const messages: Message[] = [];
	const failure = (error: string) => ok({ ok: false, error });
	const partner: Partner = (request) => {
		const { method, path, headers } = request;
		if (headers.authorization !== 'Bearer slack-token') return failure('invalid_auth');
		if (`${method} ${path}` !== 'POST /api/chat.postMessage') return failure('unknown_method');
		const { channel, text } = jsonOf<Message>(request);
		if (!channel) return failure('channel_not_found');
		if (!text) return failure('no_text');
		messages.push({ channel, text });
		return ok({ ok: true, channel, ts: `${messages.length}.0`, message: { text } });
	};
	return { messages, partner };
}

/** A store without objects; they can be put into a bucket, and are kept by bucket and key. */
export function newObjectStore() {
	const objects = new Map<string, Buffer>();
	const partner: Partner = ({ method, path, query, headers, body }) => {
		if (!/^AWS4-HMAC-SHA256 /.test(headers.authorization ?? '')) return { status: 403 };
		if (method === 'GET' && query.has('location')) {
			const xml = '<LocationConstraint>eu-central-1</LocationConstraint>';
			return { status: 200, body: Buffer.from(xml), headers: { 'content-type': 'text/xml' } };
		}
		if (method !== 'PUT') return { status: 405 };
		objects.set(decodeURIComponent(path.slice(1)), body);
		return ok(Buffer.from(''));
	};
	return { objects, partner };
}

interface Product {
	readonly handle: string;
	readonly title: string;
	readonly status: string;
	readonly [field: string]: unknown;
}

interface ProductSet {
	readonly query: string;
	readonly variables: {
		readonly identifier?: { readonly handle?: string };
		readonly input?: Readonly<Record<string, unknown>>;
	};
}

const productFields =
	/^(title|handle|descriptionHtml|vendor|productType|status|productOptions|variants)$/;

export const shop = 'example-shop';

/** A shop without products; they can be set by their handle through the GraphQL Admin API. */
export function newShopify() {
	const products = new Map<string, Product>();
	const set = (product: object | null, message?: string): PartnerResponse => {
		const userErrors = message === undefined ? [] : [{ field: ['input'], message }];
		return ok({ data: { productSet: { product, userErrors } } });
	};
	const partner: Partner = (request) => {
		const { method, path, headers } = request;
		if (headers['x-shopify-access-token'] !== 'shopify-token') {
			return { status: 401, body: { errors: 'Invalid API key or access token' } };
		}
		if (method !== 'POST' || !/^\/admin\/api\/\d{4}-\d{2}\/graphql\.json$/.test(path)) {
			return { status: 404, body: { errors: 'Not Found' } };
		}
		const { query, variables } = jsonOf<ProductSet>(request);
		const { identifier, input = {} } = variables;
		const unknown = Object.keys(input).find((name) => !productFields.test(name));
		const message = `Variable $input was provided invalid value: ${unknown} is not defined`;
		if (unknown !== undefined) return ok({ errors: [{ message }] });
		if (!/productSet\(\s*synchronous: true,/.test(query)) {
			return ok({ errors: [{ message: 'The stand-in knows productSet alone.' }] });
		}
		const handle = identifier?.handle ?? '';
		if (handle === '' || handle !== handle.toLowerCase()) return set(null, 'Handle is invalid');
		const next = { ...products.get(handle), ...input, handle } as Product;
		if (!next.title) return set(null, "Title can't be blank");
		if (!/^(ACTIVE|ARCHIVED|DRAFT)$/.test(next.status)) return set(null, 'Status is invalid');
		if (input.variants !== undefined && input.productOptions === undefined) {
			return set(null, 'Product options are required for variants');
		}
		products.set(handle, next);
		return set({ id: `gid://shopify/Product/${handle}`, status: next.status });
	};
	return { products, partner };
}
