// A check of each personality: no wrong answer, nearly all that can be known, few requests, no write, nothing personal.
import { personalities } from '../../sandbox/personalities';
import {
	SECRET,
	tryOut,
	type Trial,
	namesApart,
	newestIn,
	neverSeenIn,
	valuesIn,
} from './trial.mjs';

/** Every question, in the order of the answers. */
const IDS = [
	...['reachable', 'authentication', 'format.json', 'format.xml', 'xml.dialect', 'names.case'],
	...['nulls', 'dates.offset', 'dates.unset', 'changeOrderProjects.list'],
	...['total', 'pageSize', 'firstPage', 'beyondEnd'].map((each) => `changeOrderProjects.${each}`),
	...['total', 'pageSize', 'firstPage', 'beyondEnd', 'form'].map(
		(each) => `productCatalog.${each}`,
	),
	...['tasks.byProject', 'ids.unknown', 'ids.case', 'clients.missing', 'imported.byReading'],
	...['lists.withoutId', 'fields.undocumented', 'fields.retyped', 'fields.neverSeen'],
	...['age.newest', 'speed.median'],
];

const trials = new Map<string, Trial>();
beforeAll(async () => {
	for (const each of personalities) trials.set(each.name, await tryOut(each));
});

describe.each(personalities.map((each) => [each.name, each] as const))('%s', (name, { truth }) => {
	const trial = () => trials.get(name) as Trial;

	test('no answer is wrong, and what can be known is', () => {
		const { answers, result } = trial();
		expect(result.answers.map(({ id }) => id)).toEqual(IDS);
		const wrong = Object.entries(truth).filter(([id, expected]) => {
			const answer = answers[id] ?? '';
			return answer !== 'unknown' && namesApart(answer) !== namesApart(expected);
		});
		expect(wrong.map(([id, expected]) => `${id}: ${answers[id]}, not ${expected}`)).toEqual([]);
		const known = Object.entries(truth).filter(([, expected]) => expected !== 'unknown');
		const open = known.filter(([id]) => answers[id] === 'unknown');
		expect(open.length).toBeLessThanOrEqual(known.length * 0.05);
	});

	test('fields that never came and the newest date are those of the records that were sent', () => {
		const { answers, own } = trial();
		const never = answers['fields.neverSeen'] ?? '';
		if (never !== 'unknown') expect(namesApart(never)).toBe(namesApart(neverSeenIn(own)));
		expect([newestIn(own), 'unknown']).toContain(answers['age.newest']);
	});

	test('at most 40 requests, all of them reads', () => {
		const { requests, result, writes } = trial();
		expect(requests.length).toBeLessThanOrEqual(40);
		expect(result.requestCount).toBe(requests.length);
		expect(writes).toBe(0);
		for (const { method, url, body } of requests) {
			const isClients = url.endsWith('/SI/Subscribe/Clients/ClientList');
			expect(method).toBe(isClients ? 'POST' : 'GET');
			expect(url).toContain('/SI/Subscribe/');
			if (!isClients) expect(body).toBeUndefined();
		}
	});

	test('every answer has evidence and one sentence of what follows', () => {
		for (const { question, evidence, consequence } of trial().result.answers) {
			expect(question).toMatch(/^[A-Z].*\?$/);
			expect(evidence).not.toBe('');
			expect(consequence).toMatch(/^'?[A-Z][^]*[.)]$/);
		}
	});

	test('neither the items nor the file hold a value of a record, an ID or the address', () => {
		const { file, result, written, answers } = trial();
		const shown = file + JSON.stringify(result.answers);
		const values = valuesIn(written).filter((value) => value !== answers['age.newest']);
		expect(values.filter((value) => shown.includes(value))).toEqual([]);
		expect(shown).not.toContain('projects.example');
		expect(shown).not.toContain(SECRET);
	});
});
