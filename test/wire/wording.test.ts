// Numbers as a person reads them.
import { countText } from '../../wire/wording';

test.each([
	[0, '0'],
	[999, '999'],
	[1000, '1,000'],
	[12345, '12,345'],
	[123456, '123,456'],
	[9007199254740991, '9,007,199,254,740,991'],
	[-1234567, '-1,234,567'],
])('%d is %s', (count, expected) => {
	expect(countText(count)).toBe(expected);
});
