// Writes the table of operations into README.md; with --check, only says whether it is up to date.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { keep } from './folder.mjs';
import { withOperations } from './referencePages';

const readme = readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8');

keep('.', new Map([['README.md', withOperations(readme)]]), false);
