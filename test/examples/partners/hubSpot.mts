// HubSpot with state, as far as the examples use it: a search for contacts.
import { jsonOf, ok, type Partner, type PartnerResponse } from './network.mjs';

export interface Contact {
	readonly id: string;
	readonly properties: Readonly<Record<string, string>>;
}

export interface HubSpot {
	readonly partner: Partner;
	readonly contacts: Contact[];
	reset(): void;
}

interface Search {
	readonly filterGroups?: ReadonlyArray<{
		readonly filters: ReadonlyArray<{ propertyName: string; operator: string; value?: string }>;
	}>;
	readonly properties?: readonly string[] | string;
	readonly limit?: number;
	readonly after?: string;
}

function failure(status: number, message: string): PartnerResponse {
	return { status, body: { status: 'error', message } };
}

function matches({ properties }: Contact, { filterGroups = [] }: Search): boolean {
	return filterGroups.every(({ filters }) =>
		filters.every(({ propertyName, operator, value }) => {
			if (operator !== 'EQ') throw new Error(`The stand-in knows no operator ${operator}.`);
			return properties[propertyName] === value;
		}),
	);
}

/** A portal without contacts. */
export function newHubSpot(): HubSpot {
	const contacts: Contact[] = [];
	return {
		contacts,
		partner: (request) => {
			const { method, path, headers } = request;
			if (headers.authorization !== 'Bearer hubspot-token') return failure(401, 'No token');
			if (`${method} ${path}` !== 'POST /crm/v3/objects/contacts/search') {
				return failure(404, `Nothing is at ${method} ${path}`);
			}
			const search = jsonOf<Search>(request);
			const found = contacts.filter((contact) => matches(contact, search));
			const start = Number(search.after ?? 0);
			const end = start + (search.limit ?? 10);
			const names = [search.properties ?? []].flat().flatMap((name) => name.split(','));
			const results = found.slice(start, end).map(({ id, properties }) => ({
				id,
				properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? null])),
			}));
			const paging = end < found.length ? { next: { after: String(end) } } : undefined;
			return ok({ total: found.length, results, ...(paging ? { paging } : {}) });
		},
		reset: () => {
			contacts.length = 0;
		},
	};
}
