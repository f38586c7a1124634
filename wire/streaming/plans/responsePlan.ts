// How a response of some shape is read: planned once, and used for all responses of that shape.
import { type Kind, kindOf, recordFields, type Schema } from '../../../api/schema/types';
import { listPath } from '../../drift';
import { lazy } from '../../lazy';
import { type Projection, selectionOf } from '../../projection';
import type { ResponseShape } from '../../result';
import { createPlanContext, hasLearnedMuch, planValue, refreshPlan } from './createPlan';
import type { PlanContext, ValuePlan } from './plan';
import { createStringCache } from '../bytes/stringCache';

export interface ResponsePlan {
	readonly context: PlanContext;
	/** The record that the response is, or may be. */
	readonly record: ValuePlan | undefined;
	/** A row: a member of the list `rows` of the record, or of the list that the response is. */
	readonly row: ValuePlan | undefined;
	readonly rows: string | undefined;
	/** The fields of a row by which it is chosen, or told apart. */
	readonly probe: ValuePlan | undefined;
	/** Rows that have this field are kept as text where they can be. */
	readonly textBy: string | undefined;
	/** The schema of the record, or of a member of the list, that the response is. */
	readonly schema: Schema;
}

/** What the plan of a response depends on, apart from its shape. */
export interface PlanSettings {
	readonly format: 'json' | 'xml';
	/** The prefix of the root element, with a colon; empty if there is none. */
	readonly prefix: string;
	readonly projection: Projection;
}

const plans = new WeakMap<Schema, Map<string, ResponsePlan | undefined>>();

/** One cache serves all plans, since the same bytes are the same string wherever they are. */
const sharedCache = lazy(createStringCache);

/** Plans are kept for so many selections of fields; then they are made again. */
const MAX_PLANS = 20;

/** The plan for a shape; undefined where the streaming readers have none. */
export function responsePlanOf(
	shape: ResponseShape,
	settings: PlanSettings,
): ResponsePlan | undefined {
	const { format, prefix, projection } = settings;
	const { rows, oneOrMany, schema } = shape;
	const { fields, onlyFilled } = projection;
	const known = plans.get(schema) ?? new Map<string, ResponsePlan | undefined>();
	plans.set(schema, known);
	const textBy = format === 'json' ? projection.textBy : undefined;
	const probed = probedFields(projection.where?.fields, textBy);
	const key = JSON.stringify([rows, oneOrMany, format, prefix, fields, onlyFilled, probed, textBy]);
	let plan = known.get(key);
	if (plan) {
		for (const value of [plan.record, plan.row, plan.probe]) {
			if (value?.record) refreshPlan(value.record);
		}
		return plan;
	}
	if (known.size >= MAX_PLANS) known.clear();
	plan = planResponse(shape, settings, probed, textBy);
	known.set(key, plan);
	return plan;
}

function probedFields(
	deciding: readonly string[] | undefined,
	textBy: string | undefined,
): readonly string[] | undefined {
	return textBy === undefined ? deciding : [textBy, ...(deciding ?? [])];
}

/** Forgets the plans of responses that taught more than is worth keeping: the next response may bring other fields. */
export function releasePlan({ schema }: Pick<ResponseShape, 'schema'>, used: ResponsePlan): void {
	if (![used.record, used.row].some((value) => value && hasLearnedMuch(value.context))) return;
	const known = plans.get(schema);
	for (const [key, plan] of known ?? []) if (plan === used) known?.delete(key);
}

/** Forgets the plans for a schema: one that did not read its response to the end still holds parts of a row. */
export function forgetPlans({ schema }: Pick<ResponseShape, 'schema'>): void {
	plans.delete(schema);
}

function planResponse(
	shape: ResponseShape,
	{ format, prefix, projection }: PlanSettings,
	probed: readonly string[] | undefined,
	textBy: string | undefined,
): ResponsePlan | undefined {
	const { schema, rows } = shape;
	const contextOf = (onlyFilled: boolean) =>
		createPlanContext({ format, prefix, onlyFilled, cache: sharedCache() });
	const context = contextOf(projection.onlyFilled === true);
	const selection = selectionOf(projection.fields);
	const kind = kindOf(schema);
	const item = rowSchemaOf(shape, kind);
	const path = listPath(rows ?? '');
	const probe = item && probed && planValue(item, context, selectionOf(probed), path);
	const row = item && planValue(item, context, selection, path);
	if (kind.kind === 'list') {
		const record = undefined;
		return item && { context, record, row, rows: undefined, probe, textBy, schema: item };
	}
	if (kind.kind !== 'record') return undefined;
	if (rows === undefined) {
		const record = row ?? planValue(schema, context, selection, '');
		return { context, record, row, rows, probe, textBy, schema };
	}
	// What is around the rows is kept whole.
	const around = context.onlyFilled ? contextOf(false) : context;
	const record = planValue(schema, around, undefined, '');
	return row && { context, record, row, rows, probe, textBy, schema };
}

/** The record of which the response, or its list of rows, has many. */
function rowSchemaOf({ schema, rows, oneOrMany }: ResponseShape, kind: Kind): Schema | undefined {
	if (oneOrMany) return schema;
	const field = recordFieldOf(schema, rows);
	const list = kind.kind === 'list' ? kind : field && kindOf(field);
	return list?.kind === 'list' && kindOf(list.item).kind === 'record' ? list.item : undefined;
}

function recordFieldOf(schema: Schema, name: string | undefined): Schema | undefined {
	if (name === undefined) return undefined;
	return recordFields(schema).find((field) => field.name === name)?.schema;
}
