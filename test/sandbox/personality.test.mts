// A service with habits of its own, over HTTP: as others change it while it runs.
import { marksByReading } from './personalities/marksByReading';
import { broken } from './personalities/broken';
import { withSandbox } from './exchange.mjs';
import type { Habits } from './personality.mjs';
import { sampleClientIds, sampleIds } from './state';

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

describe('names in another spelling', () => {
	const inXml = { accept: 'application/xml', type: 'application/xml' };
	const have = (habits: Habits) =>
		sandbox().setOptions({ personality: { name: 'of a test', habits } });
	const project = async (accept: string) =>
		(await send('/SI/Subscribe/COProjects?pageSize=1&progresses[0]=Approved', { accept })).text;

	test.each([
		['camelCase', 'coProjects', 'totalCount', 'progress'],
		['snake_case', 'coprojects', 'total_count', 'progress'],
	] as const)('%s, in JSON and in XML', async (names, ...own) => {
		have({ names });
		for (const name of own) {
			expect(await project('application/json')).toContain(`"${name}":`);
			expect(await project('application/xml')).toContain(`<${name}>`);
		}
		expect(await project('application/xml')).not.toMatch(/<[A-Z]/);
	});

	test('an error and a receipt have it as well', async () => {
		have({ names: 'camelCase', formats: 'xml' });
		const unknown = await send('/SI/Subscribe/Tasks?id=T-0');
		expect(unknown.text).toMatch(/^<error><message>/);
		const body = '<ClientList><Id>L</Id><Name>L</Name></ClientList>';
		const receipt = await send('/SI/Publish/Clients', { ...inXml, body });
		expect(receipt.text).toMatch(/<messageId>.*<message>/);
	});

	test('an undocumented field keeps its name', async () => {
		have({ names: 'lower', extra: { SITask: { Region: 'North' } } });
		const { text } = await send(`/SI/Subscribe/Tasks?id=${sampleIds.task}`, inXml);
		expect(text).toMatch(/<percentcomplete>[^]*<Region>North<\/Region>/);
	});

	test('filters and IDs in XML are understood', async () => {
		have({ names: 'camelCase', formats: 'xmlOnly' });
		expect(await project('application/xml')).toMatch(/<progress>Approved<\/progress>/);
		const [id = ''] = sampleClientIds(1, 1);
		const body = `<ArrayOfString><string>${id}</string></ArrayOfString>`;
		const { status, text } = await send('/SI/Subscribe/Clients/ClientList', { ...inXml, body });
		expect([status, text]).toEqual([200, expect.stringContaining(`<id>${id}</id>`)]);
	});

	test('the status of a transaction comes in the format of the service', async () => {
		have({ formats: 'xmlOnly' });
		const body = '<ClientList><Id>L</Id><Name>L</Name></ClientList>';
		const { text } = await send('/SI/Publish/Clients', { ...inXml, body });
		const [, id = ''] = /<MessageId>(.*)<\/MessageId>/.exec(text) ?? [];
		const { text: status } = await send(`/SI/Status/${id}`, inXml);
		expect(status).toContain(`<MessageId>${id}</MessageId><Result><State>Imported</State>`);
	});
});
