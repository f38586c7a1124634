// The packed tables that are saved, at the size that the docs state.
import { fc } from '../../fastCheck';
import { savedForm, savedKeys, savedTable } from '../../../client/changes/packedTables';

const signature = fc
	.uint8Array({ minLength: 8, maxLength: 8 })
	.map((bytes) => Buffer.from(bytes).toString('latin1'));
const key = fc.oneof(
	fc.uuid(),
	fc.uuid().map((id) => id.toUpperCase()),
	fc.uuid().map((id) => `A${id.slice(1)}`),
	fc.string({ unit: 'grapheme' }),
	fc.string({ minLength: 230, maxLength: 400 }),
	fc.string({ unit: 'grapheme' }).map((text) => `${text}\ud800`),
);

const pack = (value: ReadonlyMap<string, string> | ReadonlySet<string>) => String(savedForm(value));

describe('a packed table', () => {
	it('holds any keys and signatures, in their order', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(key, signature)), (pairs) => {
				const rows = new Map(pairs);
				expect([...savedTable.parse(pack(rows))]).toEqual([...rows]);
				expect([...savedKeys.parse(pack(new Set(rows.keys())))]).toEqual([...rows.keys()]);
			}),
		);
	});

	it('takes 34 characters for a GUID with its signature, and 23 for one alone', () => {
		const ids = fc.sample(fc.uuid(), 300);
		const rows = new Map(ids.map((id) => [id, '12345678']));
		expect(pack(rows).length / rows.size).toBeLessThan(34);
		expect(pack(new Set(ids)).length / rows.size).toBeLessThan(23);
	});

	it.each([4, 20, 24, 30])('that was cut off by %i characters cannot be read', (missing) => {
		const long = 'x'.repeat(300);
		for (const key of ['6f9619ff-8b86-d011-b42d-00c04fc964ff', long]) {
			const cut = pack(new Map([[key, '12345678']])).slice(0, -missing);
			expect(savedTable.safeParse(cut).success).toBe(false);
		}
		for (const cut of [pack(new Set([long])).slice(0, -missing), pack(new Set([long])).slice(0, 4)])
			expect(savedKeys.safeParse(cut).success).toBe(false);
	});
});
