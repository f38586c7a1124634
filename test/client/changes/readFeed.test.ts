// What a person must know of the reading of a feed.
import { changeOrderProject } from '../../../api/resources/changeOrderProject';
import { productCatalog } from '../../../api/resources/productCatalog';
import { readFeed } from '../../../client/changes/readFeed';
import { clientOf, response, serviceOf } from '../fakes';

const catalog = { endpoint: productCatalog.operations.get, values: { id: 'C' } };
const projects = { endpoint: changeOrderProject.operations.getAll, values: {} };
const UNKNOWN =
	'The service announces no usable total of the list, so removals are found only where it names them.';
const BY_NAME =
	/ If it names all of them, set 'Find Deletions' to Named by the Service\. Otherwise: C/;

test.each([
	['no total', catalog, { Products: [{ Id: 'a' }, { Id: 'b' }] }, BY_NAME],
	[
		'too small a total',
		catalog,
		{ Products: [{ Id: 'a' }, { Id: 'b' }], TotalProductsCount: 1 },
		BY_NAME,
	],
	['no total of change orders', projects, { COProjects: [{ Id: 'a' }] }, / Compare your copy with/],
])('%s: what to do about removals', async (_, list, page, advice) => {
	const client = clientOf(serviceOf(() => response(200, JSON.stringify(page))));
	const { problem } = await readFeed(client, list);
	expect(problem?.slice(0, UNKNOWN.length)).toBe(UNKNOWN);
	expect(problem?.slice(UNKNOWN.length)).toMatch(advice);
});
