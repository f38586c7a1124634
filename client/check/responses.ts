// What is kept of a response to a check.
import type { ReadEndpoint } from '../../api/endpoint';

/** What came of a request. */
export type Came =
	/** A success with data. */
	| 'data'
	/** A success without any content. */
	| 'nothing'
	/** A success that is a web page. */
	| 'page'
	/** A success that cannot be read. */
	| 'unreadable'
	/** A success with more than a check reads. */
	| 'tooLarge'
	/** A status that is no success. */
	| 'status'
	| 'redirect'
	/** No response at all. */
	| 'noResponse';

export interface ProjectSeen {
	/** In lower case. */
	readonly ids: readonly string[];
	/** Empty for one that was not. */
	readonly imported: string;
}

/** What is kept of the rows of a page. */
export interface RowsSeen {
	/** What tells the rows apart: their IDs, or hashes of their content where IDs repeat. */
	readonly keys: readonly string[];
	/** Their IDs; empty for a row without one. */
	readonly ids: readonly string[];
	/** Hashes of their content. */
	readonly contents: readonly string[];
	/** The announced total; null if it is not a number, undefined if there is none. */
	readonly total: number | null | undefined;
	/** Products with fields that only their full form has, by their IDs. */
	readonly fuller: ReadonlySet<string>;
	/** Whether the catalog around them has such fields. */
	readonly isFullCatalog: boolean;
	/** How many of the fields of the older form these products have, from 0 to 1. */
	readonly olderShare: number;
	/** Change order projects: the IDs of the project that each belongs to, and when it was imported. */
	readonly projects: ReadonlyMap<string, ProjectSeen>;
}

export interface Response {
	/** Its place among the responses of the check, from 0. */
	readonly number: number;
	readonly endpoint: ReadEndpoint;
	/** The request without IDs: "GET /SI/Subscribe/Tasks?id=<taskId>". */
	readonly asked: string;
	readonly accept: 'json' | 'xml';
	readonly came: Came;
	readonly status?: number;
	readonly format?: 'json' | 'xml';
	/** The value that was read; of a page of products, what is around them. */
	readonly value?: unknown;
	/** Its rows, where it is a page of a list. */
	readonly rows?: RowsSeen;
	/** The start tag of the root element of XML. */
	readonly rootTag: string;
	/** The names of the fields of the first record in XML, in their order. */
	readonly firstNames: readonly string[];
	readonly bytes: number;
	/** How often it was sent. */
	readonly attempts: number;
	/** Why there is no response: the code of the network, or "timeout". */
	readonly code?: string;
}

/** Statuses that pass: they say nothing of what was asked. */
export function isPassingStatus(status: number): boolean {
	return [408, 425, 429, 502, 503, 504].includes(status);
}

/** What came of a request, without a value of a record. */
export function cameText({ came, status, format, code }: Response): string {
	const named = format === undefined ? '' : `, ${format.toUpperCase()}`;
	switch (came) {
		case 'data':
			return `${status}${named}`;
		case 'nothing':
			return `${status}, no content`;
		case 'page':
			return `${status}, a web page`;
		case 'unreadable':
			return `${status}${named}, cannot be read`;
		case 'tooLarge':
			return `${status}${named}, too large to be looked at`;
		case 'status':
		case 'redirect':
			return `status ${status}`;
		case 'noResponse':
			return `no response (${code})`;
		default:
			return came satisfies never;
	}
}
