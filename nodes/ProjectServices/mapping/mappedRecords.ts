// The records of input items, as a person mapped them.
import type { ResourceMapperField } from 'n8n-workflow';

import type { RecordValue } from '../../../wire/result';
import {
	computedParameter,
	fieldOf,
	holdsExpression,
	referredField,
} from '../../shared/expressions';
import type { WriteInput } from '../input';

export const RECORD_PARAMETER = 'record';

interface SavedMapping {
	readonly mappingMode?: unknown;
	readonly value?: RecordValue | null;
	readonly schema?: readonly ResourceMapperField[];
}

// n8n takes a tenth of a millisecond for each expression; a field of the item can be taken directly.
// Without skipValidation, n8n would convert the values itself and round numbers on the way.
function valueOf(
	{ context }: WriteInput,
	name: string,
	saved: unknown,
): (itemIndex: number) => unknown {
	if (!holdsExpression(saved)) return () => saved;
	const referred = referredField(saved);
	if (referred !== undefined) {
		const items = context.getInputData();
		return (itemIndex) => fieldOf(items[itemIndex].json, referred);
	}
	const path = `${RECORD_PARAMETER}.value`;
	const resolve = (parameter: string, itemIndex: number): unknown =>
		computedParameter(context, parameter, itemIndex, null, { skipValidation: true });
	// Dots and brackets have a meaning of their own in the path of a parameter.
	return /[.[\]]/.test(name)
		? (itemIndex) => (resolve(path, itemIndex) as RecordValue)[name]
		: (itemIndex) => resolve(`${path}.${name}`, itemIndex);
}

/** Makes the reader of the records of input items, not yet checked. */
export function recordReader(input: WriteInput) {
	const saved = (input.node.parameters[RECORD_PARAMETER] ?? {}) as SavedMapping;
	const isWholeItem = saved.mappingMode === 'autoMapInputData';
	const items = input.context.getInputData();
	// The editor saves null for a field that was never set, and false for a switch that was never shown.
	const isHidden = (name: string) =>
		saved.schema?.some(({ id, removed }) => id === name && removed);
	const values = Object.entries(saved.value ?? {})
		.filter(([name, value]) => value !== null && !(value === false && isHidden(name)))
		.map(([name, value]) => [name, valueOf(input, name, value)] as const);
	const read = (itemIndex: number): RecordValue =>
		isWholeItem
			? items[itemIndex].json
			: Object.fromEntries(values.map(([name, valueFor]) => [name, valueFor(itemIndex)]));
	return { read, isWholeItem };
}
