// The IDs that a check can use, derived from the endpoints.
import { idReads } from '../../api';
import type { IdRead } from '../../api/idReads';
import { productCatalog } from '../../api/resources/productCatalog';

/** IDs that a person has at hand, by the keys of `idReads`; a list for a read of several IDs. */
export type IdsToTry = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The IDs that a person can enter, each with the first read that takes it. */
export const IDS_TO_TRY: readonly IdRead[] = idReads.filter(
	({ key }, index) => idReads.findIndex((each) => each.key === key) === index,
);

/** The reads by one ID that return no page of a list. */
export const SINGLE_READS = IDS_TO_TRY.filter(({ endpoint }) => !endpoint.body && !endpoint.rows);
export const SINGLE_IDS = SINGLE_READS.map(({ key }) => key);
export const LIST_READS = IDS_TO_TRY.filter(({ endpoint }) => endpoint.body !== undefined);
const CATALOG = productCatalog.operations.get;
export const CATALOG_ID = IDS_TO_TRY.find(({ endpoint }) => endpoint === CATALOG)?.key ?? '';

/** The paths that take an ID in their query, each once. */
export const PATHS_WITH_ID: readonly IdRead[] = IDS_TO_TRY.filter(
	({ endpoint: { body, path } }, index) =>
		!body &&
		!path.includes('{') &&
		IDS_TO_TRY.findIndex((each) => each.endpoint.path === path) === index,
);

/** The labels that IDs have in the editor, in single quotation marks. */
export function labelsOf(keys: readonly string[]): string {
	const named = IDS_TO_TRY.filter(({ key }) => keys.includes(key));
	return named.map(({ label }) => `'${label}'`).join(', ');
}
