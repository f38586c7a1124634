// Secrets in the forms in which a service may repeat them.
import { redact } from '../../../client/failures/redaction';
import { counted, growth, LINEAR } from '../../growth.mjs';

const odd = 'k+/=<&>"\\ \'\u00e4\u{1f600}%-9z';
const unicodeEscaped = odd.replace(
	/[^A-Za-z0-9]/g,
	(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
);

test.each([
	['as it is', odd],
	['in JSON', JSON.stringify(odd).slice(1, -1)],
	['in JSON in JSON', JSON.stringify(JSON.stringify(odd).slice(1, -1)).slice(1, -1)],
	['in JSON with its slash escaped', JSON.stringify(odd).slice(1, -1).replace('/', '\\/')],
	['in JSON as .NET writes it', unicodeEscaped],
	[
		'in JSON in small letters',
		unicodeEscaped.replace(/u[0-9A-F]{4}/g, (code) => code.toLowerCase()),
	],
	['in XML', odd.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')],
	[
		'in an XML attribute',
		odd.replace(/[&<>"']/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`),
	],
	[
		'in HTML',
		odd.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0)).padStart(3, '0')};`),
	],
	['with another blank', odd.replace(' ', '\n')],
	['in a URL', encodeURIComponent(odd)],
	['in a form', encodeURIComponent(odd).replace(/%20/g, '+')],
])('a secret is redacted %s', (_, repeated) => {
	expect(redact(`It says: ${repeated}, k+/= 9z.`, [odd])).toBe('It says: ***, k+/= 9z.');
});

test('every secret is redacted, everywhere', () => {
	expect(redact('one two one', ['one', 'two'])).toBe('*** *** ***');
	expect(redact('nothing here', [])).toBe('nothing here');
	for (const form of ['a b c', 'a+b%09c', 'a&#032;b&#9;c', 'a\\u0020b\\tc', 'a%C2%A0b c'])
		expect(redact(`says ${form}`, ['a  b\tc'])).toBe('says ***');
});

test.each([
	'\\',
	'\\\\',
	'\\\\\\\\\\\\x',
	'\\"\\/\\',
	'/abc+def==',
	'"\\"\\"',
	'\\ \\ \\',
	'+ + + x',
])('%s is looked for in no more time than the text is long', (secret) => {
	const forms = [
		secret,
		JSON.stringify(secret).slice(1, -1),
		JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
		encodeURIComponent(secret),
	];
	for (const form of forms) expect(redact(`says ${form}`, [secret])).toBe('says ***');
	const hostile = [
		'\\',
		'"',
		'\\"',
		'\\u005c',
		'\\u',
		'/',
		'\\/',
		' \\',
		'%5c',
		'&#92;',
		'\\ ',
		'+',
		'+ ',
	];
	const make = (count: number) => hostile.map((part) => `${part.repeat(count)}x`);
	const counting = counted<{ redact: typeof redact }>('client/failures/redaction.ts');
	const redactAll = (texts: readonly string[]) => {
		for (const text of texts) {
			expect(counting.redact(text, [`${secret}!`]).length).toBe(text.length);
			counting.redact(text, [secret]);
		}
	};
	expect(growth(200_000, make, redactAll)).toBeLessThan(LINEAR);
});
