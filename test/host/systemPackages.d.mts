// The types of systemPackages.mjs, which has to stay plain JavaScript.
export type Program = 'browser' | 'redis' | 'postgres';
export function ensureProgram(name: Program): Promise<void>;
