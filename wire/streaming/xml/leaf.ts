// The values of XML elements that have no elements in them.
import { isLongNumber } from '../../drift';
import { readScalar } from '../../xml/read';
import { recordPlanOf } from '../plans/createPlan';
import type { Cursor } from '../bytes/cursor';
import { type FieldPlan, NUMBER, STRING, type ValuePlan } from '../plans/plan';
import { beginRecord, makeRecord, noteRetyped } from '../records/record';

/** The value of an element without content. */
export function emptyValue(cursor: Cursor, value: ValuePlan): unknown {
	return value.kind === 'list' ? [] : textValue(cursor, value, undefined, '');
}

/** The value of an element without elements. */
export function textValue(
	cursor: Cursor,
	value: ValuePlan,
	field: FieldPlan | undefined,
	text: string,
): unknown {
	switch (value.kind) {
		case 'record': {
			if (text.trim() === '') {
				const plan = recordPlanOf(value, cursor.depth);
				beginRecord(plan);
				return makeRecord(cursor, plan);
			}
			if (field) noteRetyped(cursor, field);
			return text;
		}
		case 'opaque':
			return text.trim() === '' ? {} : text;
		case 'undocumented':
			return text;
		case 'list':
			if (text.trim() === '') return [];
			if (field) noteRetyped(cursor, field);
			return text;
		case 'string':
		case 'enum':
		case 'date':
		case 'guid':
		case 'integer':
		case 'byte':
		case 'decimal':
		case 'boolean': {
			const scalar = readScalar(value.kind, text);
			if (field && typeof scalar === 'string' && (value.expects & STRING) === 0) {
				noteText(cursor, value, field, scalar);
			}
			return scalar;
		}
		default:
			return value.kind satisfies never;
	}
}

/** Notes a text in place of a boolean or number, unless it is a number with many digits. */
export function noteText(cursor: Cursor, value: ValuePlan, field: FieldPlan, text: string): void {
	if ((value.expects & NUMBER) === 0 || !isLongNumber(text)) noteRetyped(cursor, field);
}
