// What the service says in an error answer, whatever the format: one line for a person.
import { readTextLeniently } from './bytes';
import { readJson } from './json';
import { messageIn, onOneLine, pageTitle } from './message';
import { readXmlLoosely } from './xmlRead';

/**
 * What the service says in an error answer (ASP.NET, problem+json, XML, plain text or a web page's
 * title), on one line of at most 400 characters; undefined if it says nothing.
 */
export function readServiceMessage(body: Uint8Array, contentType?: string): string | undefined {
	// The first part is enough for a message, and an error page may be as large as it likes.
	const text = readTextLeniently(body.subarray(0, 1_000_000), contentType).trim();
	if (text === '') return undefined;
	if (text.startsWith('<')) return messageInMarkup(text);
	const json = readJson(text);
	return json.ok ? messageIn(json.value) : onOneLine(text);
}

function messageInMarkup(text: string): string | undefined {
	const title = pageTitle(text);
	if (title !== undefined) return title === '' ? undefined : title;
	const xml = readXmlLoosely(text);
	return xml === undefined ? onOneLine(text.replace(/<[^<>]*>/g, ' ')) : messageIn(xml);
}
