// Change Order Project Published says why it emits each project, and a person chooses which reasons count.
import type { INodeParameters } from 'n8n-workflow';

import { failureOf, idsOf, usePolls } from './pollHost.mjs';

const PUBLISHED = '2025-01-01T00:00:00.0000000+00:00';
const before = { PublishedOn: PUBLISHED, Approved: false, Progress: 'Draft' };

const polls = usePolls({ products: 1 });

function hostWith(parameters: INodeParameters = {}) {
	polls.sandbox.change('changeOrderProject', 'CO-1001', before);
	return polls.hostOf({ event: 'changeOrderProjectPublished', filters: {}, ...parameters });
}

function change(values: object, id = 'CO-1001') {
	polls.sandbox.change('changeOrderProject', id, { PublishedOn: PUBLISHED, ...values });
}

test.each<[object, string[]]>([
	[{ PublishedOn: '2025-02-01T00:00:00Z' }, ['publishedAgain']],
	[{ Progress: 'Signed' }, ['progress']],
	[{ Approved: true }, ['approval']],
	[{ Deleted: true }, ['deleted']],
	[{ Archived: true }, ['archived']],
	[{ Approved: true, Progress: 'Signed' }, ['progress', 'approval']],
])('a project that changed by %j has the reasons %j', async (values, reasons) => {
	const host = hostWith();
	await host.poll();
	change(values);
	expect(await host.poll()).toMatchObject([{ Id: 'CO-1001', reasons }]);
	expect(await host.poll()).toBeNull();
});

test('a project that is seen for the first time is new', async () => {
	const host = hostWith();
	await host.poll();
	change({ Progress: 'Draft' }, 'CO-NEW');
	expect(await host.poll()).toMatchObject([{ Id: 'CO-NEW', reasons: ['new'] }]);
	change({ Progress: 'Signed' }, 'CO-NEW');
	expect(await host.poll()).toMatchObject([{ Id: 'CO-NEW', reasons: ['progress'] }]);
});

test('only the chosen reasons are emitted, and the others do not come later', async () => {
	const host = hostWith({ reasons: ['approval'] });
	await host.poll();
	change({ Progress: 'Signed' });
	change({ Progress: 'Draft' }, 'CO-NEW');
	expect(await host.poll()).toBeNull();
	change({ Progress: 'Signed', Approved: true });
	expect(await host.poll()).toMatchObject([{ Id: 'CO-1001', reasons: ['approval'] }]);
	host.setParameters({ event: 'changeOrderProjectPublished', filters: {}, reasons: ['progress'] });
	expect(await host.poll()).toBeNull();
	change({ Progress: 'Built', Approved: true });
	expect(idsOf(await host.poll())).toEqual(['CO-1001']);
});

test('an expression may choose, and what it chooses is checked', async () => {
	const host = hostWith({ reasons: 'new, approval' });
	await host.poll();
	change({ Approved: true });
	expect(idsOf(await host.poll())).toEqual(['CO-1001']);
	host.setParameters({ event: 'changeOrderProjectPublished', filters: {}, reasons: ['approved'] });
	expect((await failureOf(host.poll())).message).toBe('\'Emit When\' contains "approved"');
	host.setParameters({ event: 'changeOrderProjectPublished', filters: {}, reasons: [] });
	const { description, message } = await failureOf(host.poll());
	expect(message).toBe("'Emit When' is empty");
	expect(description).toContain('new, publishedAgain, progress, approval, deleted, archived');
});

test("a record's own field of this name is kept", async () => {
	const host = hostWith();
	await host.poll();
	change({ reasons: 'Budget', Approved: true });
	expect(await host.poll()).toMatchObject([{ reasons: ['approval'], reasons_1: 'Budget' }]);
});

test('a sample has reasons, and existing projects that are emitted are new', async () => {
	const host = hostWith({ options: { emitExisting: true } });
	expect((await host.poll('manual'))?.[0]).toMatchObject({ reasons: ['new'] });
	const existing = (await host.poll()) ?? [];
	expect(existing.length).toBeGreaterThan(1);
	for (const { reasons } of existing) expect(reasons).toEqual(['new']);
});

test('the state of an earlier version starts over with one silent poll', async () => {
	const host = hostWith();
	await host.poll();
	const { version: _, ...earlier } = host.saved().state as { version: number };
	host.setSaved({ state: earlier });
	change({ Progress: 'Signed' });
	expect(await host.poll()).toBeNull();
	expect(host.log.at(-1)?.message).toContain('of an earlier version of this package');
	change({ Progress: 'Signed', Archived: true });
	expect(await host.poll()).toMatchObject([{ reasons: ['archived'] }]);
});
