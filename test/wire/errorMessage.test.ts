// What an error response says, in whichever format, on one short line.
import { readErrorMessage } from '../../wire';
import { fc } from '../fastCheck.mjs';
import { counted, growth, LINEAR } from '../growth.mjs';
import { bytes } from './support';

const wire = counted<{ readErrorMessage: typeof readErrorMessage }>('wire/index.ts');

function message(text: string, contentType?: string): string | undefined {
	return readErrorMessage(bytes(text), contentType);
}

test.each<[string, string, string | undefined]>([
	['ASP.NET', '{"Message":"No project with this id."}', 'No project with this id.'],
	[
		'ASP.NET with an exception',
		'{"Message":"An error has occurred.","ExceptionMessage":"Value cannot be null.","ExceptionType":"System.ArgumentNullException","StackTrace":"   at Exchange.Get()"}',
		'An error has occurred. Value cannot be null.',
	],
	[
		'ASP.NET with an inner exception',
		'{"Message":"An error has occurred.","ExceptionMessage":"Outer","InnerException":{"Message":"An error has occurred.","ExceptionMessage":"Inner"}}',
		'An error has occurred. Outer. Inner.',
	],
	[
		'ASP.NET with a detail',
		'{"Message":"No HTTP resource was found.","MessageDetail":"No type matches the controller."}',
		'No HTTP resource was found. No type matches the controller.',
	],
	[
		'ModelState',
		'{"Message":"The request is invalid.","ModelState":{"clients[0].Name":["The Name field is required."],"Id":["Not a GUID.","Too short."]}}',
		'The request is invalid. clients[0].Name: The Name field is required. Id: Not a GUID., Too short.',
	],
	[
		'ModelState with exceptions',
		'{"Message":"The request is invalid.","ModelState":{"x":[{"Message":"Unexpected end."}]}}',
		'The request is invalid. x: Unexpected end.',
	],
	[
		'problem+json',
		'{"type":"about:blank","title":"Bad request","status":400,"detail":"Nope","errors":{"id":["Required."]}}',
		'Bad request. Nope. id: Required.',
	],
	[
		'names in another spelling',
		'{"model_state":{"a":["b"]},"exception-message":"Why"}',
		'Why. a: b.',
	],
	['XML in another spelling', '<http_error><message>No.</message></http_error>', 'No.'],
	['a list of errors', '{"errors":[{"message":"First"},{"message":"Second"}]}', 'First. Second.'],
	[
		'OAuth',
		'{"error":"invalid_token","error_description":"The token has expired"}',
		'The token has expired. invalid_token.',
	],
	['an error object', '{"error":{"code":5,"message":"Nope"}}', 'Nope'],
	['JSON text', '"Just so"', 'Just so'],
	['JSON that says nothing', '{"code":5}', undefined],
	['JSON null', 'null', undefined],
	['broken JSON', '{"Message":"cut', '{"Message":"cut'],
	['XML', '<Error><Message>No project with this id.</Message></Error>', 'No project with this id.'],
	[
		'XML of DataContractSerializer',
		'<Error xmlns="http://schemas.datacontract.org/2004/07/System.Web.Http" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><ExceptionMessage>Why</ExceptionMessage><Message>What</Message></Error>',
		'What. Why.',
	],
	[
		'ModelState in XML',
		'<Error><Message>The request is invalid.</Message><ModelState><clients_x005B_0_x005D_.Name>The Name field is required.</clients_x005B_0_x005D_.Name><Id>Not a GUID.</Id></ModelState></Error>',
		'The request is invalid. clients[0].Name: The Name field is required. Id: Not a GUID.',
	],
	['a text in XML', '<string xmlns="urn:x">Nope &amp; never</string>', 'Nope & never'],
	['XML that is broken', '<Error><Message>Nope</Error>', 'Nope'],
	[
		'XML with a DOCTYPE',
		'<!DOCTYPE a [<!ENTITY b "c">]><Error>&b;</Error>',
		'<!DOCTYPE a [ ]> &b;',
	],
	['plain text', '  Service\r\n\tUnavailable ', 'Service Unavailable'],
	[
		'a web page',
		'<!DOCTYPE html><html><head><title>403 -\n Forbidden</title></head><body>lots</body></html>',
		'403 - Forbidden',
	],
	['a web page without a title', '<html><body></body></html>', undefined],
	['nothing', '', undefined],
	['blanks', ' \n', undefined],
])('%s', (_name, text, expected) => {
	expect(message(text)).toBe(expected);
});

test.each([
	['{"grund":"Feldtrenner im Stammsatz","nr":7}', 'grund: Feldtrenner im Stammsatz, nr: 7'],
	['{"fout":{"reden":"veld","velden":["a","b"]}}', 'reden: veld, velden: a, velden: b'],
	['[{"code":"E-88"},{"code":"E-89"}]', 'code: E-88, code: E-89'],
	['<Fehler><Grund>Feld fehlt</Grund><Nr>7</Nr></Fehler>', 'Grund: Feld fehlt, Nr: 7'],
	['{"grund":"Feld fehlt","message":"Refused"}', 'Refused'],
	['{"ok":false,"grund":null}', 'ok: false'],
	['{}', undefined],
	['null', undefined],
	['"Just so"', 'Just so'],
])('with the status of an error, words that nobody knows are quoted: %s', (text, expected) => {
	expect(readErrorMessage(bytes(text), undefined, true)).toBe(expected);
});

test('it is on one line of at most 10,000 characters, whatever comes', () => {
	const long = message(`{"Message":"${'word '.repeat(5000)}"}`);
	expect(long).toHaveLength(10_000);
	const anything = fc.oneof(
		fc.string(),
		fc.json(),
		fc.string().map((text) => `<Error><Message>${text}</Message></Error>`),
		fc.string().map((text) => JSON.stringify({ Message: text, ModelState: { [text]: [text] } })),
	);
	fc.assert(
		fc.property(anything, (text) => {
			const said = readErrorMessage(bytes(text), undefined, true) ?? 'nothing';
			expect(said.length).toBeLessThanOrEqual(10_000);
			expect(said).toMatch(/^[^\r\n\t]+$/);
		}),
		{ numRuns: 1000 },
	);
});

test.each<[string, number, (count: number) => string]>([
	['open elements', 30_000, (count) => `<Error>${'<a>'.repeat(count)}`],
	['open brackets', 100_000, (count) => '<'.repeat(count)],
	['open titles', 100_000, (count) => `<html><title ${'<title '.repeat(count)}`],
])('the time for %s grows no faster than their number', (_, most, make) => {
	expect(growth(most, make, (text) => wire.readErrorMessage(bytes(text)))).toBeLessThan(LINEAR);
});

test('the time for bytes that are no text grows no faster than their number', () => {
	const make = (count: number) => new Uint8Array(count).fill(0xff);
	expect(growth(100_000, make, (bytes) => wire.readErrorMessage(bytes))).toBeLessThan(LINEAR);
});

test('a response in another encoding is read in it', () => {
	const latin1 = Uint8Array.from('{"Message":"Größe"}', (character) => character.charCodeAt(0));
	expect(readErrorMessage(latin1, 'application/json; charset=iso-8859-1')).toBe('Größe');
});
