// Whether a reading of a feed's list is whole, and what a person must know of it.
import { changeOrderProject } from '../../../api/resources/changeOrderProject';
import { productCatalog } from '../../../api/resources/productCatalog';
import { feedRemarks, readFeed } from '../../../client/changes/readFeed';
import { clientOf, response, serviceOf } from '../fakes';

const catalog = { endpoint: productCatalog.operations.get, values: { id: 'C' } };
const projects = { endpoint: changeOrderProject.operations.getAll, values: {} };
const Products = [{ Id: 'a' }, { Id: 'b' }];
const UNKNOWN =
	'The service announces no usable total of the list, so removals are found only where it names them.';
const LATER = 'Deletions are found by the next whole reading.';
const COMPARE = 'Compare your copy with the whole list now and then.';
const BY_NAME = `If it names all of them, set 'Find Deletions' to Named by the Service. Otherwise: ${COMPARE}`;

test.each<[string, object, string | undefined]>([
	['whole', { Products, TotalProductsCount: 2 }, undefined],
	['empty', { Products: [], TotalProductsCount: 0 }, undefined],
	['empty, and announces nothing', { Products: [] }, `${UNKNOWN} ${BY_NAME}`],
	['without a total', { Products }, `${UNKNOWN} ${BY_NAME}`],
	['larger than its total', { Products, TotalProductsCount: 1 }, `${UNKNOWN} ${BY_NAME}`],
	['of change orders without a total', { COProjects: Products }, `${UNKNOWN} ${COMPARE}`],
	[
		'short',
		{ Products, TotalProductsCount: 3 },
		`The service announced 3 records and returned 2 (1 may be missing). ${LATER}`,
	],
	[
		'whole but for a null',
		{ Products: [...Products, null], TotalProductsCount: 3 },
		`Entries of the list came as null. ${LATER}`,
	],
])('a list that is %s', async (_, body, problem) => {
	const client = clientOf(serviceOf(() => response(200, JSON.stringify(body))));
	const pages: number[][] = [];
	const list = 'COProjects' in body ? projects : catalog;
	const reading = await readFeed(client, list, (...page) => pages.push(page));
	expect(reading).toMatchObject({ isWhole: problem === undefined, problem });
	expect(pages.at(0)).toEqual([1, reading.rows.length]);
});

test.each([
	[{ isAllUpdated: false, repeats: 0 }, undefined, false, []],
	[{ isAllUpdated: true, repeats: 0 }, undefined, false, [/^Every known record came as updated/]],
	[
		{ isAllUpdated: false, repeats: 2 },
		'It is short.',
		false,
		[/^IDs repeat: 2 records .* the newest counts\.$/, /^It is short\.$/],
	],
	// Then nothing is found by comparing.
	[{ isAllUpdated: false, repeats: 0 }, 'It is short.', true, []],
])('of %j, with %j, named only %s, %s is said', (followed, problem, namedOnly, expected) => {
	const reading = { rows: [], deletedIds: [], isWhole: true, problem };
	const remarks = feedRemarks(reading, { changes: [], known: new Map(), ...followed }, namedOnly);
	expect(remarks).toEqual(expected.map((text) => expect.stringMatching(text) as unknown));
});
