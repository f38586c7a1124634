// Random publishes against the simulated service: what the plan says is what happens, field by field.
import type { INodeParameters } from 'n8n-workflow';

import { findEndpoint } from '../../../../../api';
import { recordSchema } from '../../../../../api/endpoint';
import { isRecord, recordFields, type Schema } from '../../../../../api/schema/types';
import { fc } from '../../../../fastCheck';
import type { Sandbox } from '../../../../sandbox/server.mjs';
import { sampleClientIds, sampleIds, type StoredType } from '../../../../sandbox/state';
import { sendableRecord } from '../../sendableRecord';
import { withSandbox } from '../support.mjs';
import { automatic } from './writing.mjs';

let sandbox: Sandbox;
const run = withSandbox((started) => {
	sandbox = started;
});

type Values = Record<string, unknown>;

/** A value as the service means it, by other means than the node's: moments of dates, exact numbers, one kind of nothing. */
function meaning(value: unknown, schema: Schema): unknown {
	if (value === undefined || value === null || value === '') return undefined;
	switch (schema.kind) {
		case 'date': {
			const [, whole = '', fraction = '', offset = ''] =
				/^(.{19})(?:\.(\d+))?(.*)$/.exec(String(value)) ?? [];
			if (whole.startsWith('0001')) return undefined;
			return `${Date.parse(`${whole}${offset || 'Z'}`)} ${fraction.padEnd(9, '0')}`;
		}
		case 'integer':
			return String(BigInt(value as string | number));
		case 'decimal':
			return String(value).replace(/^(-?)0+(?=\d)/, '$1');
		case 'guid':
			return String(value).toLowerCase();
		case 'list': {
			const members = (value as unknown[]).map((member) => meaning(member, schema.item) ?? null);
			return members.length === 0 ? undefined : members;
		}
		case 'record': {
			const members = recordFields(schema).flatMap((field) => {
				const inner = meaning((value as Values)[field.name], field.schema);
				return inner === undefined ? [] : [[field.name, inner]];
			});
			return members.length === 0 ? undefined : Object.fromEntries(members);
		}
		default:
			return value;
	}
}

/** The fields that differ, those of nested records by their paths. */
function differences(before: Values, after: Values, schema: Schema, above = ''): string[] {
	return recordFields(schema).flatMap(({ name, schema: inner }) => {
		const [a, b] = [before[name], after[name]];
		if (inner.kind === 'record') {
			const part = (value: unknown) => (isRecord(value) ? value : {});
			return differences(part(a), part(b), inner, `${above}${name}.`);
		}
		const same = JSON.stringify(meaning(a, inner)) === JSON.stringify(meaning(b, inner));
		return same ? [] : [`${above}${name}`];
	});
}

interface Target {
	readonly type: StoredType;
	readonly ids: readonly string[];
	readonly id: string;
	readonly parameters: INodeParameters;
	/** A list of which the service keeps what is not sent: that is not documented. */
	readonly merged?: string;
}

const clients = sampleClientIds(1, 3);
const [firstClient = ''] = clients;
const newGuid = '5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b01';
/** What the service sets by itself, unless it is sent. */
const stamps = ['UpdatedOn', 'UpdatedOnTicks', 'CreatedOn'];
const body = { dataMode: 'json', body: '={{ $json }}' };

const targets: Readonly<Record<string, Target>> = {
	'client/publish': {
		type: 'client',
		ids: [...clients, firstClient.toUpperCase(), newGuid],
		id: 'Id',
		parameters: { listId: 'L', listName: 'N', record: automatic },
	},
	'productCatalog/publish': {
		type: 'product',
		ids: [],
		id: 'Id',
		parameters: { catalogId: sampleIds.catalog, catalogName: 'N', record: automatic },
	},
	'timeSheet/update': {
		type: 'timeSheet',
		ids: [sampleIds.timeSheet],
		id: 'Id',
		parameters: { record: automatic },
		merged: 'Entries',
	},
	'task/update': {
		type: 'task',
		ids: [sampleIds.task],
		id: 'TaskId',
		parameters: body,
		merged: 'Resources',
	},
	'serviceOrder/update': {
		type: 'serviceOrder',
		ids: [sampleIds.serviceOrder],
		id: 'ServiceOrderId',
		parameters: body,
	},
};

interface Predicted {
	readonly action: string;
	readonly key: string;
	readonly changes?: ReadonlyArray<{ field: string; before: unknown; after: unknown }>;
}

/** The value under a path; null where what is around it is null. */
function valueAt(record: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : null), record);
}

const lower = (id: string) => id.toLowerCase();

test.each(Object.entries(targets))('%s', async (address, target) => {
	const [resource = '', operation = ''] = address.split('/');
	const endpoint = findEndpoint(resource, operation);
	if (endpoint?.kind !== 'write') throw new Error(`${address} is not a write.`);
	const read = findEndpoint(resource, endpoint.readBy?.operation ?? '');
	if (!read) throw new Error(`${address} has no read.`);
	const sent = recordSchema(endpoint);
	const readable = recordSchema(read);
	const products = [...(sandbox.state.catalogs.get(sampleIds.catalog)?.products.keys() ?? [])];
	const ids = target.ids.length > 0 ? target.ids : [...products.slice(0, 4), newGuid];
	const record = sendableRecord(sent, { xmlText: true });
	const fieldName = fc.constantFrom(...recordFields(sent).map(({ name }) => name));
	const item = fc.record({
		id: fc.constantFrom(...ids),
		random: record,
		// Which fields are as the service has them.
		kept: fc.array(fieldName),
		names: fc.array(fieldName, { maxLength: 4 }),
	});
	const publish = async (items: readonly object[], requestFormat: string, options: object = {}) =>
		await run(
			address,
			{ ...target.parameters, options: options as INodeParameters },
			{ items, service: { requestFormat, maxRetries: 0 } },
		);
	const seen = new Set<string>();
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: ({ id }) => lower(id) }),
			fc.constantFrom('json', 'xml'),
			async (given, requestFormat) => {
				sandbox.reset();
				const before = new Map(given.map(({ id }) => [id, sandbox.find(target.type, id)]));
				const items = given.map(({ id, kept, names, random }) => {
					const held = before.get(id) ?? {};
					const required = recordFields(sent).filter((field) => field.required);
					const chosen = [...names, ...required.map(({ name }) => name)];
					const values = Object.fromEntries(chosen.map((name) => [name, random[name]]));
					const same = Object.fromEntries(
						kept.filter((name) => held[name] !== undefined).map((name) => [name, held[name]]),
					);
					const fallback =
						resource === 'task' || resource === 'serviceOrder' ? { Contact: {} } : {};
					const all = { ...fallback, ...values, ...same, [target.id]: id };
					const filled = Object.entries(all).filter(([, value]) => value !== undefined);
					return Object.fromEntries(filled) as Values;
				});
				const plan = { dryRun: true, onlyChanged: true };
				const dry = await publish(items, requestFormat, plan);
				const real = await publish(items, requestFormat);
				// What the check refuses, it refuses in both.
				expect(dry.error?.message).toBe(real.error?.message);
				if (real.error) return;
				expect(dry.json).toHaveLength(items.length);
				for (const [index, prediction] of (dry.json as Predicted[]).entries()) {
					const { id } = given[index] ?? { id: '' };
					const was = before.get(id);
					const is = sandbox.find(target.type, id) ?? {};
					const { action, changes = [] } = prediction;
					seen.add(action);
					expect(prediction.key).toBe(id);
					if (!was) {
						expect(['create', 'unknown']).toContain(action);
						continue;
					}
					const own = [...stamps.filter((name) => !(name in (items[index] ?? {}))), target.merged];
					const isCompared = (path: string) => path !== 'Id' && !own.includes(path);
					const differing = differences(was, is, readable).filter(isCompared);
					const predicted = changes.filter(({ field }) => isCompared(field));
					expect(predicted.map(({ field }) => field).sort()).toEqual(differing.sort());
					for (const { field, before, after } of predicted) {
						expect(before).toEqual(valueAt(was, field) ?? null);
						const entered: unknown = JSON.parse(JSON.stringify(valueAt(items[index], field)));
						// A number that identifies a record is sent without white space around it.
						const isKey = field === 'Number' && typeof entered === 'string';
						expect(after).toEqual(isKey ? entered.trim() : entered);
					}
					expect(action === 'update').toBe(changes.length > 0);
				}
			},
		),
		{ numRuns: 25 },
	);
	expect(seen.has('update')).toBe(true);
});
