// Rows that are written like the ones before: fields that are null one after the other, and blocks of documented ones.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BLOCK, FIELD_BLOCKS } from '../../../../api/fieldBlocks';
import { recordFields } from '../../../../api/schema/types';
import { fieldBlocksFile, fieldBlocksText } from '../../../../scripts/fieldBlocks';
import { MAX_NULL_BYTES } from '../../../../wire/streaming/records/nulls';
import { createWindow, isReadToEnd, take } from '../../../../wire/streaming/window';
import { randomFrom } from '../support/random';
import { readBothWays, rowSchema, shapeOf } from '../support/readers';
import { type ResponsePlan, responsePlanOf } from '../../../../wire/streaming/plans/responsePlan';

const shape = shapeOf('productCatalog/get');
const names = recordFields(rowSchema(shape)).map(({ name }) => name);
const blockCount = Math.floor(names.length / BLOCK);

function catalogOf(rows: readonly string[]): Buffer {
	return Buffer.from(`{"Name":"c","Products":[${rows.join()}]}`);
}

/** Reads rows both ways, and compares them with the order of their fields. */
function expectSame(rows: readonly string[], cuts: readonly number[], onlyFilled = false): void {
	const bytes = catalogOf(rows);
	for (const cut of cuts) {
		const { fast, reference } = readBothWays(shape, bytes, () => cut, {
			projection: { onlyFilled },
		});
		expect(JSON.stringify(fast)).toBe(JSON.stringify(reference));
	}
}

const NULLS = '"A":null,"B":null,"C":null,"D":null,"E":null';

const followers: ReadonlyArray<readonly [string, string]> = [
	['the same', `{"Id":"2",${NULLS},"F":1}`],
	['one of them with a value', '{"Id":"2","A":null,"B":null,"C":7,"D":null,"E":null,"F":1}'],
	['the first with a value', '{"Id":"2","A":0,"B":null,"C":null,"D":null,"E":null,"F":1}'],
	['the last with a value', '{"Id":"2","A":null,"B":null,"C":null,"D":null,"E":"e","F":1}'],
	['fewer of them', '{"Id":"2","A":null,"B":null}'],
	['more of them', `{"Id":"2",${NULLS},"G":null,"H":null,"F":1}`],
	['another order', '{"Id":"2","B":null,"A":null,"C":null,"D":null,"E":null,"F":1}'],
	['white space', '{ "Id": "2", "A": null, "B": null, "C": null, "D": null, "E": null, "F": 1 }'],
	['one of them again, with a value', `{"Id":"2",${NULLS},"C":3,"F":1}`],
	['one of them before, with a value', `{"C":3,"Id":"2",${NULLS},"F":1}`],
	['the end after them', `{"Id":"2",${NULLS}}`],
	['nothing but them', `{${NULLS}}`],
	['no fields', '{}'],
];

test.each(followers)('after nulls comes a row with %s', (_, row) => {
	const first = `{"Id":"1",${NULLS},"F":1}`;
	const cuts = [1, 2, 3, 5, 8, 13, 64, 1000];
	expectSame([first, first, row, first, row, row], cuts);
	expectSame([first, first, row, first, row, row], cuts, true);
});

test('what follows nulls that were compared has to be in order', () => {
	const first = `{"Id":"1",${NULLS},"F":1}`;
	for (const wrong of [
		`{"Id":"2",${NULLS}x}`,
		`{"Id":"2",${NULLS},,"F":1}`,
		`{"Id":"2",${NULLS}`,
	]) {
		const { fast, reference } = readBothWays(shape, catalogOf([first, first, wrong]), () => 9);
		expect(reference.ok).toBe(false);
		expect(fast).toEqual(reference);
	}
});

test('names that are escaped, or have other letters, are read also where they are null', () => {
	const nulls = '"\\u0041":null,"Größe":null,"B\\/C":null,"D":null,"E":null,"__proto__":null';
	expectSame([`{"Id":"1",${nulls}}`, `{"Id":"2",${nulls}}`], [1, 4, 1000]);
});

test('nulls in nested records are those of the records before, too', () => {
	const row = (id: number) =>
		`{"Id":"${id}","Own":{${NULLS},"List":[{${NULLS}},{${NULLS},"F":${id}}]},${NULLS}}`;
	expectSame([row(1), row(2), row(3)], [1, 7, 1000]);
});

function planAfter(rows: readonly string[]): ResponsePlan {
	let plan: ResponsePlan | undefined;
	const window = createWindow({
		planOf: (settings) => (plan = responsePlanOf(shape, { ...settings, projection: {} })),
		isMatch: () => true,
	});
	take(window, catalogOf(rows));
	expect(isReadToEnd(window)).toBe(true);
	if (!plan) throw new Error('There is no plan.');
	return plan;
}

test('nulls are remembered for one response, and not without end', () => {
	const rows = Array.from({ length: 3000 }, (_, index) => `{"Id${index % 900}":1,${NULLS}}`);
	const { context, row } = planAfter(rows);
	expect(context.nullBytes).toBeLessThan(MAX_NULL_BYTES);
	expect(context.nullBytes).toBeGreaterThanOrEqual(0);
	const remembered = row?.record?.fields.filter(({ nulls }) => nulls) ?? [];
	expect(remembered.length).toBeGreaterThan(100);
	expect(remembered.length * NULLS.length).toBeLessThanOrEqual(MAX_NULL_BYTES);
	const later = planAfter(['{"Id":"1"}']);
	expect(later.row?.record?.fields.some(({ nulls }) => nulls)).toBe(false);
});

test('the code that stores fields is as generated, and knows all rows that come in pages', () => {
	const text = readFileSync(path.resolve(__dirname, '../../../..', fieldBlocksFile), 'utf8');
	expect(text).toBe(fieldBlocksText());
	const inBlocks = names.slice(0, blockCount * BLOCK);
	expect(FIELD_BLOCKS.flatMap((block) => block.names)).toEqual(expect.arrayContaining(inBlocks));
});

test('blocks are used as long as the objects before them have few shapes', () => {
	const complete = names.map((name) => `"${name}":null`);
	const blocksAfter = (...fields: readonly string[]): number => {
		const shapes = planAfter([`{${fields.join()}}`]).row?.record?.shapes;
		return shapes?.last.blocks ?? 0;
	};
	const withOneMore = (name: string) => complete.toSpliced(BLOCK * 2, 0, `"${name}":1`);
	const all = 2 ** blockCount - 1;
	expect(blocksAfter(...complete)).toBe(all);
	expect(blocksAfter(...withOneMore('Warranty'))).toBe(all);
	expect(blocksAfter(...withOneMore('Origin'))).toBe(0b11);
	expect(blocksAfter(...complete)).toBe(all);
	expect(blocksAfter(...complete.slice(1))).toBe(0b10);
});

test('each block stores its values in the fields that it names', () => {
	for (const { names: fields, store } of FIELD_BLOCKS) {
		const row = {};
		store(row, ['before', ...fields.map((name) => `value of ${name}`)], 1);
		expect(Object.entries(row)).toEqual(fields.map((name) => [name, `value of ${name}`]));
	}
});

/** A product with fields left out, added, moved or doubled, now and then. */
function productOf(random: (below: number) => number, changes: number): string {
	const fields = names.map((name) => [name, random(3) === 0 ? null : random(1000)] as const);
	const list = [...fields];
	for (let change = 0; change < changes; change++) {
		const at = random(list.length);
		const kind = random(4);
		if (kind === 0) list.splice(at, 1);
		else if (kind === 1) list.splice(at, 0, [`Extra${random(3)}`, 1]);
		else if (kind === 2) list.splice(at, 0, list[random(list.length)]);
		else list.splice(random(list.length), 0, ...list.splice(at, 1));
	}
	return `{${list.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join()}}`;
}

test('complete, incomplete and mixed-up products have the fields in the order in which they came', () => {
	for (let seed = 0; seed < 60; seed++) {
		const random = randomFrom(seed);
		const rows = Array.from({ length: 12 }, () => productOf(random, random(3) * random(4)));
		expectSame(rows, [1 + random(5000)], random(4) === 0);
	}
});
