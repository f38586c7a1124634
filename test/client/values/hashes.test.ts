// The same text for the same content.
import { canonicalJson } from '../../../client/values/hashes';

it.each([
	[{ b: 1, a: [{ d: null, c: 'x' }] }, '[["a",[[["c","x"]]]],["b",1]]'],
	[[null, undefined, 'a'], '[null,null,"a"]'],
	[undefined, ''],
	[null, 'null'],
])('the canonical JSON of %j is stable', (value, text) => {
	// Saved states of earlier versions hold hashes of these texts.
	expect(canonicalJson(value)).toBe(text);
});
