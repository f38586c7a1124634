// States that version 0.1 of the trigger saved: read on where they can be, and otherwise started over with a log line.
import type { INodeParameters } from 'n8n-workflow';

import { sampleIds, startSandbox, type Sandbox } from '../../sandbox/server.mjs';
import { earlierLists, earlierRecords } from './earlierStates';
import { newPollHost, type PollHost } from './pollHost.mjs';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ products: 4 });
});
afterAll(async () => await sandbox.stop());
beforeEach(() => sandbox.reset());

/** A host whose trigger finds this content in its state. */
async function hostWith(parameters: INodeParameters, content: object): Promise<PollHost> {
	const host = newPollHost(parameters, { baseUrl: sandbox.url, authentication: 'none' });
	await host.poll();
	const { state } = host.saved();
	host.setSaved({ state: { ...(state as object), content } } as never);
	return host;
}

test.each(Object.entries(earlierLists))('%s starts over and says so', async (name, content) => {
	const [event = '', comparing] = name.split(', ');
	const detectRemovedByComparing = comparing !== undefined;
	const options = { detectRemovedByComparing };
	const host = await hostWith(
		{ event, catalogId: sampleIds.catalog, filters: {}, options },
		content,
	);
	expect(await host.poll()).toBeNull();
	expect(host.log).toEqual([
		{
			level: 'warn',
			message:
				'Project Services Trigger: starts over, because its saved state is damaged, or of an earlier version of this package: only what changes from now on is emitted.',
		},
	]);
	host.restart();
	expect(await host.poll()).toBeNull();
	expect(host.log).toHaveLength(1);
});

test('recordChanged goes on from it', async () => {
	const parameters = { event: 'recordChanged', recordType: 'task', recordIds: 'T-1001' };
	const host = await hostWith(parameters, earlierRecords);
	expect(await host.poll()).toBeNull();
	host.setSaved({ state: { ...(host.saved().state as object), content: earlierRecords } } as never);
	sandbox.change('task', 'T-1001', { Progress: 'Installed' });
	expect(await host.poll()).toMatchObject([
		{
			Id: 'T-1001',
			changes: expect.arrayContaining([
				expect.objectContaining({ field: 'Progress', to: 'Installed' }),
			]),
		},
	]);
	expect(host.log).toEqual([]);
});
