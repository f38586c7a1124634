// Services with habits by chance, and IDs and limits by chance: each follows from its seed.
import type { IdsToTry } from '../../../client/check/idsToTry';
import { type Random, randomFor } from '../../sandbox/data/random';
import type { Habits, ListHabits, Personality } from '../../sandbox/personality.mjs';
import { type Truth, USUAL } from '../../sandbox/personalities/truth';
import { idsOf, namesApart, SECRET } from './trial.mjs';

/** So many change order projects and products there are; what was imported does not count. */
const ROWS = { projects: 120, catalog: 60 };

function listHabits(random: Random): ListHabits {
	const isCapped = random.chance(0.4);
	return {
		total: random.pick(['list', 'list', 'page', 'absent', 'zero', 'short', 'long']),
		firstPage: random.chance(0.25) ? 0 : 1,
		pageZero: random.pick(['refused', 'first', 'empty', 'whole', 'fails']),
		beyondEnd: random.pick(['empty', 'repeats', 'refused', 'notFound', 'fails']),
		...(isCapped && { cap: random.pick([2, 7, 20, 50, 59, 60, 100, 1000]) }),
		...(!isCapped && random.chance(0.3) && { ownSize: random.pick([2, 10, 25, 50, 60, 500]) }),
		...(random.chance(0.1) && { ignores: random.pick(['number', 'both'] as const) }),
		...(!isCapped && random.chance(0.1) && { smallest: random.pick([5, 30]) }),
	};
}

/** What is true of a list with these habits. */
function listTruth(name: string, list: ListHabits, rows: number): Truth {
	const { total, ownSize, ignores, smallest, firstPage, pageZero = 'refused', cap = 100 } = list;
	const isOnePage = ignores !== undefined || (ownSize ?? 1) >= rows;
	const totals = {
		list: 'list',
		page: 'page',
		absent: 'absent',
		zero: 'wrong',
		short: 'wrong',
		long: 'wrong',
	};
	const truth = totals[total ?? 'list'];
	const isHigh = total === 'long' && isOnePage;
	const tellsTotal = truth === 'absent' || (truth === 'wrong' && !isHigh) || !isOnePage;
	// A page of its own size may divide the total, and so may every size below a small one.
	const isOdd = smallest !== undefined || ownSize !== undefined || cap < 10;
	const isUncounted = isOdd && !['absent', 'page', 'zero'].includes(total ?? 'list');
	// Pages of another size than asked for need a page 0 that is none.
	const hidesFirst =
		(smallest ?? ownSize) !== undefined && firstPage !== 0 && !/refused|empty/.test(pageZero);
	return {
		[`${name}.total`]: tellsTotal && !isUncounted && !smallest ? truth : `(${truth})`,
		[`${name}.firstPage`]: isOnePage || hidesFirst ? `(${firstPage ?? 1})` : String(firstPage ?? 1),
	};
}

interface Variation {
	readonly personality: Personality;
	readonly truth: Truth;
	readonly ids: IdsToTry;
	readonly maxRequests: number;
	/** Whether all IDs are there, and enough requests, and the service answers. */
	readonly isEasy: boolean;
}

export function variation(seed: number): Variation {
	const random = randomFor(seed, 'check');
	const [projects, catalog] = [listHabits(random), listHabits(random)];
	const dialect = random.pick(['xmlSerializer', 'dataContract'] as const);
	const catalogForm = random.pick(['byPaging', 'full', 'older'] as const);
	const formats = random.pick(['both', 'both', 'json', 'xml', 'jsonOnly', 'xmlOnly'] as const);
	const isXml = formats === 'xml' || formats === 'xmlOnly';
	const isJson = formats === 'json' || formats === 'jsonOnly';
	const isEasy = random.chance(0.5);
	const habits: Habits = {
		formats,
		projects,
		catalog,
		names: isXml
			? undefined
			: random.pick([undefined, undefined, 'camelCase', 'snake_case', 'lower']),
		nulls: random.pick(['null', 'absent', 'both']),
		offsets: random.pick(['offset', 'Z', 'none', 'mixed']),
		...(random.chance(0.3) && { unsetDates: 'yearOne' as const }),
		tasks: random.pick(['one', 'list']),
		unknownId: random.pick([
			404,
			204,
			400,
			500,
			'empty',
			...(isXml ? [] : (['null', 'emptyRecord', 'message'] as const)),
		]),
		ignoresCase: random.chance(0.5),
		missingClients: random.pick(['leftOut', 'null', 404, 500]),
		marks: random.pick([undefined, 'readById', 'readList']),
		withoutId: random.chance(0.3)
			? [random.pick(['/SI/Subscribe/Tasks', '/SI/Subscribe/PurchaseOrders'])]
			: [],
		refusal: random.pick([400, 404, 500, 'empty', 'page']),
		...(random.chance(0.3) && { extra: { ServicePlan: { Zone: 4 }, Address: { Region: 'X' } } }),
		...(random.chance(0.2) && { projectList: random.pick([401, 403, 404]) }),
		...(random.chance(0.3) && { credential: { header: 'x-key', value: SECRET } }),
		...(!isEasy &&
			random.chance(0.4) && {
				flaky: {
					every: random.integer(3, 9),
					status: random.pick([500, 503, 429, 'reset'] as const),
				},
			}),
		...(!isEasy &&
			random.chance(0.4) && {
				failsFrom: {
					request: random.integer(1, 18),
					how: random.pick([500, 503, 401, 403, 404, 'reset', 'page'] as const),
				},
			}),
	};
	const all = idsOf(seed);
	const some = Object.fromEntries(Object.entries(all).filter(() => random.chance(0.6)));
	const isOlder = catalogForm === 'older';
	const older: ListHabits = { ignores: 'both', total: 'absent' };
	return {
		personality: { name: `seed ${seed}`, sandbox: { seed, dialect, catalogForm }, habits },
		ids: isEasy ? all : some,
		maxRequests: isEasy ? 40 : random.integer(1, 25),
		isEasy,
		truth: {
			...USUAL,
			...truthOf(habits),
			...(habits.projectList
				? Object.fromEntries(
						Object.keys(listTruth('changeOrderProjects', {}, 1)).map((id) => [id, '(open)']),
					)
				: listTruth('changeOrderProjects', projects, ROWS.projects)),
			...listTruth('productCatalog', isOlder ? older : catalog, ROWS.catalog),
			'format.xml': isJson ? 'no' : 'yes',
			'format.json': isXml ? 'no' : 'yes',
			'productCatalog.form': {
				byPaging: 'byParameters',
				full: 'alwaysFull',
				older: 'alwaysLegacy',
			}[catalogForm],
		},
	};
}

/** What is true of a service with these habits, apart from its lists. Brackets: no request can tell. */
function truthOf(habits: Habits): Truth {
	const { extra, marks, projectList, offsets = 'offset', withoutId = [], refusal } = habits;
	return {
		authentication: habits.credential ? 'accepted' : 'notRequired',
		'dates.offset': offsets === 'Z' ? 'offset' : offsets,
		'changeOrderProjects.list':
			projectList === undefined ? 'available' : projectList === 404 ? 'notFound' : 'forbidden',
		'imported.byReading':
			projectList || marks === 'readList' ? '(open)' : marks === 'readById' ? 'yes' : 'no',
		// Where reading marks projects, no path is asked without an ID; pages and failures are no answer.
		'lists.withoutId':
			marks || refusal === 'page' || refusal === 500
				? `(${withoutId.join(', ') || 'none'})`
				: withoutId.join(', ') || 'none',
		'fields.undocumented': extra ? 'Address.Region, ServicePlan.Zone' : 'none',
	};
}

/** Answers that cannot depend on which records came. */
export function isRight(id: string, answer: string, truth: string): boolean {
	if (answer === 'unknown') return true;
	// Where some records came only, they need not show all fields, or both kinds of what is mixed.
	if (id === 'fields.undocumented')
		return answer === 'none' || answer.split(', ').every((name) => truth.includes(name));
	return namesApart(answer) === namesApart(truth.replace(/[()]/g, ''));
}
