// The paths of `npm run mutate`: sources that move would silently be left out.
import { existsSync } from 'node:fs';
import path from 'node:path';

import parts from './parts.json';

const project = path.resolve(__dirname, '..', '..');

test.each(Object.entries(parts))('the sources and tests of %s exist', (_, { sources, tests }) => {
	// A pattern is a folder up to its first asterisk.
	const places = [...sources, ...tests].map((pattern) => pattern.replace(/[^/]*\*.*$/, ''));
	expect(places.filter((place) => !existsSync(path.join(project, place)))).toEqual([]);
});
