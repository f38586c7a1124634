// A request body as it was read, before its record says what it should have been.

/** `loose` is text of XML or a form, where only the record tells a number or a boolean from text. */
export type Tree =
	| { readonly kind: 'null' }
	| { readonly kind: 'boolean'; readonly value: boolean }
	| { readonly kind: 'string'; readonly text: string }
	| { readonly kind: 'number'; readonly digits: string }
	| { readonly kind: 'loose'; readonly text: string }
	| { readonly kind: 'list'; readonly items: readonly Tree[] }
	| { readonly kind: 'record'; readonly members: ReadonlyMap<string, Tree> };

/** A body that cannot be read at all. */
export class UnreadableBody extends Error {}
