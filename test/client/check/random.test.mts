// Checks of services with habits by chance: the seed in the name of a test repeats it.
import { namesApart, neverSeenIn, newestIn, SECRET, tryOut, valuesIn } from './trial.mjs';
import { isRight, variation } from './variations.mjs';

const SEEDS = Array.from({ length: 30 }, (_, seed) => seed + 1);

test.each(SEEDS)('seed %d: no wrong answer, no write, within the limit', async (seed) => {
	const { personality, truth, ids, maxRequests, isEasy } = variation(seed);
	const { answers, requests, writes, written, own, file } = await tryOut(personality, {
		ids,
		maxRequests,
	});
	const isDown = personality.habits.failsFrom?.request === 1;
	const wrong = Object.entries(truth).filter(([id, expected]) => {
		const answer = answers[id] ?? '';
		if (isDown && (id === 'reachable' || id === 'authentication')) return false;
		return !isRight(id, answer, expected);
	});
	expect(wrong.map(([id, expected]) => `${id}: ${answers[id]}, not ${expected}`)).toEqual([]);
	expect(requests.length).toBeLessThanOrEqual(maxRequests);
	expect(writes).toBe(0);
	expect([newestIn(own), 'unknown']).toContain(answers['age.newest']);
	const values = valuesIn(written).filter((value) => value !== answers['age.newest']);
	expect(values.filter((value) => file.includes(value))).toEqual([]);
	expect(file).not.toContain(SECRET);
	if (!isEasy) return;
	expect(namesApart(answers['fields.neverSeen'] ?? '')).toBe(namesApart(neverSeenIn(own)));
	const known = Object.entries(truth).filter(([, expected]) => !expected.startsWith('('));
	const open = known.filter(([id]) => answers[id] === 'unknown').map(([id]) => id);
	expect({ seed, open: open.length > known.length * 0.05 ? open : [] }).toEqual({ seed, open: [] });
});
