// The types of folderLock.mjs, which has to stay plain JavaScript.
export function withLock<T>(file: string, work: () => Promise<T>): Promise<T>;
