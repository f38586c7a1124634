// Measures in a process of its own what the readers hold: run with --expose-gc, prints a JSON object.
import { ProductCatalog } from '../../../api/resources/productCatalog';
import { ResponseReader } from '../../../wire/response';

const collect = (globalThis as unknown as { gc: () => void }).gc;
const shape = { schema: ProductCatalog, rows: 'Products' };

/** Everything that is still referenced; the engine gives the memory of buffers back a little later. */
async function heldMegabytes(): Promise<number> {
	for (let round = 0; round < 4; round++) {
		collect();
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / 1e6;
}

/** A page of products of 43 fields, and of others that each row has. */
function page(rows: number, extra?: (index: number) => Readonly<Record<string, unknown>>): Buffer {
	const fields = Array.from({ length: 40 }, (_, field) => field);
	const Products = Array.from({ length: rows }, (_, index) => ({
		Id: `product-${index}`,
		Model: `model ${index}`,
		ItemLaborTypes: [{ Name: 'Install', Hours: 1.5, TotalHours: index }],
		...Object.fromEntries(
			fields.map((field) => [`CustomField${field + 1}`, `value ${index} of ${field}`]),
		),
		...extra?.(index),
	}));
	return Buffer.from(JSON.stringify({ Name: 'catalog', Products }));
}

/** Reads, and drops the value. */
function drop(bytes: Buffer): void {
	const piece = 65_536;
	const reader = new ResponseReader(shape);
	for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
	const decoded = reader.end();
	if (!decoded.ok) throw new Error(decoded.problem);
}

/** What is held more after some work, in megabytes. */
async function heldBy(work: () => void): Promise<number> {
	const before = await heldMegabytes();
	work();
	// The engine keeps the text in which a regular expression matched last.
	/x/.exec('x');
	return (await heldMegabytes()) - before;
}

/** Responses with fields that no other one has. */
function dropOwnResponses(from: number, to: number): void {
	for (let index = from; index < to; index++) {
		const more = Array.from({ length: index % 30 }, (_, field) => [
			`F${(index * 7 + field) % 900}`,
			1,
		]);
		const bytes = page(2, () => ({
			[`Extra${index}`]: { [`Inner${index}`]: index },
			[`List${index}`]: [{ [`Member${index}`]: 1 }],
			...Object.fromEntries(more),
		}));
		drop(bytes);
	}
}

/** A response that ends in the middle of a row, after a text of 20 MB. */
function dropCutRow(): void {
	const reader = new ResponseReader(shape);
	reader.push(Buffer.from(`{"Name":"c","Products":[{"Id":"${'x'.repeat(20_000_000)}","Odd":`));
	if (reader.end().ok) throw new Error('It was read.');
}

/** What is said of a text that no JavaScript string can hold. */
function problemOfLongText(): string {
	const reader = new ResponseReader(shape);
	reader.push(Buffer.from('{"Name":"c","Products":[{"Id":"'));
	const piece = Buffer.alloc(16 * 1024 * 1024, 'x');
	for (let count = 0; count < 33; count++) reader.push(piece);
	reader.push(Buffer.from('"}]}'));
	const decoded = reader.end();
	return decoded.ok ? '' : decoded.problem;
}

drop(page(10));
const afterPage = await heldBy(() => drop(page(10_000)));
dropOwnResponses(0, 3_000);
console.log(
	JSON.stringify({
		afterPage,
		overResponses: await heldBy(() => dropOwnResponses(3_000, 10_000)),
		byCutRow: await heldBy(dropCutRow),
		// At the end: the engine gives back the memory of such a text when it likes.
		problemOfLongText: problemOfLongText(),
	}),
);
