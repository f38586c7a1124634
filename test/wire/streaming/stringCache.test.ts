// Texts that come again are made once: never may one be taken for another that is nearly the same.
import { ProductCatalog } from '../../../api/resources/productCatalog';
import { isReadToEnd, take } from '../../../wire/streaming/window';
import { windowFor } from './support/readers';
import { writeJson, writeXml } from '../../sandbox/responses/writers';

const shape = { schema: ProductCatalog, rows: 'Products' };
const longest = 60;

/** A text of each length, and for each of its places the text that differs there alone; all of them twice, and again. */
function nearlyTheSame(alphabet: string, other: string): string[] {
	const texts: string[] = [];
	const letters = [...alphabet];
	for (let length = 1; length <= longest; length++) {
		const characters = Array.from({ length }, (_, place) => letters[place % letters.length]);
		const first = characters.join('');
		for (let place = 0; place < length; place++) {
			const changed = characters.with(place, other).join('');
			texts.push(first, first, changed, changed, first, changed);
		}
	}
	return texts;
}

const families = {
	'plain texts': nearlyTheSame('abcdefghijk', 'z'),
	'texts with references': nearlyTheSame('a&b<c"d\'e', '>'),
	'texts with references at their ends': nearlyTheSame('&', 'x'),
	'texts with bytes above 127': nearlyTheSame('aéb中c😀', 'ü'),
	'texts with both': nearlyTheSame('é&中\n', '"'),
};

const writings = {
	JSON: (value: object) => writeJson(ProductCatalog, value),
	XML: (value: object) => writeXml(ProductCatalog, value, 'xmlSerializer', { nulls: 'omit' }),
};

describe.each(Object.entries(families))('%s', (_, texts) => {
	test.each(Object.values(writings))('each is what was sent', (write) => {
		const products = texts.map((text) => ({ Manufacturer: text }));
		const bytes = Buffer.from(write({ Products: products }));
		const window = windowFor(shape, 1);
		for (let at = 0; at < bytes.length; at += 4099) take(window, bytes.subarray(at, at + 4099));
		// What the fast reader leaves to the reference would prove nothing.
		expect(isReadToEnd(window)).toBe(true);
		const rows = window.parser?.rows.read as Array<{ Manufacturer: string }>;
		expect(rows.map(({ Manufacturer }) => Manufacturer)).toEqual(texts);
	});
});
