// What a person gave for a write: the node's parameters and the input items, not yet checked.
// What was left unset is absent here; an empty text that an expression gives is not unset.
import type { INodeParameters } from 'n8n-workflow';

import type { WriteEndpoint } from '../../api/endpoint';
import { type Field, kindOf, recordFields } from '../../api/kinds';
import type { Members } from './batches';
import { labelOf } from './labels';
import { holdsExpression } from './parameters';
import type { Run } from './run';

export type WriteRun = Run<WriteEndpoint>;

/** The group of a fixed collection that holds its entries, and the entry's collection of rarer fields. */
export const entryGroup = 'values';
export const rarerFields = 'additionalFields';

function isMembers(value: unknown): value is Members {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function membersOf(value: unknown): Members {
	return isMembers(value) ? value : {};
}

/** Whether an entry of a collection is one that the document only knows by a number, with a Value. */
export function isNumbered(fields: readonly Field[], endpoint: WriteEndpoint): boolean {
	return fields.some(({ name }) => endpoint.leavesOpen?.includes(name));
}

/** An entry of a fixed collection; boxes that were left empty are unset. */
function entryOf(given: unknown, saved: Members, keepsEmpty: boolean): Members {
	const { [rarerFields]: rarer, ...plain } = membersOf(given);
	const filled = Object.entries(plain).filter(
		([name, value]) => keepsEmpty || value !== '' || holdsExpression(saved[name]),
	);
	return { ...Object.fromEntries(filled), ...membersOf(rarer) };
}

function entriesOf(value: Members, saved: unknown, keepsEmpty: boolean): Members[] | undefined {
	const entries = value[entryGroup];
	if (!Array.isArray(entries) || entries.length === 0) return undefined;
	const savedEntries = membersOf(saved)[entryGroup];
	const given = entries.map((entry: unknown, index) =>
		entryOf(
			entry,
			membersOf(Array.isArray(savedEntries) ? savedEntries[index] : undefined),
			keepsEmpty,
		),
	);
	// An entry that was added and left empty is unset as a whole.
	const filledIn = given.filter((entry) => Object.keys(entry).length > 0);
	return filledIn.length === 0 ? undefined : filledIn;
}

function unlessUnset(
	field: Field,
	value: unknown,
	saved: unknown,
	endpoint: WriteEndpoint,
): unknown {
	if (value === '' && !holdsExpression(saved)) return undefined;
	const kind = kindOf(field.schema);
	if (kind.kind === 'record' && isMembers(value)) {
		return Object.keys(value).length === 0 ? undefined : value;
	}
	if (kind.kind !== 'list') return value;
	if (Array.isArray(value)) return value.length === 0 ? undefined : value;
	if (!isMembers(value)) return value;
	return entriesOf(value, saved, isNumbered(recordFields(kind.item), endpoint));
}

/**
 * An expression that chooses nothing must not choose everything: the service takes a choice that is left out for all.
 *
 * @throws Error that names the parameter
 */
function refuseEmptyChoice(parameter: string, { schema }: Field, given: unknown): void {
	const kind = kindOf(schema);
	const item = kind.kind === 'list' ? kindOf(kind.item) : kind;
	if (kind.kind !== 'list' || !('codes' in item && item.codes)) return;
	if (Array.isArray(given) ? given.length > 0 : given !== '') return;
	throw new Error(
		`${labelOf(parameter)} is an empty list, which the service would take for all. Choose at least one or remove the parameter`,
	);
}

/** The parameters that fill fields of the body, and those fields. */
export function fillsOf(endpoint: WriteEndpoint): Array<{ parameter: string; field: Field }> {
	const fields = new Map(recordFields(endpoint.body).map((field) => [field.name, field]));
	return Object.entries(endpoint.fills).flatMap(([parameter, name]) => {
		const field = fields.get(name);
		return field ? [{ parameter, field }] : [];
	});
}

/** Whether a parameter says which list or record is written; these show beside a JSON body, too. */
export function identifies({ schema }: Field): boolean {
	return kindOf(schema).kind === 'text';
}

/** Whether a parameter is the one of two by which a person chose to identify the record. */
function isChosen(run: WriteRun, parameter: string, itemIndex: number): boolean {
	const { identifyBy } = run.endpoint;
	if (!identifyBy?.includes(parameter)) return true;
	return run.parameters('identifyBy', itemIndex, identifyBy[0]) === parameter;
}

function filled(
	run: WriteRun,
	itemIndex: number,
	wanted: (field: Field) => boolean,
): Record<string, unknown> {
	const saved: INodeParameters = run.node.parameters;
	const members: Record<string, unknown> = {};
	for (const { parameter, field } of fillsOf(run.endpoint)) {
		if (!wanted(field) || saved[parameter] === undefined) continue;
		if (!isChosen(run, parameter, itemIndex)) continue;
		const given = run.parameters(parameter, itemIndex, null);
		if (holdsExpression(saved[parameter])) refuseEmptyChoice(parameter, field, given);
		const value = unlessUnset(field, given, saved[parameter], run.endpoint);
		if (value !== undefined) members[field.name] = value;
	}
	return members;
}

/** The body as the node's fields give it, without records from items. */
export function givenFields(run: WriteRun, itemIndex: number): Record<string, unknown> {
	const { endpoint, parameters } = run;
	const others = endpoint.others === undefined ? {} : parameters(endpoint.others, itemIndex, {});
	return { ...filled(run, itemIndex, () => true), ...membersOf(others) };
}

/** What the node's identifying fields give, for a body of one's own that leaves them out. */
export function givenIdentity(run: WriteRun, itemIndex: number): Record<string, unknown> {
	return filled(run, itemIndex, identifies);
}
