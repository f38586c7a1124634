// The types of addresses.cjs, which has to stay plain JavaScript.

/** README.md as it is in the package: every link to a file of the project is absolute. */
export function withAbsoluteLinks(markdown: string): string;
/** Undoes withAbsoluteLinks. */
export function withRelativeLinks(markdown: string): string;
