// docs/options.md names every option as the editor does.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { optionLabel, options, type OptionName } from '../../nodes/shared/options';

/** These are parameters of the nodes themselves. */
const parameters: readonly string[] = ['dataMode', 'limit', 'output'];

const page = readFileSync(path.resolve(__dirname, '../../docs/options.md'), 'utf8');
const named = [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
	cell.trim().split(', '),
);

const names = (Object.keys(options) as OptionName[]).filter((name) => !parameters.includes(name));

test.each(names.map(optionLabel))('%s is in docs/options.md', (label) => {
	expect(named).toContain(label);
});

test('no option is in it twice', () => {
	expect(named.filter((label, index) => named.indexOf(label) < index)).toEqual([]);
});
