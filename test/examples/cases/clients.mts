// What the examples for clients must have done.
import assert from 'node:assert/strict';

import { itemsOf } from '../../e2e/context.mjs';
import type { Values } from '../../sandbox/data/filling';
import { REFUSAL } from '../../sandbox/queue';
import type { Example, Examples, Start, Tables, TextRow } from '../example.mjs';
import type { Contact } from '../partners/companies.mjs';
import type { World } from '../world.mjs';

const table = 'Clients to Send';
const hotel = '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01';
const museum = '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b02';
const mill = '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b03';
const hall = '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b04';

function row(ClientId: string, Name: string, ClientType: string, City: string): TextRow {
	return { ClientId, Name, ClientType, City, Email: `office@${City}.example`, Problem: null };
}

const rows = [
	row(hotel, 'Harbour Hotel', 'Client', 'Lakeside'),
	row(museum, 'Museum of Light', 'Prospect', 'Hilltown'),
	row('C-77', 'Old Mill Theatre', 'Client', 'Milltown'),
];

/** The names in the table, each with what is noted as its problem. */
function problems(tables: Tables): Array<[unknown, string]> {
	return (tables[table] ?? []).map(({ Name, Problem }) => [Name, String(Problem ?? '')]);
}

/** Only Changed Records works in executions that a trigger starts. */
const everyHour: Start = { trigger: 'Every Hour', production: true };

const clientsFromDataTable: Example = {
	start: everyHour,
	setup: async (_world, host) => await host.setRows(table, rows),
	effect: ({ world: { sandbox }, tables }) => {
		const { CreatedOn, UpdatedOn, ...sent } = sandbox.find('client', hotel) ?? {};
		assert.ok(CreatedOn === UpdatedOn);
		assert.deepEqual(sent, {
			Id: hotel,
			Name: 'Harbour Hotel',
			ClientType: 'Client',
			Email: 'office@Lakeside.example',
			ClientAddresses: [{ Name: 'Main', City: 'Lakeside' }],
		});
		assert.equal(sandbox.find('client', museum)?.ClientType, 'Prospect');
		const [first, second, third, ...others] = problems(tables);
		assert.deepEqual([first, second, others], [['Harbour Hotel', ''], ['Museum of Light', ''], []]);
		assert.match(third?.[1] ?? '', /GUID/);
	},
	later: async ({ world: { sandbox }, host, runAgain }) => {
		// The wrong row is mended; another one becomes wrong.
		const mended = [
			row(hotel, 'Harbour Hotel', 'Client', 'Lakeside'),
			row(museum, 'Museum of Light', 'Friend', 'Hilltown'),
			{ ...row(mill, 'Old Mill Theatre', 'Client', 'Milltown'), Problem: 'The ID is not a GUID.' },
			row(hall, 'Town Hall', 'Client', 'Milltown'),
		];
		// One goes out with another one that is right, and the import refuses both.
		sandbox.setOptions({ queue: { asks: 0, refuses: 'Town Hall' } });
		await host.setRows(table, mended);
		const { tables } = await runAgain();
		assert.equal(sandbox.find('client', mill)?.Name, 'Old Mill Theatre');
		assert.equal(sandbox.find('client', hall), undefined);
		const [first, second, ...others] = problems(tables);
		assert.deepEqual(
			[first, ...others],
			[
				['Harbour Hotel', ''],
				['Old Mill Theatre', ''],
				['Town Hall', REFUSAL],
			],
		);
		assert.match(second?.[1] ?? '', /Client, Lead|Lead, Prospect/);
	},
};

function contact(id: string, stage: string, properties: Readonly<Record<string, string>>): Contact {
	return { id, properties: { lifecyclestage: stage, ...properties } };
}

/** The clients that came from HubSpot, by the ID that they have from there. */
function fromHubSpot({ sandbox }: World): Values[] {
	return [...sandbox.state.records.client.values()].filter(({ IntegrationId }) =>
		String(IntegrationId).startsWith('hubspot-'),
	);
}

const problemTable = 'Clients from HubSpot';

const hubSpotContacts: Example = {
	start: everyHour,
	setup: ({ partners: { hubSpot }, sandbox }) => {
		sandbox.setOptions({ queue: { asks: 1, refuses: 'Town Hall' } });
		hubSpot.contacts.push(
			contact('11', 'customer', { lastname: 'Marsh', company: 'Harbour Hotel', city: 'Lakeside' }),
			contact('12', 'customer', {
				firstname: 'Ben',
				lastname: 'Ortiz',
				email: 'ben@ortiz.example',
			}),
			contact('13', 'lead', { lastname: 'Nobody' }),
			contact('14', 'customer', { email: 'no-name@ortiz.example' }),
			contact('15', 'customer', { company: 'Town Hall' }),
		);
	},
	effect: ({ world, tables }) => {
		const clients = fromHubSpot(world);
		assert.deepEqual(
			clients.map((client) => [client.IntegrationId, client.Name, client.Email, client.ClientType]),
			[
				['hubspot-11', 'Harbour Hotel', '', 'Client'],
				['hubspot-12', 'Ben Ortiz', 'ben@ortiz.example', 'Client'],
			],
		);
		const [address] = clients[0]?.ClientAddresses as Values[];
		assert.equal(address?.City, 'Lakeside');
		const saved = (tables[problemTable] ?? []).map(({ ContactId, Problem }) => [
			ContactId,
			Problem,
		]);
		const [[, unnamed] = []] = saved;
		assert.match(String(unnamed), /Name/);
		assert.deepEqual(saved, [
			['14', unnamed],
			['15', REFUSAL],
		]);
	},
	later: async ({ world, runAgain }) => {
		// A changed contact is the same client; what was changed in the service is left alone.
		const [hotelBefore] = fromHubSpot(world);
		world.sandbox.change('client', String(hotelBefore?.Id), { Phone: '+1 555 0199' });
		const [first, second, ...others] = world.partners.hubSpot.contacts;
		assert.ok(first && second);
		const moved = contact('12', 'customer', { lastname: 'Ortiz', email: 'ben@new.example' });
		world.partners.hubSpot.contacts.splice(0, 5, first, moved, ...others);
		await runAgain();
		assert.equal(fromHubSpot(world).length, 2);
		assert.equal(fromHubSpot(world)[0]?.Phone, '+1 555 0199');
		assert.equal(fromHubSpot(world)[1]?.Email, 'ben@new.example');
	},
};

const demo: Example = {
	sendsAgain: true,
	effect: ({ world: { sandbox }, execution }) => {
		const names = ['Kestrel Museum', 'Söder & Lund', 'Tall Pines School'];
		const known = [...sandbox.state.records.client.values()].map(({ Name }) => Name);
		assert.deepEqual(
			names.filter((name) => !known.includes(name)),
			[],
		);
		const readBack = itemsOf(execution, 'Read Clients Back').map(({ json }) => json.Name);
		assert.deepEqual(readBack, names);
	},
};

const crmTable = 'CRM Clients';
const crmRows = rows.slice(0, 2).map(({ Problem: _problem, ...client }) => client);

const lookBeforeYouPublish: Example = {
	start: { trigger: 'Every Morning', production: true },
	setup: async (_world, host) => await host.setRows(crmTable, crmRows),
	settings: () => ({ MaxChanges: 2 }),
	effect: ({ world: { mail, sandbox } }) => {
		assert.deepEqual(
			[hotel, museum].map((id) => sandbox.find('client', id)?.Name),
			['Harbour Hotel', 'Museum of Light'],
		);
		assert.deepEqual(mail.mails, []);
	},
	later: async ({ world: { mail, sandbox }, host, runAgain }) => {
		// Another user's change is seen, and one client is not sent again.
		const { UpdatedOn } = sandbox.find('client', museum) ?? {};
		sandbox.change('client', hotel, { ClientType: 'Lead' });
		await runAgain();
		assert.equal(sandbox.find('client', hotel)?.ClientType, 'Client');
		assert.equal(sandbox.find('client', museum)?.UpdatedOn, UpdatedOn);
		assert.deepEqual(mail.mails, []);
		// A broken export changes more than is allowed.
		const { Problem: _problem, ...third } = row(mill, 'Mill', 'Client', 'Milltown');
		await host.setRows(crmTable, [...crmRows.map((client) => ({ ...client, City: '' })), third]);
		await runAgain();
		assert.equal(sandbox.find('client', mill), undefined);
		const [{ subject, text } = { subject: '', text: '' }, ...others] = mail.mails;
		assert.deepEqual(others, []);
		assert.equal(subject, 'Nothing was published: 3 clients would change');
		assert.match(text, new RegExp(`update ${hotel}\\n {2}ClientAddresses: .*Lakeside`));
		assert.match(text, new RegExp(`create ${mill}`));
	},
};

export const clientExamples: Examples = {
	'clients-from-data-table.json': clientsFromDataTable,
	'demo.json': demo,
	'hubspot-contacts-to-clients.json': hubSpotContacts,
	'look-before-you-publish.json': lookBeforeYouPublish,
};
