// A check of each personality: no wrong answer, nearly all that can be known, few requests, no write, nothing personal.
import { personalities } from '../../sandbox/personalities';
import type { Personality } from '../../sandbox/personality.mjs';
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
	...['reachable', 'authentication', 'format.json', 'format.xml', 'dates.offset'],
	...['list', 'total', 'firstPage'].map((each) => `changeOrderProjects.${each}`),
	...['total', 'firstPage', 'form'].map((each) => `productCatalog.${each}`),
	...['imported.byReading', 'lists.withoutId'],
	...['undocumented', 'retyped', 'neverSeen'].map((each) => `fields.${each}`),
	'age.newest',
];

const trials = new Map<string, Trial>();
beforeAll(async () => {
	for (const each of personalities) trials.set(each.name, await tryOut(each));
});

describe.each(personalities.map((each) => [each.name, each] as const))('%s', (name, { truth }) => {
	const trial = () => trials.get(name) as Trial;

	test('no answer is wrong, and what can be known is', () => {
		const { answers, requests, result } = trial();
		expect(result.answers.map(({ id }) => id)).toEqual(IDS);
		const wrong = Object.entries(truth).filter(([id, expected]) => {
			const answer = answers[id] ?? '';
			return answer !== 'unknown' && namesApart(answer) !== namesApart(expected);
		});
		expect(wrong.map(([id, expected]) => `${id}: ${answers[id]}, not ${expected}`)).toEqual([]);
		const known = Object.entries(truth).filter(([, expected]) => expected !== 'unknown');
		const open = known.filter(([id]) => answers[id] === 'unknown').map(([id]) => id);
		// Paths without an ID are asked last: a service with many habits of its own leaves no requests for them.
		expect(open.filter((id) => id !== 'lists.withoutId' || requests.length < 20)).toEqual([]);
	});

	test('a credential that says First Page 0 changes no answer to a wrong one', async () => {
		const { answers, requests } = await tryOut(
			personalities.find((each) => each.name === name) as Personality,
			{ settings: { firstPage: 0 } },
		);
		const wrong = Object.entries(truth).filter(([id, expected]) => {
			const answer = answers[id] ?? '';
			return answer !== 'unknown' && namesApart(answer) !== namesApart(expected);
		});
		expect(wrong).toEqual([]);
		expect(requests.length).toBeLessThanOrEqual(20);
	});

	test('fields that never came and the newest date are those of the records that were sent', () => {
		const { answers, own } = trial();
		const never = answers['fields.neverSeen'] ?? '';
		if (never !== 'unknown') expect(namesApart(never)).toBe(namesApart(neverSeenIn(own)));
		expect([newestIn(own), 'unknown']).toContain(answers['age.newest']);
	});

	test('at most 20 requests, all of them reads', () => {
		const { requests, result, writes } = trial();
		expect(requests.length).toBeLessThanOrEqual(20);
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
