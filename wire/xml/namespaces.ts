// Which namespace a prefix is declared for, anywhere in a document.
import { decodeReferences } from './references';

/** The declarations of an element, and the scope around it: a link, since a copy for each element would cost too much. */
export interface Scope {
	/** Namespaces by prefix; the empty prefix is the default namespace. */
	readonly declared: ReadonlyMap<string, string>;
	readonly outer?: Scope | undefined;
}

type Attributes = Iterable<readonly [name: string, value: string]>;

/** What is declared outside the root element. */
export const DOCUMENT_SCOPE: Scope = {
	declared: new Map([
		['', ''],
		['xml', 'http://www.w3.org/XML/1998/namespace'],
		['xmlns', 'http://www.w3.org/2000/xmlns/'],
	]),
};

/** The scope inside an element with these attributes. */
export function scopeWithin(outer: Scope, attributes: Attributes): Scope {
	const declared = new Map<string, string>();
	for (const [name, value] of attributes) {
		if (name === 'xmlns' || name.startsWith('xmlns:')) {
			declared.set(name.slice('xmlns:'.length), decodeReferences(value));
		}
	}
	return declared.size === 0 ? outer : { declared, outer };
}

/** The namespace of a name as it is written; undefined for a prefix that is not declared. */
export function namespaceOf(name: string, scope: Scope): string | undefined {
	const colon = name.indexOf(':');
	const prefix = colon === -1 ? '' : name.slice(0, colon);
	for (let at: Scope | undefined = scope; at; at = at.outer) {
		const namespace = at.declared.get(prefix);
		if (namespace !== undefined) return namespace;
	}
	return undefined;
}
