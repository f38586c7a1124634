// The names that people give custom fields in the credential, in what the trigger emits.
import { sampleIds } from '../../sandbox/server.mjs';
import { failureOf, newPollHost, usePolls } from './pollHost.mjs';

const polls = usePolls({ products: 3 });

function hostWith(parameters: Record<string, string>, customFieldNames: string) {
	const credential = { baseUrl: polls.sandbox.url, authentication: 'none', customFieldNames };
	return newPollHost(parameters, credential);
}

const tasks = { event: 'recordChanged', recordType: 'task', recordIds: 'T-1001' };

test('a changed product has them', async () => {
	const parameters = { event: 'productChanged', catalogId: sampleIds.catalog };
	const host = hostWith(parameters, 'Product.CustomField1 = Room\nSITask.CustomField1 = Remark');
	await host.poll();
	const change = { CustomField1: 'Bridge', UpdatedOn: '2030-01-01T00:00:00.0000000+00:00' };
	polls.sandbox.change('product', polls.idAt(0), change);
	const [item] = (await host.poll()) ?? [];
	expect(item).toMatchObject({ Id: polls.idAt(0), Room: 'Bridge' });
	expect(item).not.toHaveProperty('CustomField1');
});

test('a changed record has them, and so has the list of its changes', async () => {
	const host = hostWith(tasks, 'CustomField1 = Remark');
	await host.poll();
	const change = { CustomField1: 'Late', UpdatedOn: '2030-01-01T00:00:00.0000000+00:00' };
	polls.sandbox.change('task', 'T-1001', change);
	const [item] = (await host.poll()) ?? [];
	expect(item).toMatchObject({ Id: 'T-1001', Remark: 'Late' });
	expect(item?.changes).toContainEqual({
		field: 'Remark',
		from: 'Lead time 4 weeks',
		to: 'Late',
	});
});

test('a line that cannot be read fails the poll, as it fails the node', async () => {
	const { message } = await failureOf(hostWith(tasks, 'Remark').poll());
	expect(message).toContain('cannot be read');
});
