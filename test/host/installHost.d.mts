// The types of installHost.mjs, which has to stay plain JavaScript.
export function installHost(): Promise<void>;
