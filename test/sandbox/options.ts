// How a sandbox behaves; every choice that the document leaves open is one of these.
import type { AnswerOptions } from './responses/answers';
import type { Dialect } from './responses/xmlWriter';

/** What an answer is that the document does not show. */
export type OpenAnswer = 'empty' | 'noContent' | 'publishResponse' | 'true';

export type Authentication =
	| { readonly kind: 'headerKey'; readonly name: string; readonly value: string }
	| { readonly kind: 'basic'; readonly username: string; readonly password: string }
	| { readonly kind: 'bearer'; readonly token: string };

export interface SandboxOptions extends AnswerOptions {
	/** 0 takes any free port. */
	readonly port: number;
	readonly seed: number;
	/** How many products the seeded catalog has; made page by page, so 200,000 are no burden. */
	readonly products: number;
	/** Every answer waits this long. */
	readonly latencyMs: number;
	/** The XML that is answered; a request's header `x-sandbox-dialect` overrides it. */
	readonly dialect: Dialect;
	/** Whether absent fields are written as null, as .NET does by default. */
	readonly everyField: boolean;
	/** Whether nulls in XML are left out or written as nil; by default as the dialect does it. */
	readonly nulls: 'omit' | 'nil' | undefined;
	/** What has to come with every request; without it, nothing has. */
	readonly authentication: Authentication | undefined;
	/** Whether the date of a change order project moves with every change, or only when it is published. */
	readonly movesPublishedOn: boolean;
	/** Endpoint 11. */
	readonly publishCatalogAnswer: OpenAnswer;
	/** Endpoint 18. */
	readonly updateProjectAnswer: OpenAnswer;
	/** Larger bodies are refused. */
	readonly largestBody: number;
	/** Whether rendered catalog pages are kept, for measurements in which the server shall not count. */
	readonly prerender: boolean;
	/** How many requests the log holds; the oldest are forgotten first. */
	readonly keptRequests: number;
	/** Serves https with this key and certificate. */
	readonly tls: { readonly key: string; readonly cert: string } | undefined;
}

export const defaults: SandboxOptions = {
	port: 0,
	seed: 1,
	products: 250,
	latencyMs: 0,
	dialect: 'xmlSerializer',
	everyField: false,
	nulls: undefined,
	authentication: undefined,
	movesPublishedOn: true,
	publishCatalogAnswer: 'empty',
	updateProjectAnswer: 'publishResponse',
	tasksByProject: 'byCount',
	noTasks: 'emptyList',
	catalogForm: 'byPaging',
	deletedProductIds: true,
	largestBody: 30_000_000,
	prerender: false,
	keptRequests: 2000,
	tls: undefined,
};
