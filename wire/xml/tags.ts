// The start tags of XML and what is declared around them.
import type { Pattern } from '../reading/engine';
import type { FieldPlan } from '../reading/plans';

/** The last two start tags of a field that differ: often one with a value and one that is null. */
export interface ExpectedTags {
	latest: Tag;
	earlier: Tag | undefined;
}

/** The plan of a value; a field expects one of its last start tags as it was written. */
export type XmlPlan = FieldPlan<ExpectedTags>;

/** What is declared in an element and around it. */
export interface Scope {
	/** By prefix; the empty prefix is the default namespace. Those declared around the element are inherited. */
	readonly namespaces: Readonly<Record<string, string>>;
	/** Start tags that came in it, as they are written. */
	readonly tags: Map<string, Tag>;
}

/** The start tag of an element. */
export interface Tag {
	/** All of it as it is written, unless it is too long to be remembered. */
	readonly source: Pattern | undefined;
	/** Without its prefix. */
	readonly name: string;
	/** The scope around the element. */
	readonly outer: Scope;
	/** The scope inside of the element. */
	readonly scope: Scope;
	/** The end tag: `</p:Name>` */
	readonly close: Pattern;
	/** Those that are data: without declarations and those of XML Schema. */
	readonly attributes: ReadonlyArray<readonly [name: string, value: string]>;
	/** Whether it stands for a record elsewhere in the document, as DataContractSerializer writes it. */
	readonly isReference: boolean;
	/** Whether the element is null. */
	readonly isNil: boolean;
	/** Whether it is an empty-element tag. */
	readonly isClosed: boolean;
}
