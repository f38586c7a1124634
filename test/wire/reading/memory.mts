// Measures in a process of its own what the readers hold: run with --expose-gc, prints a JSON object.
import { ProductCatalog } from '../../../api/resources/productCatalog';
import type { RowFilter } from '../../../wire/projection';
import { createResponseReader } from '../../../wire/response';

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

function product(index: number, extra: Readonly<Record<string, unknown>> = {}): object {
	const custom = Object.fromEntries(
		Array.from({ length: 40 }, (_, field) => [
			`CustomField${field + 1}`,
			`value ${index} of ${field}`,
		]),
	);
	const labor = [{ Name: 'Install', Hours: 1.5, TotalHours: index }];
	return {
		Id: `product-${index}`,
		Model: `model ${index}`,
		ItemLaborTypes: labor,
		...custom,
		...extra,
	};
}

function page(rows: number, extra?: (index: number) => Readonly<Record<string, unknown>>): Buffer {
	const Products = Array.from({ length: rows }, (_, index) => product(index, extra?.(index)));
	return Buffer.from(JSON.stringify({ Name: 'catalog', Products }));
}

function read(bytes: Buffer, fields?: readonly string[], where?: RowFilter): unknown {
	const piece = 65_536;
	const reader = createResponseReader(shape, { projection: { fields, where } });
	for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
	const decoded = reader.end();
	if (!decoded.ok) throw new Error(decoded.problem);
	return decoded.value;
}

/** Reads, and drops the value. */
function drop(bytes: Buffer, fields?: readonly string[]): void {
	read(bytes, fields);
}

/** What is held after a page was read and its value dropped. */
async function heldAfterPage(): Promise<number> {
	drop(page(10));
	const before = await heldMegabytes();
	drop(page(10_000));
	return (await heldMegabytes()) - before;
}

/** The same after pages with as many selections of fields. */
async function heldAfterSelections(): Promise<number> {
	const before = await heldMegabytes();
	for (let count = 1; count <= 8; count++) {
		drop(
			page(3_000),
			Array.from({ length: count }, (_, index) => `CustomField${index + 1}`),
		);
	}
	return (await heldMegabytes()) - before;
}

/** A response with fields that no other one has. */
function ownResponse(index: number): Buffer {
	const more = Array.from({ length: index % 30 }, (_, field) => [
		`F${(index * 7 + field) % 900}`,
		1,
	]);
	return page(2, () => ({
		[`Extra${index}`]: { [`Inner${index}`]: index },
		[`List${index}`]: [{ [`Member${index}`]: 1 }],
		...Object.fromEntries(more),
	}));
}

/** What 7,000 responses add, each with other fields, after 3,000 of them. */
async function heldOverResponses(): Promise<number> {
	for (let index = 0; index < 3_000; index++) drop(ownResponse(index));
	const before = await heldMegabytes();
	for (let index = 3_000; index < 10_000; index++) drop(ownResponse(index));
	return (await heldMegabytes()) - before;
}

/** Rows with a name of a million characters each, in JSON and XML; then a catalog as usual. */
async function heldByLongNames(): Promise<number> {
	const before = await heldMegabytes();
	for (let index = 0; index < 10; index++) {
		const name = `n${index}${'x'.repeat(1_000_000)}`;
		drop(Buffer.from(JSON.stringify({ Name: 'c', Products: [{ [name]: 1, Id: '1' }] })));
		const odd = `<Product><${name}>1</${name}><ItemLaborTypes><${name}/></ItemLaborTypes></Product>`;
		drop(Buffer.from(`<ProductCatalog><Products>${odd}</Products></ProductCatalog>`));
	}
	drop(page(10));
	// The engine keeps the text in which a regular expression matched last.
	/x/.exec('x');
	return (await heldMegabytes()) - before;
}

/** A row with 200,000 different fields, and one with a field that comes a million times. */
function dropManyFields(): void {
	const fields = Array.from({ length: 200_000 }, (_, index) => `"f${index}":1`);
	const rows = [`{${fields.join()}}`, `{${'"a":1,'.repeat(1_000_000)}"Id":"1"}`];
	for (const row of rows) drop(Buffer.from(`{"Name":"c","Products":[${row}]}`));
}

async function heldByManyFields(): Promise<number> {
	const before = await heldMegabytes();
	dropManyFields();
	return (await heldMegabytes()) - before;
}

/** Responses with 2,500 fields that no other one has, each read with another filter. */
async function heldByFilters(): Promise<number> {
	drop(page(10));
	const before = await heldMegabytes();
	for (let index = 0; index < 20; index++) {
		const names = Array.from({ length: 2_500 }, (_, name) => [`N${index}_${name}`, 1]);
		const Products = [{ Id: '1', ...Object.fromEntries(names) }];
		const where = { fields: [`CustomField${index + 1}`], matches: () => true };
		read(Buffer.from(JSON.stringify({ Name: 'c', Products })), undefined, where);
	}
	return (await heldMegabytes()) - before;
}

/** A response that ends in the middle of a row, after a text of 20 MB. */
function dropCutRow(): void {
	const reader = createResponseReader(shape);
	reader.push(Buffer.from(`{"Name":"c","Products":[{"Id":"${'x'.repeat(20_000_000)}","Odd":`));
	if (reader.end().ok) throw new Error('It was read.');
}

async function heldByCutRow(): Promise<number> {
	const before = await heldMegabytes();
	dropCutRow();
	/x/.exec('x');
	return (await heldMegabytes()) - before;
}

/** A text of a page in which two fields have one name in two namespaces. */
function oneText(): string {
	const filler = `<Product><Description>${'y'.repeat(5_000_000)}</Description></Product>`.repeat(4);
	const text = `<![CDATA[${'x'.repeat(20_000)}]]>`;
	const odd = `<Product xmlns:q="urn:q"><Id>${text}</Id><q:Id>2</q:Id></Product>`;
	const document = `<ProductCatalog><Products>${odd}${filler}</Products></ProductCatalog>`;
	const catalog = read(Buffer.from(document)) as { Products: Array<{ Id: string }> };
	return catalog.Products[0].Id;
}

async function heldByOneText(): Promise<number> {
	const before = await heldMegabytes();
	const text = oneText();
	/x/.exec('x');
	const held = (await heldMegabytes()) - before;
	if (text.length !== 20_000) throw new Error('The text is another one.');
	return held;
}

/** What a reader holds of a million pieces of one byte in another encoding. */
async function heldBySmallPieces(): Promise<number> {
	const contentType = 'application/json; charset=iso-8859-1';
	const reader = createResponseReader(shape, { contentType });
	const before = await heldMegabytes();
	const piece = Buffer.from(' ');
	for (let count = 0; count < 1_000_000; count++) reader.push(piece);
	const held = (await heldMegabytes()) - before;
	if (reader.received().length === 0) throw new Error('Bytes are missing.');
	return held;
}

/** Kilobytes of a row of 43 fields, by which of them come. */
async function kilobytesOfRows(
	extra: (index: number) => Readonly<Record<string, unknown>>,
): Promise<number> {
	const bytes = page(5_000, extra);
	const before = await heldMegabytes();
	const value = read(bytes);
	const held = (await heldMegabytes()) - before;
	if (value === undefined) throw new Error('There is no value.');
	return (held * 1000) / 5_000;
}

/** What is said of a text that no JavaScript string can hold. */
function problemOfLongText(): string {
	const reader = createResponseReader(shape);
	reader.push(Buffer.from('{"Name":"c","Products":[{"Id":"'));
	const piece = Buffer.alloc(16 * 1024 * 1024, 'x');
	for (let count = 0; count < 33; count++) reader.push(piece);
	reader.push(Buffer.from('"}]}'));
	const decoded = reader.end();
	return decoded.ok ? '' : decoded.problem;
}

console.log(
	JSON.stringify({
		rowDocumented: await kilobytesOfRows(() => ({})),
		rowGrown: await kilobytesOfRows((index) => ({ Warranty: index })),
		rowOfManyShapes: await kilobytesOfRows((index) => ({ [`Extra${index % 250}`]: index })),
		afterPage: await heldAfterPage(),
		afterSelections: await heldAfterSelections(),
		overResponses: await heldOverResponses(),
		byLongNames: await heldByLongNames(),
		byManyFields: await heldByManyFields(),
		byFilters: await heldByFilters(),
		byCutRow: await heldByCutRow(),
		byOneText: await heldByOneText(),
		bySmallPieces: await heldBySmallPieces(),
		// At the end: the engine gives back the memory of such a text when it likes.
		problemOfLongText: problemOfLongText(),
	}),
);
