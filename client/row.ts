// A row of a list, or a record of its own, as it was read.

export type Row = Readonly<Record<string, unknown>>;
