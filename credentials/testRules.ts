// What the credential's Test says of an answer. n8n compares single values only and knows the two kinds of rules
// below; what it says without them (the code of a broken connection) is explained in docs/troubleshooting.md.
import type { ICredentialTestRequest } from 'n8n-workflow';

type Rules = NonNullable<ICredentialTestRequest['rules']>;
type Rule = Rules[number];

const statuses: Readonly<Record<number, string>> = {
	301: 'The service redirects the request to another address. Enter that address as the base URL; often only http has to become https.',
	400: 'The service refused the request. Check the base URL: everything before /SI.',
	401: 'The service did not accept the credential. Check the authentication and its values.',
	403: 'The service does not allow this with this credential. Ask the operator of the service to allow it for this user or key.',
	404: 'The service was not found there. Check the base URL: everything before /SI.',
	407: 'A proxy in front of the service requires authentication. Ask the operator of the network of n8n.',
	408: 'The service gave up waiting for the request. Try again later.',
	429: 'The service received too many requests. Try again later.',
	500: 'The service failed. Try again later. If it keeps failing, tell the operator of the service.',
};

/** Statuses that mean the same as another one. */
const alike: Readonly<Record<number, number>> = {
	302: 301,
	303: 301,
	307: 301,
	308: 301,
	405: 404,
	410: 404,
	501: 404,
	502: 500,
	503: 500,
	504: 500,
};

function statusRule(status: number): Rule {
	const message = `${statuses[alike[status] ?? status]} (status ${status})`;
	return { type: 'responseCode', properties: { value: status, message } };
}

const webPage =
	'Something other than the service responded, such as a login page. Check the base URL: everything before /SI.';

/** Web pages often begin with some line breaks and spaces. */
const MOST_BLANKS = 9;

/** Finds a character of an answer that is a text; a JSON answer, which is an object, has no such places. */
function characterRule(place: number, character: string): Rule {
	const properties = { key: String(place), value: character, message: webPage };
	return { type: 'responseSuccessBody', properties };
}

// An XML answer, which a service may send whatever the request accepts, begins with <? or with its own name.
const webPageRules: Rule[] = [
	...Array.from({ length: MOST_BLANKS + 1 }, (_, blanks) => characterRule(blanks + 1, '!')),
	characterRule(1, 'h'),
	characterRule(1, 'H'),
];

const emptyRule: Rule = {
	type: 'responseSuccessBody',
	properties: {
		key: 'length',
		value: 0,
		message: 'The service responded with nothing. Check the base URL: everything before /SI.',
	},
};

// n8n goes through rules of both kinds, though its type knows lists of one kind only.
const rules: Rule[] = [
	...Object.keys({ ...statuses, ...alike }).map((status) => statusRule(Number(status))),
	emptyRule,
	...webPageRules,
];

/** The rules by which n8n judges the answer to the test request. */
export const testRules = rules as Rules;
