// What a plan is: how a record is read, its fields by the bytes of their names, and what is learned of them.
import type { Kind, Schema } from '../../../api/schema/types';
import type { Selection } from '../../projection';
import type { Blocks } from '../bytes/blocks';
import type { Pattern } from '../bytes/pattern';
import type { FieldTable } from './fieldTable';
import type { Nulls, NullsSoFar } from '../records/nulls';
import type { RowShapes } from '../records/shapes';
import type { SeenTag } from '../xml/tag';
import type { Repetition, StringCache } from '../bytes/stringCache';

/** What all plans of a response share. */
export interface PlanContext {
	readonly format: 'json' | 'xml';
	/** What the names of most XML elements begin with: a prefix with its colon, or nothing. */
	readonly prefix: string;
	readonly onlyFilled: boolean;
	readonly cache: StringCache;
	/** The memory for the patterns of names. */
	readonly patterns: Blocks;
	/** How many more undocumented fields may be learned. */
	toLearn: number;
	/** How many more bytes of fields that are null are remembered. */
	nullBytes: number;
	/** Plans of records that came when nothing more could be learned, by depth: kept whole, and left out. */
	readonly unlearned: { readonly kept: RecordPlan[]; readonly omitted: RecordPlan[] };
}

/** How a value is read. */
export interface ValuePlan {
	readonly context: PlanContext;
	readonly kind: Kind['kind'] | 'undocumented';
	/** The JSON types in which the document lets it come. */
	readonly expects: number;
	/** How the members are read, should it come as a list. */
	readonly item: ValuePlan;
	/** The schema of a documented record. */
	readonly schema: Schema | undefined;
	/** The path of the records in it. */
	readonly path: string;
	readonly selection: Selection | undefined;
	/** How it is read, should it come as a record; planned when that happens first. */
	record: RecordPlan | undefined;
	/** The tags of the members of an XML list, as they were the last time. */
	member: Tags | undefined;
}

/** How an XML element is written. */
export interface Tags {
	/** `<Name`; anything may follow. */
	readonly open: Pattern;
	/** `</Name>` */
	readonly close: Pattern;
	readonly prefix: string;
}

/** How a field is read, and what is known of it from the records read before. */
export interface FieldPlan extends Repetition, Tags {
	readonly name: string;
	readonly nameBytes: Uint8Array;
	/** How many more bytes than characters the name has. */
	readonly surplus: number;
	/** Tells the fields of a record apart: a documented one by its place from 1; negative for one that is not learned. */
	readonly id: number;
	/** Where it is reported when it comes undocumented, or as another type. */
	readonly path: string | undefined;
	readonly isDocumented: boolean;
	/** Whether it is undocumented here, and documented in the response of another endpoint. */
	readonly isForeign: boolean;
	readonly isRequired: boolean;
	readonly isWanted: boolean;
	/** Whether a field that comes again makes a list. */
	readonly collects: boolean;
	readonly value: ValuePlan;
	/** The field that came after it the last time. */
	next: FieldPlan;
	/** Those that came after it as null. */
	nulls: Nulls | undefined;
	/** The number of the record in which it came last; negative if it was null. */
	seen: number;
	/** A tag of it that was not in one of the usual forms. */
	tag: SeenTag | undefined;
	/** The log in which it was noted as undocumented. */
	noted: object | undefined;
}

/** How a record is read. Everything is used within one step only, except what is learned. */
export interface RecordPlan {
	readonly context: PlanContext;
	readonly path: string | undefined;
	readonly selection: Selection | undefined;
	/** The predecessor of the first field of a record. */
	readonly start: FieldPlan;
	readonly fields: FieldPlan[];
	readonly required: readonly FieldPlan[];
	readonly documentedCount: number;
	/** Fields by the hash of their names. */
	table: FieldTable;
	/** The number of the record that is being read. */
	records: number;
	/** The record in which a field came last that could not be learned, and how many there were. */
	unlearnedIn: number;
	unlearned: number;
	/** The first `count` are the fields of the record that is being read, and their values. */
	readonly present: FieldPlan[];
	readonly values: unknown[];
	count: number;
	/** How many of its fields are those of other responses. */
	foreign: number;
	/** Whether one of the fields came twice. */
	isRepeated: boolean;
	readonly nullsSoFar: NullsSoFar;
	readonly shapes: RowShapes;
}

export const STRING = 1;
export const NUMBER = 2;
export const BOOLEAN = 4;
export const OBJECT = 8;
export const LIST = 16;
