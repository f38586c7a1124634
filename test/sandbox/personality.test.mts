// A service with habits of its own, over HTTP: as others change it while it runs.
import { marksByReading } from './personalities/marksByReading';
import { broken } from './personalities/broken';
import { withSandbox } from './exchange.mjs';

const { sandbox, send, read } = withSandbox(5);

test('habits apply until they are taken back', async () => {
	const path = 'COProjects?pageNumber=1&pageSize=2';
	sandbox().setOptions({ personality: marksByReading });
	expect(await read(path)).toMatchObject({ total_count: 0, coprojects: [{}, {}] });
	sandbox().setOptions({ personality: undefined });
	expect(await read(path)).toMatchObject({ TotalCount: 120 });
});

test('a connection breaks', async () => {
	sandbox().setOptions({ personality: broken });
	await expect(send('/SI/Subscribe/COProjects')).rejects.toThrow();
	sandbox().setOptions({ personality: undefined });
});
