// Jobs that run ahead of their consumer.
import { ahead } from '../../../client/reads/readAhead';

test('pages read ahead are never more than allowed, and none before its turn after the last', async () => {
	let [held, most] = [0, 0];
	const started: number[] = [];
	const taken: number[] = [];
	const job = async (page: number) => {
		most = Math.max(most, ++held);
		started.push(page);
		return await Promise.resolve(page);
	};
	for await (const page of ahead(2, () => 6, 3, job)) {
		held--;
		taken.push(page);
		if (page === 8) break;
	}
	expect(taken).toEqual([2, 3, 4, 5, 6, 7, 8]);
	expect(started).toEqual(taken);
	expect(most).toBe(3);
});
