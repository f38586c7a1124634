// Mapping by hand in n8n's engine: what an expression gives, whichever way it is resolved.
import { byHand, publish, service } from '../operations/publish/writing.mjs';

const item = {
	text: 'a',
	number: 7,
	flag: false,
	nothing: null,
	empty: '',
	'odd name': 'b',
	list: [{ City: 'Ulm' }],
	constructor: 'own',
};

/** What a text field and a list field become from an expression. */
async function mapped(field: string, expression: string) {
	service.reset();
	const record = byHand({ Name: 'x', [field]: expression });
	const result = await publish({ items: [item], parameters: { record } });
	const [body] = service.bodies() as Array<{ Clients: Array<Record<string, unknown>> }>;
	return { value: body?.Clients[0]?.[field], error: result.error?.message };
}

// The second expression means the same, but n8n has to resolve it.
test.each([
	['Number', '={{ $json.text }}', '={{ ($json.text) }}'],
	['Number', '={{ $json.number }}', '={{ ($json.number) }}'],
	['CustomField6', '={{ $json.flag }}', '={{ ($json.flag) }}'],
	['Number', '={{ $json.nothing }}', '={{ ($json.nothing) }}'],
	['Number', '={{ $json.empty }}', '={{ ($json.empty) }}'],
	['Number', '={{ $json.missing }}', '={{ ($json.missing) }}'],
	['Number', '={{ $json.toString }}', '={{ undefined }}'],
	['Number', '={{ $json["odd name"] }}', '={{ ($json["odd name"]) }}'],
	['ClientAddresses', '={{ $json.list }}', '={{ ($json.list) }}'],
])('%s from %s is what n8n gives', async (field, direct, resolved) => {
	const given = await mapped(field, direct);
	expect(given.error).toBeUndefined();
	expect(given).toEqual(await mapped(field, resolved));
});

test('big numbers are not rounded on the way', async () => {
	const given = await mapped('ClientAddresses', '={{ [{ TypeId: "638712345678901234" }] }}');
	expect(given.error).toBeUndefined();
	expect(service.received[0]?.text).toContain('"TypeId":638712345678901234}');
});
