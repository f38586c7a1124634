// Completes a record by walking over its schema, so that a field added to api/ has data at once.
import { type Field, recordFields, type Schema } from '../../../api/schema/types';
import { guidFor, instant, type Random } from './random';
import { addressValues, contactValues, textMaker } from './vocabulary';

export type Values = Record<string, unknown>;
type Maker = (random: Random) => unknown;

function makerFor({ name, schema }: Field): Maker {
	switch (schema.kind) {
		case 'string':
			return textMaker(name);
		case 'integer':
		case 'byte':
			return (random) => random.integer(1, 12);
		case 'decimal':
			return (random) => random.integer(0, 50_000) / 100;
		case 'boolean':
			return (random) => random.chance(0.4);
		case 'date':
			return (random) => instant(random).text;
		case 'guid':
			return (random) => guidFor(random.integer(1, 1000), name, random.integer(1, 1000));
		case 'enum':
			return (random) => random.pick(schema.values);
		case 'list':
			return () => [];
		case 'record':
			return (random) => fill(schema, random);
		case 'opaque':
			return () => ({});
		default:
			return schema satisfies never;
	}
}

interface Plan {
	readonly makers: ReadonlyArray<readonly [name: string, make: Maker]>;
	/** An address and a contact are made as a whole, so that a city lies in its own country. */
	readonly wholes: ReadonlyArray<(random: Random) => Values>;
}

const plans = new WeakMap<Schema, Plan>();

function planFor(schema: Schema): Plan {
	const known = plans.get(schema);
	if (known) return known;
	const fields = recordFields(schema);
	const names = new Set(fields.map(({ name }) => name));
	const plan = {
		makers: fields.map((field) => [field.name, makerFor(field)] as const),
		wholes: [
			...(names.has('Street1') ? [addressValues] : []),
			...(names.has('Title') && names.has('Mobile') ? [contactValues] : []),
		],
	};
	plans.set(schema, plan);
	return plan;
}

// Nothing is changed before it was made.
function inOrder(record: Values): Values {
	const { CreatedOn, UpdatedOn } = record;
	if (typeof CreatedOn !== 'string' || typeof UpdatedOn !== 'string') return record;
	if (CreatedOn > UpdatedOn) Object.assign(record, { CreatedOn: UpdatedOn, UpdatedOn: CreatedOn });
	return record;
}

/** A record with the given fields, and every other one made up; `undefined` leaves a field out. */
export function fill(schema: Schema, random: Random, given: Values = {}): Values {
	const { makers, wholes } = planFor(schema);
	const known: Values = {};
	for (const whole of wholes) Object.assign(known, whole(random));
	Object.assign(known, given);
	const record: Values = {};
	for (const [name, make] of makers) {
		const value = name in known ? known[name] : make(random);
		if (value !== undefined) record[name] = value;
	}
	return inOrder(record);
}
