// What an answer of some shape consists of, planned once and used by all readers of that shape.
import { type Kind, kindOf, recordFields, type Schema } from '../../api/kinds';
import { once } from '../once';
import type { AnswerShape } from '../result';
import { planRecord, type RecordPlan } from './plan';
import type { Projection } from './projection';
import { createTexts } from './texts';

/** How an answer is read. */
export interface Program {
	/** The record that is the answer, if it is one. */
	readonly record?: RecordPlan;
	/** The record of which the answer is a list, or which are the rows of the answer. */
	readonly row?: RecordPlan;
	/** The field of the answer that holds the rows; without it, rows stand in a list of their own. */
	readonly rows?: string;
	/** The element name of a row in a list, and of a list. */
	readonly many: boolean;
}

const programs = new WeakMap<Schema, Map<string, Program | undefined>>();

/** One table serves all programs, since the same bytes are the same text wherever they stand. */
const sharedTexts = once(createTexts);

/** Plans are kept for so many selections of fields; then they are made anew. */
const MOST_SELECTIONS = 20;

/** The program of a shape; undefined where the fast readers have none. */
export function programOf(shape: AnswerShape, projection: Projection = {}): Program | undefined {
	const known = programs.get(shape.schema) ?? new Map<string, Program | undefined>();
	programs.set(shape.schema, known);
	const key = JSON.stringify([
		shape.rows,
		shape.oneOrMany,
		projection.fields,
		projection.onlyFilled,
	]);
	if (known.has(key)) return known.get(key);
	if (known.size >= MOST_SELECTIONS) known.clear();
	const program = createProgram(shape, projection);
	known.set(key, program);
	return program;
}

function createProgram(shape: AnswerShape, projection: Projection): Program | undefined {
	const texts = sharedTexts();
	const kind = kindOf(shape.schema);
	if (kind.kind === 'list') return listProgram(kind.item, projection, false);
	if (kind.kind !== 'record') return undefined;
	if (shape.oneOrMany) return listProgram(shape.schema, projection, true);
	if (shape.rows === undefined)
		return { record: planRecord(shape.schema, texts, projection), many: false };
	const row = rowOf(shape);
	return (
		row && {
			record: planRecord(shape.schema, texts),
			row: planRecord(row, texts, projection),
			rows: shape.rows,
			many: false,
		}
	);
}

function listProgram(item: Schema, projection: Projection, orOne: boolean): Program | undefined {
	if (kindOf(item).kind !== 'record') return undefined;
	const row = planRecord(item, sharedTexts(), projection);
	return { row, many: true, ...(orOne ? { record: row } : {}) };
}

function rowOf(shape: AnswerShape): Schema | undefined {
	const field = recordFields(shape.schema).find(({ name }) => name === shape.rows);
	const kind: Kind | undefined = field && kindOf(field.schema);
	return kind?.kind === 'list' && kindOf(kind.item).kind === 'record' ? kind.item : undefined;
}
