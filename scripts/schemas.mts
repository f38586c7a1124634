// Writes the output schemas of the action node; with --check, only says which are not up to date.
import { keep } from './folder.mjs';
import { schemaFiles, schemaFolder } from './outputSchemas';

keep(schemaFolder, schemaFiles(), true);
