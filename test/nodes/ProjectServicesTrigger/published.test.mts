// What n8n does around polls: it publishes a workflow while one runs, and activates it while the service is down.
import { sampleIds } from '../../sandbox/server.mjs';
import { idsOf, usePolls } from './pollHost.mjs';
import { PublishedTrigger } from './publishedTrigger.mjs';

const products = { event: 'productChanged', catalogId: sampleIds.catalog, options: {} };

const polls = usePolls({ products: 20 });
const { idAt } = polls;

function published(parameters: object = products): PublishedTrigger {
	const service = { baseUrl: polls.sandbox.url, authentication: 'none' };
	const credential = { ...service, serviceSettings: true, maxRetries: 0 };
	return new PublishedTrigger(parameters as never, credential);
}

/** Resolves once the service has the next request, which it answers a little later. */
async function slowRequest() {
	polls.sandbox.forgetRequests();
	polls.sandbox.setFault({ times: 1, fault: { kind: 'slow', milliseconds: 300 } });
	for (let turn = 0; turn < 200 && polls.sandbox.requests.length === 0; turn++)
		await new Promise((resolve) => setTimeout(resolve, 5));
}

function fail(status: number) {
	polls.sandbox.setFault({ times: 'always', fault: { kind: 'status', status } });
}

const idsOfAll = ({ emitted }: PublishedTrigger) => emitted.map(idsOf);

describe('a workflow that is published again while a poll runs', () => {
	const publishDuringPoll = async (trigger: PublishedTrigger) => {
		await trigger.publish();
		polls.sandbox.change('product', idAt(3), {});
		const isSent = slowRequest();
		const polling = trigger.poll();
		await isSent;
		await trigger.publish();
		await polling;
	};

	test('emits the change in its next poll, once, since n8n drops the result of the other', async () => {
		const trigger = published();
		await publishDuringPoll(trigger);
		expect(trigger.emitted).toEqual([]);
		for (let poll = 0; poll < 3; poll++) await trigger.poll();
		expect(idsOfAll(trigger)).toEqual([[idAt(3)]]);
	});

	test('emits it after n8n was restarted, and then never again', async () => {
		const trigger = published();
		await publishDuringPoll(trigger);
		trigger.restart();
		await trigger.publish();
		await trigger.poll();
		trigger.restart();
		await trigger.publish();
		await trigger.poll();
		expect(idsOfAll(trigger)).toEqual([[idAt(3)]]);
	});
});

describe('a workflow that is published while the service is down', () => {
	test('is active where it has a state, and says so', async () => {
		const trigger = published();
		await trigger.publish();
		fail(503);
		await trigger.publish();
		expect(trigger.log.at(-1)).toMatch(/^Project Services Trigger: the first poll since/);
		trigger.restart();
		await trigger.publish();
		expect(trigger.errors).toEqual([]);
		await trigger.poll();
		expect(trigger.errors).toHaveLength(1);
		polls.sandbox.clearFaults();
		polls.sandbox.change('product', idAt(5), {});
		await trigger.poll();
		expect(idsOfAll(trigger)).toEqual([[idAt(5)]]);
	});

	test('is not active where it has none, or where the service refuses for good', async () => {
		const trigger = published();
		fail(503);
		await expect(trigger.publish()).rejects.toThrow();
		polls.sandbox.clearFaults();
		await trigger.publish();
		fail(401);
		await expect(trigger.publish()).rejects.toThrow();
	});
});
