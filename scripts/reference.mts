// Writes the reference pages; with --check, only says which are not up to date.
import { keep } from './folder.mjs';
import { referenceFolder, referencePages } from './referencePages';

keep(referenceFolder, referencePages(), true);
