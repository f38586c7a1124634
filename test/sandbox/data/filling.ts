// Completes a record by walking over its schema, so that a field added to api/ has data immediately.
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

type Makers = ReadonlyArray<readonly [name: string, make: Maker]>;

const makersOf = new WeakMap<Schema, Makers>();

/** A record with these fields, and every other one made up; `undefined` leaves a field out. */
export function fill(schema: Schema, random: Random, given: Values = {}): Values {
	const makers =
		makersOf.get(schema) ??
		recordFields(schema).map((field): Makers[number] => [field.name, makerFor(field)]);
	makersOf.set(schema, makers);
	const has = (wanted: string) => makers.some(([name]) => name === wanted);
	// An address and a contact are made as a whole, so that a city lies in its own country.
	const known: Values = {
		...(has('Street1') && addressValues(random)),
		...(has('Title') && has('Mobile') && contactValues(random)),
		...given,
	};
	const record: Values = {};
	for (const [name, make] of makers) {
		const value = name in known ? known[name] : make(random);
		if (value !== undefined) record[name] = value;
	}
	const { CreatedOn, UpdatedOn } = record;
	const isLater = typeof CreatedOn === 'string' && CreatedOn > String(UpdatedOn ?? CreatedOn);
	return isLater ? Object.assign(record, { CreatedOn: UpdatedOn, UpdatedOn: CreatedOn }) : record;
}
