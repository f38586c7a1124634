// What a person reads about a failure.
import type { Failure } from '../../../client/failures/failures';
import { ServiceError } from '../../../client/failures/serviceError';

const base = 'https://projects.example';
const page = (size: number) =>
	`${base}/SI/Subscribe/ProductCatalogs?id=1&pageNumber=1&pageSize=${size}`;
const status = (code: number, said?: string): Failure => ({ kind: 'status', status: code, said });
const broken = (code: string, words?: string): Failure => ({ kind: 'connection', code, words });

test.each<[string, Failure, string, RegExp, RegExp]>([
	['a long page', status(400), page(10_000), /\(status 400\)$/, /'Products per Page'/],
	['a long page', status(500), page(1001), /\(status 500\)$/, /'Products per Page'/],
	['a long page', status(504), page(10_000), /\(status 504\)$/, /'Products per Page'/],
	['a short page', status(500), page(1000), /^The service failed/, /^(?!.*Products per Page)/s],
	['another status', status(401), page(10_000), /credential/, /^(?!.*Products per Page)/s],
	['a long address', status(414), base, /address of the request is too long/, /filters/],
	[
		'a long address in IIS',
		status(404, 'HTTP Error 404.14 - Not Found'),
		base,
		/too long/,
		/filters/,
	],
	[
		'a long query in IIS',
		status(404, 'HTTP Error 404.15 - Not Found'),
		base,
		/too long/,
		/filters/,
	],
	['nothing there', status(404, 'No such order'), base, /did not find/, /No such order/],
	[
		'a bad value',
		status(400, 'Bad name'),
		base,
		/^Bad name$/,
		/^(?!.*may have said).*Check the values/s,
	],
	[
		'a success that says that it failed',
		{ kind: 'response', problem: 'An error', said: 'Expired', isEmpty: false },
		base,
		/^An error$/,
		/^It says: Expired\nDo what it says/,
	],
	[
		'a login page',
		{ kind: 'response', problem: 'Sent a web page', said: 'Log in', isEmpty: false },
		base,
		/page/,
		/Check the base URL/,
	],
	['silence', { kind: 'timeout', timeoutMs: 300_000 }, base, /within 300 seconds/, /'Timeout'/],
	['too many requests', status(429), base, /too many/, /'Requests per Minute'/],
	...[400, 409, 422].map((code): [string, Failure, string, RegExp, RegExp] => [
		...(['a reason', status(code, 'No such type'), base, /^No such type$/] as const),
		new RegExp(`^The service refused the request \\(status ${code}\\)`),
	]),
	['another reason', status(403, 'Not you'), base, /^The service does not allow/, /: Not you/],
	[
		...(['plain HTTP', broken('EPROTO', 'write EPROTO wrong version number'), base] as const),
		...([/does not speak https/, /http:\/\/.*wrong version number/] as const),
	],
	[
		...(['a handshake that failed', broken('EPROTO', 'alert handshake failure'), base] as const),
		...([/No connection/, /^(?!.*http:).*not sent.*alert handshake failure/s] as const),
	],
	['a proxy', broken('407'), base, /proxy/, /not sent.*HTTPS_PROXY/],
	['no host', broken('ENOTFOUND'), base, /no host named projects\.example/, /not sent.*base URL/],
	['no name', broken('EAI_AGAIN'), base, /could not be looked up/, /not sent.*base URL/],
	['no server', broken('ECONNREFUSED'), base, /^No server answers at/, /not sent.*the port/],
	['a bad certificate', broken('CERT_HAS_EXPIRED'), base, /not valid or not trusted/, /not sent/],
	[
		'a broken connection',
		broken('ECONNRESET'),
		base,
		/^The connection .* broke$/,
		/^(?!.*not sent)/s,
	],
	[
		'a redirect',
		{ kind: 'redirect', status: 302, location: '/x' },
		base,
		/to \/x \(/,
		/did not follow/,
	],
])('%s', (_, failure, url, message, description) => {
	const error = new ServiceError(failure, { write: false, url, attempts: 1 });
	expect(error.message).toMatch(message);
	expect(error.description).toMatch(description);
});
