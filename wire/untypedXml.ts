// The value of XML of which nothing is known: elements are fields, elements that come again are lists.
import { MarkupReader, scopeWithin } from './xml/markup';
import type { Tag } from './xml/tags';
import { DROPPED_NAME } from './reading/plans';
import { ByteWindow } from './reading/window';
import { failure, type FailedResult } from './result';

/** The name of the text beside elements or attributes; an attribute has an @ before its own. */
const TEXT = '#text';

/** @throws ReadError for XML that is not well-formed */
function readElement(markup: MarkupReader, tag: Tag, depth: number): unknown {
	const members = new Map<string, unknown>();
	for (const [name, value] of tag.attributes) members.set(`@${name}`, value);
	let text = '';
	if (!tag.isClosed) {
		for (;;) {
			text += markup.readTexts(true);
			if (markup.isEndTagNext()) break;
			const inner = markup.readTag(tag.scope, depth + 1);
			const value = readElement(markup, inner, depth + 1);
			const earlier = members.get(inner.name);
			if (Array.isArray(earlier)) earlier.push(value);
			else members.set(inner.name, members.has(inner.name) ? [earlier, value] : value);
		}
		markup.passEndTag(tag.close);
	}
	if (tag.isNil) return null;
	if (members.size === 0) return text;
	if (text.trim() !== '') members.set(TEXT, text);
	members.delete(DROPPED_NAME);
	return Object.fromEntries(members);
}

/** The value of the root element. */
export function readUntypedXml(
	text: string,
): { readonly ok: true; readonly value: unknown } | FailedResult {
	const window = new ByteWindow();
	window.append(Buffer.from(text));
	window.isComplete = true;
	const markup = new MarkupReader(window);
	try {
		markup.passOutside();
		const value = readElement(markup, markup.readTag(scopeWithin(), 0), 0);
		markup.passEnd();
		return { ok: true, value };
	} catch (error) {
		return isFailure(error) ? error : failure(window.problemText(error));
	}
}

function isFailure(error: unknown): error is FailedResult {
	return typeof error === 'object' && error !== null && 'problem' in error;
}
