// What a person gave for a write in the node's parameters, not yet checked.
// What was left unset is absent here; an empty string that an expression gives is not unset.
import type { INode, INodeParameters } from 'n8n-workflow';

import type { WriteEndpoint } from '../../../api/endpoint';
import { type Field, isRecord, recordFields } from '../../../api/schema/types';
import type { Members } from '../../../client/publish/batches';
import { parameterError } from '../../shared/errors';
import { labelOf } from '../../shared/labels';
import { holdsExpression } from '../../shared/parameters';
import { quoted } from '../../shared/problems';
import type { Run } from '../run/run';

export type WriteRun = Run<WriteEndpoint>;

/** The group of a fixed collection that holds its entries, and the collection within an entry for fields that few need. */
export const entryGroup = 'values';
export const additionalFields = 'additionalFields';

function membersOf(value: unknown): Members {
	return isRecord(value) ? value : {};
}

/** An entry of a fixed collection; parameters that were left empty are unset. */
function entryOf(given: unknown, saved: Members, keepsEmpty: boolean): Members {
	const { [additionalFields]: others, ...plain } = membersOf(given);
	const filled = Object.entries(plain).filter(
		([name, value]) => keepsEmpty || value !== '' || holdsExpression(saved[name]),
	);
	return { ...Object.fromEntries(filled), ...membersOf(others) };
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

function unlessUnset(field: Field, value: unknown, saved: unknown): unknown {
	if (value === '' && !holdsExpression(saved)) return undefined;
	const kind = field.schema;
	if (kind.kind === 'record' && isRecord(value)) {
		return Object.keys(value).length === 0 ? undefined : value;
	}
	if (kind.kind !== 'list') return value;
	if (Array.isArray(value)) return value.length === 0 ? undefined : value;
	if (!isRecord(value)) return value;
	return entriesOf(
		value,
		saved,
		recordFields(kind.item).some(({ undocumentedCode }) => undocumentedCode),
	);
}

/**
 * An expression that chooses nothing must not choose everything: the service takes a choice that is left out for all.
 *
 * @throws NodeOperationError that names the parameter
 */
function refuseEmptyChoice(
	node: INode,
	parameter: string,
	{ schema }: Field,
	given: unknown,
): void {
	const item = schema.kind === 'list' ? schema.item : schema;
	if (schema.kind !== 'list' || !('codes' in item && item.codes)) return;
	if (
		Array.isArray(given) ? given.length > 0 : given !== '' && given !== null && given !== undefined
	)
		return;
	throw parameterError(
		node,
		`${quoted(labelOf(parameter))} is an empty list, which the service would read as all of them. Choose at least one, or remove the parameter`,
	);
}

/** The parameters that fill fields of the body, and those fields. */
export function fillsOf(endpoint: WriteEndpoint): Array<{ parameter: string; field: Field }> {
	const fields = new Map(recordFields(endpoint.body).map((field) => [field.name, field]));
	return Object.entries(endpoint.bodyParameters).flatMap(([parameter, name]) => {
		const field = fields.get(name);
		return field ? [{ parameter, field }] : [];
	});
}

/** Whether a parameter says which list or record is written; these also show beside a JSON body. */
export function identifies({ schema }: Field): boolean {
	return schema.kind === 'string';
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
		// An expression that finds nothing leaves its field unset; only a null that an item holds is sent.
		const given = run.parameters(parameter, itemIndex);
		if (holdsExpression(saved[parameter])) refuseEmptyChoice(run.node, parameter, field, given);
		const value = unlessUnset(field, given, saved[parameter]);
		if (value !== undefined) members[field.name] = value;
	}
	return members;
}

/** The body as the node's fields give it, without records from items. */
export function givenFields(run: WriteRun, itemIndex: number): Record<string, unknown> {
	const { endpoint, parameters } = run;
	const others =
		endpoint.otherFields === undefined ? {} : parameters(endpoint.otherFields, itemIndex, {});
	return { ...filled(run, itemIndex, () => true), ...membersOf(others) };
}

/** What the identifying parameters give, for a JSON body that leaves them out. */
export function givenIdentity(run: WriteRun, itemIndex: number): Record<string, unknown> {
	return filled(run, itemIndex, identifies);
}
