// A run without the fast readers must not turn into one with them when files move: they let go of rows that were
// read, the reference decoder needs everything.
import { ProductCatalog } from '../../../../api/resources/productCatalog';
import { createResponseReader } from '../../../../wire/streaming/responseReader';

beforeAll(() => {
	const text = 'x'.repeat(100_000);
	const products = Array.from({ length: 8 }, (_, index) => ({
		Id: `P-${index}`,
		Description: text,
	}));
	const reader = createResponseReader({ schema: ProductCatalog, rows: 'Products' });
	reader.push(Buffer.from(JSON.stringify({ Products: products })));
	expect(reader.end().ok).toBe(true);
	const received = Buffer.from(reader.received()).toString('utf8');
	expect(received.split(text)).toHaveLength(products.length + 1);
});
