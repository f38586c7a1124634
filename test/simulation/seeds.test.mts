// Random lives of workflows: `npm run simulate -- --seed N` replays one, `--runs M` lives more of them.
import { tries } from '../fastCheck.mjs';
import { live } from './life.mjs';

const first = Number(process.env.SIMULATE_SEED ?? 1);
const runs = Number(process.env.SIMULATE_RUNS ?? tries(100, 1_000));
const isReplay = runs === 1;

jest.setTimeout(Math.max(300_000, runs * 1000));

test(`${runs} lives from seed ${first}`, async () => {
	const wrong: string[] = [];
	for (let seed = first; seed < first + runs; seed++) {
		const life = await live(seed);
		if (isReplay) console.log(life.events.join('\n'));
		if (life.wrong.length > 0) wrong.push(`Seed ${seed}: ${life.wrong.join('; ')}`);
	}
	expect(wrong).toEqual([]);
});
