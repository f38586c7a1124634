// What the examples with a model must have done. A stand-in takes the place of the model, and clicks that of a person.
import assert from 'node:assert/strict';

import { waitUntil } from '../../host/servers/server.mjs';
import type { Values } from '../../sandbox/data/filling';
import { listOf } from '../../sandbox/data/projectItems';
import type { Example, Examples } from '../example.mjs';
import type { Mail } from '../partners/mail.mjs';
import type { World } from '../world.mjs';

const table = 'Decided Prices';
const part = '00000001';
const component = 'C-PO-1001-1';

/** Opens the link of a mail with which a person approves or declines. */
async function decide({ text }: Mail, isApproved: boolean): Promise<void> {
	const links = [...text.matchAll(/href="([^"]*webhook-waiting[^"]*)"/g)].map(([, link = '']) =>
		link.replaceAll('&amp;', '&'),
	);
	const link = links.find((each) => each.includes(`approved=${isApproved}`));
	assert.ok(link, `The mail has no link for that: ${text}`);
	// The mail is sent before the execution waits; and n8n takes a client without a browser's name for a preview.
	const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
	await waitUntil('The decision', 30, async () =>
		(await fetch(link, { headers })).ok ? true : undefined,
	);
}

function answerMails({ mail }: World, isApproved: boolean): void {
	mail.receive = (received) => void decide(received, isApproved);
}

function priceOf({ sandbox }: World): unknown {
	const items = listOf(sandbox.find('project', 'P-1001')?.Items);
	return items.find(({ ComponentId }) => ComponentId === component)?.UnitPrice;
}

function setPrice({ sandbox }: World, UnitPrice: number): void {
	const { products = new Map<string, Values>() } = sandbox.state.catalogs.get('CAT-1001') ?? {};
	const product = [...products.values()].find(({ PartNumber }) => PartNumber === part);
	sandbox.change('product', String(product?.Id), { UnitPrice });
}

const agentFindsProduct: Example = {
	savesSamples: true,
	setup: (world) => {
		setPrice(world, 1924.03);
		answerMails(world, true);
		Object.assign(world.partners.openAi.model, {
			toolArguments: { text: 'SubWave 12' },
			reply: /PartNumber\W+(\w+)/,
		});
	},
	effect: ({ world, tables }) => {
		assert.equal(priceOf(world), 1924.03);
		assert.deepEqual(
			world.mail.mails.map(({ to, subject }) => [to, subject]),
			[[['you@example.com'], `A price for ${component} in P-1001`]],
		);
		assert.match(world.mail.mails[0]?.text ?? '', /SubWave 12[^]*1924\.03/);
		assert.deepEqual(tables[table], [
			{ ComponentId: component, PartNumber: part, UnitPrice: 1924.03, Approved: true },
		]);
	},
	later: async ({ world, runAgain }) => {
		// Another price is another question; what the person declines is not written, and not asked again.
		setPrice(world, 2100);
		answerMails(world, false);
		const { tables } = await runAgain();
		assert.equal(priceOf(world), 1924.03);
		assert.equal(tables[table]?.at(-1)?.Approved, false);
		await runAgain();
		assert.equal(world.mail.mails.length, 2);
	},
};

export const agentExamples: Examples = { 'agent-finds-product.json': agentFindsProduct };
