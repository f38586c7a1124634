// A service that differs from its document: items hold everything, and the log says what is different, once.
import { reply, startBareService, type BareService } from '../service.mjs';
import { newPollHost } from './pollHost.mjs';

const products = [
	{ Id: 'P-1', Warranty: 'two years', Msrp: 'on request', UpdatedOn: '2025-10-01T08:00:00Z' },
	{ Id: 'P-2', Origin: { Country: 'AT' }, UpdatedOn: '2025-10-02T08:00:00Z' },
];
let page: object;
let service: BareService;
beforeAll(async () => {
	service = await startBareService((response, request, number) =>
		reply(200, JSON.stringify(page))(response, request, number),
	);
});
afterAll(async () => await service.stop());

const line = {
	level: 'warn',
	message:
		"Project Services Trigger: The service sent fields of the product catalog that this version does not know: Products[].Warranty, Products[].Origin. Raw items have them unchanged; to select them, enter their names under 'Other Fields'. The service sent fields of the product catalog with a type other than documented: Products[].Msrp.",
};

test('a line says it in the first of the polls, and again where it changes', async () => {
	const parameters = { event: 'productChanged', catalogId: 'C', options: { emitExisting: true } };
	const host = newPollHost(parameters, { baseUrl: service.url, authentication: 'none' });
	page = { Id: 'C', Name: 'N', TotalProductsCount: 2, Products: products };
	expect(await host.poll()).toEqual(products);
	expect(await host.poll()).toBeNull();
	expect(host.log).toEqual([line]);
	page = { Id: 'C', TotalProductsCount: 2, Products: products };
	expect(await host.poll()).toBeNull();
	expect(host.log.slice(1)).toEqual([
		{
			level: 'warn',
			message: expect.stringContaining('required fields of the product catalog: Name.'),
		},
	]);
});

test('a documented service gives none; a line has no secret and no control character', async () => {
	const parameters = { event: 'recordChanged', recordType: 'purchaseOrder', recordIds: 'O-1' };
	const credential = { baseUrl: service.url, authentication: 'bearer', token: 'abc-secret-1' };
	const host = newPollHost(parameters, credential);
	page = { Id: 'O-1', Vendor: 'North', Number: '7', Status: 'Open' };
	await host.poll();
	expect(host.log).toEqual([]);
	page = { ...page, 'a\nb\u001b[31m abc-secret-1': 1 };
	await host.poll('manual');
	const message = host.log.map((logged) => logged.message).join();
	expect(message).toContain('purchase order that this version does not know: a b [31m ***.');
	expect(message).not.toMatch(/\p{Cc}|abc-secret/u);
});
