// Many jobs at the same time.
import { sleep } from 'n8n-workflow';
import { fanOut } from '../../../client/transport/fanOut';
import { errorOf, fakeClock } from '../fakes';

const host = { clock: { ...fakeClock(), sleep } };

test('fanOut keeps order and its bound', async () => {
	let running = 0;
	let most = 0;
	const results = await fanOut(host, 30, 4, async (index) => {
		most = Math.max(most, ++running);
		await sleep(20);
		running--;
		return index * 2;
	});
	expect(results).toEqual(Array.from({ length: 30 }, (_, index) => index * 2));
	expect(most).toBe(4);
});

test('fanOut starts one job after the other, so that each can send before the next begins', async () => {
	// A message arrives when the event loop has come round to it, as the connection of a request does.
	const { port1, port2 } = new MessageChannel();
	const met: number[] = [];
	let isSending = false;
	port2.on('message', () => {
		isSending = false;
	});
	await fanOut(host, 12, 4, async (index) => {
		if (isSending) met.push(index);
		isSending = true;
		port1.postMessage(index);
		await sleep(5);
	});
	port1.close();
	expect(met).toEqual([]);
});

test('fanOut starts nothing after a failure and throws the first by number', async () => {
	const begun: number[] = [];
	const work = fanOut(host, 30, 2, async (index) => {
		begun.push(index);
		await Promise.resolve();
		if (index >= 3) throw new Error(`job ${index}`);
	});
	await expect(work).rejects.toThrow('job 3');
	expect(Math.max(...begun)).toBeLessThan(6);
});

test('fanOut starts nothing once the execution was stopped', async () => {
	const controller = new AbortController();
	const begun: number[] = [];
	const work = fanOut({ ...host, signal: controller.signal }, 30, 2, async (index) => {
		begun.push(index);
		await Promise.resolve();
		if (index === 3) controller.abort();
	});
	expect(await errorOf(work)).toMatchObject({ failure: { kind: 'cancelled', sent: false } });
	expect(begun.length).toBeLessThan(6);
});
