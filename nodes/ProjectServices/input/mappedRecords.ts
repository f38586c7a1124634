// The record that each input item gives to a publish: mapped field by field, or taken from the item as it is.
import type { INodeExecutionData, ResourceMapperField } from 'n8n-workflow';

import type { Members } from '../../../client/publish/batches';
import {
	computedParameter,
	fieldOf,
	holdsExpression,
	referredField,
} from '../../shared/parameters';
import type { WriteRun } from './parameters';

/** The name of the resource mapper's parameter. */
export const recordParameter = 'record';

/** What the editor saves of a resource mapper. */
interface SavedMapping {
	readonly mappingMode?: unknown;
	readonly value?: Members | null;
	readonly schema?: readonly ResourceMapperField[];
}

export interface RecordReader {
	/** The record of an input item, not yet checked. */
	read(itemIndex: number): Members;
	/** Whether a record is its whole input item. */
	readonly isWholeItem: boolean;
	/** Fields of input items that were left out because the record does not have them. */
	readonly ignored: ReadonlySet<string>;
}

/** Fields of the saved mapping that were never set: the editor saves null for them. */
function unsetFields({ value, schema }: SavedMapping): Set<string> {
	const hidden = new Set((schema ?? []).filter(({ removed }) => removed).map(({ id }) => id));
	const unset = Object.entries(value ?? {}).filter(
		([name, saved]) => saved === null || (saved === false && hidden.has(name)),
	);
	return new Set(unset.map(([name]) => name));
}

/** Gives a field's value for an input item. */
type Source = (itemIndex: number) => unknown;

// n8n takes a tenth of a millisecond for each expression; a field of the item can be taken directly.
// Without skipValidation, n8n would convert the values itself and round numbers on the way.
function sourceOf(run: WriteRun, name: string, saved: unknown): Source {
	const { context } = run;
	if (!holdsExpression(saved)) return () => saved;
	const referred = referredField(saved);
	if (referred !== undefined) {
		const items = context.getInputData();
		return (itemIndex) => fieldOf(items[itemIndex].json, referred);
	}
	const path = `${recordParameter}.value`;
	const resolve = (parameter: string, itemIndex: number): unknown =>
		computedParameter(context, parameter, itemIndex, null, { skipValidation: true });
	// Dots and brackets have a meaning of their own in the path of a parameter.
	return /[.[\]]/.test(name)
		? (itemIndex) => (resolve(path, itemIndex) as Members)[name]
		: (itemIndex) => resolve(`${path}.${name}`, itemIndex);
}

function mappedRecords(run: WriteRun, mapping: SavedMapping): RecordReader {
	const unset = unsetFields(mapping);
	const sources = Object.entries(mapping.value ?? {})
		.filter(([name]) => !unset.has(name))
		.map(([name, saved]) => [name, sourceOf(run, name, saved)] as const);
	return {
		read: (itemIndex) =>
			Object.fromEntries(sources.map(([name, source]) => [name, source(itemIndex)])),
		isWholeItem: false,
		ignored: new Set(),
	};
}

/** Whole input items; fields that the record does not have are refused by the check, unless they are ignored. */
function wholeItems(
	items: readonly INodeExecutionData[],
	known: ReadonlySet<string>,
	ignoresUnknown: boolean,
): RecordReader {
	const ignored = new Set<string>();
	const read = (itemIndex: number): Members => {
		const { json } = items[itemIndex];
		if (!ignoresUnknown) return json;
		const kept = Object.entries(json).filter(([name]) => {
			if (!known.has(name)) ignored.add(name);
			return known.has(name);
		});
		return Object.fromEntries(kept);
	};
	return { read, isWholeItem: true, ignored };
}

/**
 * Makes the reader of the records.
 *
 * @param names every name by which a field of the record may be given
 */
export function recordReader(
	run: WriteRun,
	names: readonly string[],
	ignoresUnknown: boolean,
): RecordReader {
	const mapping = (run.node.parameters[recordParameter] ?? {}) as SavedMapping;
	return mapping.mappingMode === 'autoMapInputData'
		? wholeItems(run.context.getInputData(), new Set(names), ignoresUnknown)
		: mappedRecords(run, mapping);
}
