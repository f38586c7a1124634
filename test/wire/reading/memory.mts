// Measures in a process of its own what the readers hold: run with --expose-gc, prints a JSON object.
import { Product, ProductCatalog } from '../../../api/resources/productCatalog';
import { Address, addressFields } from '../../../api/shared';
import type { Projection } from '../../../wire/projection';
import { ResponseReader } from '../../../wire/response';
import type { ResponseShape } from '../../../wire/result';

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

function read(bytes: Buffer, projection?: Projection, as: ResponseShape = shape): unknown {
	const piece = 65_536;
	const reader = new ResponseReader(as, { projection });
	for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
	const decoded = reader.end();
	if (!decoded.ok) throw new Error(decoded.problem);
	return decoded.value;
}

/** Reads, and drops the value. */
function drop(bytes: Buffer, projection?: Projection): void {
	read(bytes, projection);
}

/** What is held more after some work, in megabytes. */
async function heldBy(work: () => unknown): Promise<number> {
	const before = await heldMegabytes();
	const result = work();
	// The engine keeps the text in which a regular expression matched last.
	/x/.exec('x');
	const held = (await heldMegabytes()) - before;
	if (result === null) throw new Error('Nothing was read.');
	return held;
}

/** As many pages with other selections of fields. */
function dropSelections(): void {
	for (let count = 1; count <= 8; count++) {
		const fields = Array.from({ length: count }, (_, index) => `CustomField${index + 1}`);
		drop(page(3_000), { fields });
	}
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

/** Rows with a name of a million characters each, in JSON and XML; then a catalog as usual. */
function dropLongNames(): void {
	for (let index = 0; index < 10; index++) {
		const name = `n${index}${'x'.repeat(1_000_000)}`;
		drop(Buffer.from(JSON.stringify({ Name: 'c', Products: [{ [name]: 1, Id: '1' }] })));
		const odd = `<Product><${name}>1</${name}><ItemLaborTypes><${name}/></ItemLaborTypes></Product>`;
		drop(Buffer.from(`<ProductCatalog><Products>${odd}</Products></ProductCatalog>`));
	}
	drop(page(10));
}

/** A record with a million blanks in front of some fields. */
function dropLongBlanks(): void {
	const fields = Object.keys(addressFields).map((name) => `${' '.repeat(1_000_000)}"${name}":null`);
	read(Buffer.from(`{${fields.join()}}`), undefined, { schema: Address });
}

/** A row with 200,000 different fields, and one with a field that comes a million times. */
function dropManyFields(): void {
	const fields = Array.from({ length: 200_000 }, (_, index) => `"f${index}":1`);
	const rows = [`{${fields.join()}}`, `{${'"a":1,'.repeat(1_000_000)}"Id":"1"}`];
	for (const row of rows) drop(Buffer.from(`{"Name":"c","Products":[${row}]}`));
}

/** Responses with 2,500 fields that no other one has, each read with another filter. */
function dropFiltered(): void {
	for (let index = 0; index < 20; index++) {
		const names = Array.from({ length: 2_500 }, (_, name) => [`N${index}_${name}`, 1]);
		const Products = [{ Id: '1', ...Object.fromEntries(names) }];
		const where = { fields: [`CustomField${index + 1}`], matches: () => true };
		drop(Buffer.from(JSON.stringify({ Name: 'c', Products })), { where });
	}
}

/** A response that ends in the middle of a row, after a text of 20 MB. */
function dropCutRow(): void {
	const reader = new ResponseReader(shape);
	reader.push(Buffer.from(`{"Name":"c","Products":[{"Id":"${'x'.repeat(20_000_000)}","Odd":`));
	if (reader.end().ok) throw new Error('It was read.');
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

/** What a page of texts keeps, with references or with other characters in their place. */
async function heldTexts(reference: string): Promise<number> {
	const names = Array.from({ length: 40 }, (_, field) => `CustomField${field + 1}`);
	const row = (index: number) =>
		names
			.map((name) => `<${name}>${index} is ${reference} the text of ${name} ${reference}</${name}>`)
			.join('');
	const rows = Array.from({ length: 2_000 }, (_, index) => `<Product>${row(index)}</Product>`);
	const text = `<ProductCatalog><Products>${rows.join('')}</Products></ProductCatalog>`;
	const bytes = Buffer.from(text);
	return await heldBy(() => read(bytes));
}

/** Pages with 50 fields of their own that are not selected, and have attributes of 100 KB. */
function dropLongTags(): void {
	for (let index = 0; index < 6; index++) {
		const fields = Array.from(
			{ length: 50 },
			(_, field) => `<F${index}_${field}_of_its_own a="${'x'.repeat(100_000)}"/>`,
		);
		const row = `<Product><Id>1</Id>${fields.join('')}</Product>`;
		const text = `<ProductCatalog><Products>${row}</Products></ProductCatalog>`;
		drop(Buffer.from(text), { fields: ['Id'] });
	}
}

/** Records with a start tag of 1.9 MB and a field of its own each. */
function dropHugeTags(namespace: (text: string) => string): void {
	for (let index = 0; index < 60; index++) {
		const attributes = namespace(`${index}${'x'.repeat(1_900_000)}`);
		const text = `<Address ${attributes}><City>x</City><Other${index}>y</Other${index}></Address>`;
		read(Buffer.from(text), undefined, { schema: Address });
	}
}

/** Pages with fields of their own, each a list of lists of lists. */
function dropNestedLists(): void {
	for (let page = 0; page < 5; page++) {
		const deep = `${'['.repeat(90)}1${']'.repeat(90)}`;
		const fields = Array.from({ length: 650 }, (_, index) => `"L${page}_${index}":${deep}`);
		drop(Buffer.from(`{"Name":"c","Products":[{${fields.join()}}]}`));
	}
}

/** Pages in which 20,000 rows declare a namespace each. */
function dropScopes(): void {
	for (let page = 0; page < 5; page++) {
		const row = (index: number) =>
			`<Product xmlns:q="u${page}_${index}"><q:Own a="${index}"/><Id>1</Id></Product>`;
		const rows = Array.from({ length: 20_000 }, (_, index) => row(index)).join('');
		drop(Buffer.from(`<ProductCatalog><Products>${rows}</Products></ProductCatalog>`));
	}
}

/** A reader of a million pieces of one byte in another encoding. */
function readSmallPieces(): object {
	const contentType = 'application/json; charset=iso-8859-1';
	const reader = new ResponseReader(shape, { contentType });
	const piece = Buffer.from(' ');
	for (let count = 0; count < 1_000_000; count++) reader.push(piece);
	return reader;
}

/** Kilobytes of a row of 43 fields, by which of them come. */
async function kilobytesOfRows(
	extra: (index: number) => Readonly<Record<string, unknown>>,
): Promise<number> {
	const bytes = page(5_000, extra);
	const held = await heldBy(() => read(bytes));
	// The bytes are held before and after.
	if (bytes.length === 0) throw new Error('There are no bytes.');
	return (held * 1000) / 5_000;
}

/** Kilobytes of a record of 43 fields, each in a response of its own. */
async function kilobytesOfRecords(): Promise<number> {
	const { Products } = JSON.parse(String(page(5_000))) as { Products: unknown[] };
	const bytes = Products.map((product) => Buffer.from(JSON.stringify(product)));
	const held = await heldBy(() => bytes.map((each) => read(each, {}, { schema: Product })));
	return (held * 1000) / bytes.length;
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

const rows = {
	record: await kilobytesOfRecords(),
	rowDocumented: await kilobytesOfRows(() => ({})),
	rowGrown: await kilobytesOfRows((index) => ({ Warranty: index })),
	rowOfManyShapes: await kilobytesOfRows((index) => ({ [`Extra${index % 250}`]: index })),
};
drop(page(10));
const afterPage = await heldBy(() => drop(page(10_000)));
const afterSelections = await heldBy(dropSelections);
dropOwnResponses(0, 3_000);
console.log(
	JSON.stringify({
		...rows,
		afterPage,
		afterSelections,
		overResponses: await heldBy(() => dropOwnResponses(3_000, 10_000)),
		byLongNames: await heldBy(dropLongNames),
		byLongBlanks: await heldBy(dropLongBlanks),
		byManyFields: await heldBy(dropManyFields),
		byFilters: await heldBy(dropFiltered),
		byLongTags: await heldBy(dropLongTags),
		byHugeTags: await heldBy(() =>
			dropHugeTags((text) => `xmlns="urn:schemas:records" a="${text}"`),
		),
		byHugeNamespaces: await heldBy(() => dropHugeTags((text) => `xmlns="${text}"`)),
		byNestedLists: await heldBy(dropNestedLists),
		byScopes: await heldBy(dropScopes),
		textsWithReferences: await heldTexts('&gt;'),
		otherTexts: await heldTexts('+'),
		byCutRow: await heldBy(dropCutRow),
		byOneText: await heldBy(oneText),
		bySmallPieces: await heldBy(readSmallPieces),
		// At the end: the engine gives back the memory of such a text when it likes.
		problemOfLongText: problemOfLongText(),
	}),
);
