// Makes plans: of what is documented, and of undocumented fields when they come first.
import { type Field, kindOf, recordFields, type Schema } from '../../../api/schema/types';
import { fieldPath, listPath } from '../../drift';
import type { Selection } from '../../projection';
import { isResponseField } from '../../responseShape';
import { type Blocks, createBlocks } from '../bytes/blocks';
import { bailOut, MAX_NAME } from '../bytes/cursor';
import { NEVER, type Pattern, patternOf } from '../bytes/pattern';
import { fieldAt, fieldTableOf, hashOf, insertField } from './fieldTable';
import {
	BOOLEAN,
	type FieldPlan,
	LIST,
	NUMBER,
	OBJECT,
	type PlanContext,
	type RecordPlan,
	STRING,
	type Tags,
	type ValuePlan,
} from './plan';
import { MAX_NULL_BYTES } from '../records/nulls';
import { refreshRowShapes, rowShapesOf } from '../records/shapes';

const ANYTHING = STRING | NUMBER | BOOLEAN | OBJECT | LIST;

const EXPECTS: Readonly<Record<ValuePlan['kind'], number>> = {
	string: STRING,
	date: STRING,
	guid: STRING,
	enum: STRING,
	integer: NUMBER,
	byte: NUMBER,
	decimal: NUMBER,
	boolean: BOOLEAN,
	record: OBJECT,
	list: LIST,
	opaque: ANYTHING,
	undocumented: ANYTHING,
};

const NOTHING: Selection = new Map();
const encoder = new TextEncoder();

/** How many undocumented fields are learned for a kind of response, and how many are kept for the next response. */
const MAX_LEARNED = 2000;
const MAX_KEPT = 500;

/** How many further fields of one record are streamed. */
const MAX_UNLEARNED = 5000;

/** With this bit, the ID of a field is one that was learned: in all plans the same for the same name. */
const LEARNED = 2 ** 28;

/** The name of a field that is never kept: its assignment would change the prototype of the row. */
export const DROPPED_NAME = '__proto__';

export function createPlanContext(
	settings: Pick<PlanContext, 'format' | 'prefix' | 'onlyFilled' | 'cache'>,
): PlanContext {
	const unlearned = { kept: [], omitted: [] };
	return {
		...settings,
		patterns: createBlocks(),
		toLearn: MAX_LEARNED,
		nullBytes: MAX_NULL_BYTES,
		unlearned,
	};
}

/** Whether so much was learned that it is better forgotten: another response may bring other fields. */
export function hasLearnedMuch({ toLearn }: PlanContext): boolean {
	return toLearn < MAX_LEARNED - MAX_KEPT;
}

function planField(
	{ format, prefix, patterns: learned }: PlanContext,
	name: string,
	facts: Pick<
		FieldPlan,
		'id' | 'path' | 'isDocumented' | 'isForeign' | 'isRequired' | 'isWanted' | 'value'
	>,
): FieldPlan {
	const nameBytes = encoder.encode(name);
	const patterns = facts.id < 0 ? undefined : learned;
	const surplus = nameBytes.length - name.length;
	const isXml = format === 'xml';
	const open = isXml ? `<${prefix}${name}` : `${JSON.stringify(name)}:`;
	const field: Omit<FieldPlan, 'next'> = {
		name,
		nameBytes,
		surplus,
		...facts,
		collects: isXml && !facts.isDocumented,
		open: predictable(open, patterns),
		close: isXml ? patternOf(`</${prefix}${name}>`, patterns) : NEVER,
		prefix,
		nulls: undefined,
		seen: 0,
		tag: undefined,
		noted: undefined,
		tries: 0,
		hits: 0,
	};
	const linked = field as FieldPlan;
	linked.next = linked;
	return linked;
}

function createRecordPlan(
	context: PlanContext,
	selection: Selection | undefined,
	path: string | undefined,
	schema: Schema | undefined,
): RecordPlan {
	const documented: readonly Field[] = schema ? recordFields(schema) : [];
	const fields = documented.map((field, index) => {
		const { schema, required } = field;
		const isWanted = selection === undefined || selection.has(field.name);
		const inner = isWanted ? selection?.get(field.name) : NOTHING;
		const ownPath = fieldPath(path ?? '', field.name);
		return planField(context, field.name, {
			id: index + 1,
			path: ownPath,
			isDocumented: true,
			isForeign: false,
			isRequired: required,
			isWanted,
			value: planValue(schema, context, inner, ownPath),
		});
	});
	const start: FieldPlan = {
		...planUndocumented(context, '', 0, { path: undefined, isWanted: false, selection: NOTHING }),
		open: NEVER,
	};
	start.next = start;
	[start, ...fields].forEach((field, index) => (field.next = fields[index] ?? fields[0] ?? start));
	const isComplete = selection === undefined && !context.onlyFilled;
	const plan: RecordPlan = {
		context,
		path,
		selection,
		start,
		fields,
		required: fields.filter(({ isRequired }) => isRequired),
		documentedCount: fields.length,
		table: fieldTableOf(fields),
		records: 0,
		unlearnedIn: 0,
		unlearned: 0,
		present: [],
		values: [],
		count: 0,
		foreign: 0,
		isRepeated: false,
		nullsSoFar: { before: start, from: 0, fields: [], ends: [] },
		shapes: rowShapesOf(
			isComplete ? schema : undefined,
			context.format,
			documented.map(({ name }) => name),
		),
	};
	// What is selected is learned in any case.
	for (const selectedName of selection?.keys() ?? []) {
		if (!fields.some((field) => field.name === selectedName)) {
			addField(plan, selectedName, hashOf(encoder.encode(selectedName)));
		}
	}
	return plan;
}

/** Plans the reading of a value; `path` is where it is in the response. */
export function planValue(
	schema: Schema,
	context: PlanContext,
	selection: Selection | undefined,
	path: string,
): ValuePlan {
	const kind = kindOf(schema);
	if (kind.kind !== 'list') {
		const record = kind.kind === 'record' ? schema : undefined;
		return createValuePlan({ context, kind: kind.kind, schema: record, path, selection });
	}
	const item = planValue(kind.item, context, selection, listPath(path));
	const member = tagsOf(context.prefix, kind.itemName);
	const list = createValuePlan({ context, kind: kind.kind, schema: undefined, path, selection });
	return { ...list, item, member };
}

function createValuePlan(
	facts: Pick<ValuePlan, 'context' | 'kind' | 'schema' | 'path' | 'selection'>,
): ValuePlan {
	const value = { ...facts, expects: EXPECTS[facts.kind], record: undefined, member: undefined };
	const plan: Omit<ValuePlan, 'item'> & { item?: ValuePlan } = value;
	// Nothing is documented of the members of a list that is not documented.
	plan.item =
		facts.kind === 'undocumented'
			? (plan as ValuePlan)
			: undocumentedValue(facts.context, facts.selection);
	return plan as ValuePlan;
}

function undocumentedValue(context: PlanContext, selection: Selection | undefined): ValuePlan {
	return createValuePlan({ context, kind: 'undocumented', schema: undefined, path: '', selection });
}

/** How an XML element with this name is written. */
export function tagsOf(prefix: string, name: string): Tags {
	const written = `${prefix}${name}`;
	return { open: predictable(`<${written}`), close: patternOf(`</${written}>`), prefix };
}

/** The pattern of a name. Bytes that are more than characters have to be counted, so such a name is never predicted. */
function predictable(text: string, blocks?: Blocks): Pattern {
	const pattern = patternOf(text, blocks);
	return pattern.length === text.length ? pattern : NEVER;
}

/** The plan for the fields of a value that came as a record. */
export function recordPlanOf(value: ValuePlan, depth: number): RecordPlan {
	if (value.record) return value.record;
	const { context, selection, schema, path } = value;
	if (schema) {
		return (value.record = createRecordPlan(context, selection, path, schema));
	}
	if (context.toLearn > 0 || (selection && selection.size > 0)) {
		context.toLearn--;
		return (value.record = createRecordPlan(context, selection, undefined, undefined));
	}
	const plans = context.unlearned[selection ? 'omitted' : 'kept'];
	return (plans[depth] ??= createRecordPlan(context, selection, undefined, undefined));
}

/** The field with this name; a new one is learned, as long as there are not too many. */
export function fieldNamed(plan: RecordPlan, name: string): FieldPlan {
	const bytes = encoder.encode(name);
	const hash = hashOf(bytes);
	const field = fieldAt(plan.table, bytes, 0, bytes.length, hash);
	// Halves of characters are all alike as bytes.
	if (field?.name === name) return field;
	if (name.length > MAX_NAME) bailOut();
	if (field === undefined && plan.context.toLearn > 0) {
		plan.context.toLearn--;
		return addField(plan, name, hash);
	}
	if (plan.unlearnedIn !== plan.records) plan.unlearned = 0;
	plan.unlearnedIn = plan.records;
	if (++plan.unlearned > MAX_UNLEARNED) bailOut();
	return undocumentedField(plan, name, ~(hash >>> 1));
}

function addField(plan: RecordPlan, name: string, hash: number): FieldPlan {
	const field = undocumentedField(plan, name, LEARNED | (hash & (LEARNED - 1)));
	plan.fields.push(field);
	if (plan.fields.length * 2 > plan.table.length) plan.table = fieldTableOf(plan.fields);
	else insertField(plan.table, field);
	return field;
}

function undocumentedField(plan: RecordPlan, name: string, id: number): FieldPlan {
	const { context, path, selection } = plan;
	const isDropped = name === DROPPED_NAME;
	const isWanted = !isDropped && (selection === undefined || selection.has(name));
	return planUndocumented(context, name, id, {
		path: path === undefined || isDropped ? undefined : fieldPath(path, name),
		isWanted,
		selection: isWanted ? selection?.get(name) : NOTHING,
	});
}

function planUndocumented(
	context: PlanContext,
	name: string,
	id: number,
	{
		path,
		isWanted,
		selection,
	}: Pick<FieldPlan, 'path' | 'isWanted'> & Pick<ValuePlan, 'selection'>,
): FieldPlan {
	const value = undocumentedValue(context, selection);
	return planField(context, name, {
		id,
		path,
		isDocumented: false,
		// The predecessor of the first field has no name.
		isForeign: name !== '' && isResponseField(name),
		isRequired: false,
		isWanted,
		value,
	});
}

/** Prepares plans for another response: what was learned of the values of one may be wrong for the next. */
export function refreshPlan(plan: RecordPlan): void {
	refreshRowShapes(plan.shapes, plan.documentedCount);
	plan.context.nullBytes = MAX_NULL_BYTES;
	for (const field of [plan.start, ...plan.fields]) {
		field.nulls = undefined;
		field.tag = undefined;
		field.tries = 0;
		field.hits = 0;
		for (let { value } = field; ; value = value.item) {
			if (value.record) refreshPlan(value.record);
			if (value.item === value) break;
		}
	}
}
