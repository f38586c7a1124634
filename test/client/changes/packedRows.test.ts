// The packed rows that are saved, at the size that the docs state.
import { fc } from '../../fastCheck.mjs';
import { pack, packedRows, type PackedRow } from '../../../client/changes/packedRows';

const row = fc.record({
	key: fc.oneof(
		fc.uuid(),
		fc.uuid().map((id) => id.toUpperCase()),
		fc.uuid().map((id) => `A${id.slice(1)}`),
		fc.string({ unit: 'grapheme' }).map((text) => `\0a${text}\0${text.length}`),
		fc.string({ minLength: 230, maxLength: 400 }).map((text) => `L${text}`),
		fc.string({ unit: 'grapheme' }).map((text) => `S${text}\ud800`),
	),
	signature: fc
		.uint8Array({ minLength: 8, maxLength: 8 })
		.map((bytes) => Buffer.from(bytes).toString('latin1')),
	flags: fc.nat(255),
});

const packed = (rows: readonly PackedRow[]) =>
	pack(new Map(rows.map((each, index) => [`${index}`, each])));
const valuesOf = (rows: ReadonlyMap<string, PackedRow>) => [...rows.values()];

it('holds any keys, signatures and flags, in their order', () => {
	const byKey = (rows: readonly PackedRow[]) => [
		...new Map(rows.map((each) => [each.key.toLowerCase(), each])).values(),
	];
	fc.assert(
		fc.property(fc.array(row).map(byKey), (rows) => {
			expect(valuesOf(packedRows.parse(packed(rows)))).toEqual(rows);
		}),
	);
	expect(packedRows.parse(pack(new Map())).size).toBe(0);
});

it('takes 36 characters for a GUID with its signature', () => {
	const rows = fc.sample(fc.uuid(), 300).map((key) => ({ key, signature: '12345678', flags: 1 }));
	expect(packed(rows).length / rows.length).toBeLessThan(36);
});

it.each([4, 20, 24, 30, 1000])('that was cut off by %i characters cannot be read', (missing) => {
	for (const key of ['6f9619ff-8b86-d011-b42d-00c04fc964ff', 'x'.repeat(300)]) {
		const cut = packed([{ key, signature: '12345678', flags: 0 }]).slice(0, -missing);
		expect(packedRows.safeParse(cut).success).toBe(false);
	}
});
