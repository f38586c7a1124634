// Every combination of habits that lists are known to have: every row comes once, and the verdict is true.
import { findEndpoint } from '../../../api';
import type { ReadEndpoint } from '../../../api/endpoint';
import { listOf } from '../../../client/reads/list';
import type { Certainty } from '../../../client/reads/pages';
import { type ListOutcome, wholeList } from '../../../client/reads/wholeList';
import { writeListFile } from '../../../client/reads/writeListFile';
import { DEFAULT_SERVICE_SETTINGS } from '../../../client/serviceSettings';
import type { ServiceClient } from '../../../client/transport/serviceClient';
import { tries } from '../../fastCheck.mjs';
import type { ListHabits } from '../../sandbox/habits';
import { clientOfSandbox } from '../sandboxClient.mjs';

const endpoint = findEndpoint('productCatalog', 'get') as ReadEndpoint;

type Read = (client: ServiceClient) => Promise<ListOutcome & { readonly ids: unknown[] }>;

const projection = { fields: ['Id', 'UpdatedOn'] };
const list = (client: ServiceClient) =>
	listOf(client, { endpoint, values: { id: 'CAT-1001' }, projection });

const readings: Readonly<Record<string, Read>> = {
	items: async (client) => {
		const { rows, ...outcome } = await wholeList(list(client));
		return { ...outcome, ids: rows.map(({ Id }) => Id) };
	},
	'a file': async (client) => {
		const file = { format: 'ndjson' as const, columns: [], shape: <T,>(rows: T) => rows };
		const { stored, ...outcome } = await writeListFile(list(client), file, async (chunks) => {
			let text = '';
			for await (const chunk of chunks) text += Buffer.from(chunk).toString();
			return text;
		});
		return { ...outcome, ids: stored.match(/"Id":"[^"]*"/g) ?? [] };
	},
};

const CAP = 20;
const totals = ['list', 'page', 'absent', 'zero', 'short', 'long'] as const;
const ends = ['empty', 'repeats', 'refused', 'notFound', 'fails'] as const;
/** Where the service begins to count, what the credential says of it, and what page 0 is where it is none. */
const starts = [
	[0, 0, undefined],
	[0, 'findOut', undefined],
	[1, 1, undefined],
	...(['refused', 'first', 'empty', 'whole', 'fails'] as const).map(
		(pageZero) => [1, 'findOut', pageZero] as const,
	),
] as const;
const sizes = [
	[10, undefined],
	[25, undefined],
	[25, CAP],
] as const;

/** Products of the list. */
const sizesOfLists = [7, CAP, 45].slice(-tries(1, 3));

/** What is certain of a list of so many products with this habit. */
function verdictOf({ beyondEnd, total }: ListHabits, products: number, size: number): Certainty {
	// Where no empty page announces 0, a page with the whole list announces what a list does.
	const isOnePage = products <= size && beyondEnd !== 'empty';
	if (total === 'list' || (total === 'page' && isOnePage)) return 'whole';
	return total === 'long' ? 'short' : 'unknown';
}

describe.each(Object.keys(readings))('%s', (name) => {
	test.each(totals.flatMap((total) => ends.map((beyondEnd) => [total, beyondEnd] as const)))(
		'the total counts %s, a page beyond the end is %s',
		async (total, beyondEnd) => {
			const wrong: string[] = [];
			for (const [productsPerPage, cap] of name === 'items' ? sizes : sizes.slice(-1))
				for (const [firstPage, setting, pageZero] of starts.slice(0, tries(4, 8)))
					for (const products of name === 'items' ? sizesOfLists : [45]) {
						const habits: ListHabits = { total, beyondEnd, firstPage, pageZero, cap };
						const settings = { productsPerPage, firstPage: setting, maxRetries: 0 };
						const { client } = clientOfSandbox(
							{ catalog: habits },
							{ products, catalogForm: 'full' },
							{ settings: { ...DEFAULT_SERVICE_SETTINGS, ...settings } },
						);
						const outcome = await readings[name]!(client).catch(String);
						const at = `${JSON.stringify({ ...habits, setting })}, ${products}: `;
						if (typeof outcome === 'string') {
							// A failure after the last page is one, unless the totals say that it was the last.
							if (beyondEnd !== 'fails' || total === 'list') wrong.push(at + outcome);
							continue;
						}
						const { certainty, ids } = outcome;
						const size = Math.min(productsPerPage, cap ?? Infinity);
						const isRight =
							ids.length === products &&
							new Set(ids).size === products &&
							certainty === verdictOf(habits, products, size);
						if (!isRight) wrong.push(`${at}${ids.length}, ${certainty}`);
					}
			expect(wrong.slice(0, 5)).toEqual([]);
		},
	);
});
