// Writes the code that stores fields; with --check, only says whether it is up to date.
import { fieldBlocksFile, fieldBlocksText } from './fieldBlocks';
import { keep } from './folder.mjs';

keep('.', new Map([[fieldBlocksFile, fieldBlocksText()]]), false);
