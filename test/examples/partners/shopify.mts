// Shopify with state, as far as the examples use it: products set by their handle through the GraphQL Admin API.
import { jsonOf, ok, type Partner, type PartnerResponse } from './network.mjs';

export interface Product {
	readonly handle: string;
	readonly title: string;
	readonly status: string;
	readonly [field: string]: unknown;
}

export interface Shopify {
	readonly partner: Partner;
	/** By handle. */
	readonly products: Map<string, Product>;
	reset(): void;
}

interface Body {
	readonly query: string;
	readonly variables: {
		readonly identifier?: { readonly handle?: string };
		readonly input?: Readonly<Record<string, unknown>>;
	};
}

const fields = new Set([
	'title',
	'handle',
	'descriptionHtml',
	'vendor',
	'productType',
	'status',
	'productOptions',
	'variants',
]);
const statuses = new Set(['ACTIVE', 'ARCHIVED', 'DRAFT']);

export const shop = 'example-shop';
export const shopifyHost = `${shop}.myshopify.com`;

function set(product: object | null, message?: string): PartnerResponse {
	const userErrors = message === undefined ? [] : [{ field: ['input'], message }];
	return ok({ data: { productSet: { product, userErrors } } });
}

/** A shop without products. */
export function newShopify(): Shopify {
	const products = new Map<string, Product>();
	return {
		products,
		partner: (request) => {
			const { method, path, headers } = request;
			if (headers['x-shopify-access-token'] !== 'shopify-token') {
				return { status: 401, body: { errors: 'Invalid API key or access token' } };
			}
			if (method !== 'POST' || !/^\/admin\/api\/\d{4}-\d{2}\/graphql\.json$/.test(path)) {
				return { status: 404, body: { errors: 'Not Found' } };
			}
			const { query, variables } = jsonOf<Body>(request);
			if (!/productSet\(\s*synchronous: true,/.test(query)) {
				return ok({ errors: [{ message: 'The stand-in knows productSet alone.' }] });
			}
			const { identifier, input = {} } = variables;
			const unknown = Object.keys(input).find((name) => !fields.has(name));
			if (unknown !== undefined) {
				const message = `Variable $input was provided invalid value: ${unknown} is not defined`;
				return ok({ errors: [{ message }] });
			}
			const handle = identifier?.handle ?? '';
			if (handle === '' || handle !== handle.toLowerCase()) return set(null, 'Handle is invalid');
			const known = products.get(handle);
			const next = { ...known, ...input, handle } as Product;
			if (!next.title) return set(null, "Title can't be blank");
			if (!statuses.has(next.status)) return set(null, 'Status is invalid');
			if (input.variants !== undefined && input.productOptions === undefined) {
				return set(null, 'Product options are required for variants');
			}
			products.set(handle, next);
			return set({ id: `gid://shopify/Product/${handle}`, status: next.status });
		},
		reset: () => products.clear(),
	};
}
