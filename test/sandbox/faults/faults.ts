// What can go wrong on request: which requests are hit, and what is done to their answers.

export type Fault =
	/** A status, with the body that ASP.NET gives it, or another; `applied` carries the request out all the same. */
	| {
			readonly kind: 'status';
			readonly status: number;
			readonly headers?: Readonly<Record<string, string>>;
			readonly body?: string | object;
			readonly contentType?: string;
			readonly applied?: boolean;
	  }
	/** No answer, ever; `applied` carries the request out all the same. */
	| { readonly kind: 'hang'; readonly applied?: boolean }
	/** The answer comes late. */
	| { readonly kind: 'slow'; readonly milliseconds: number }
	/** The connection breaks instead of an answer, before or after the request was carried out. */
	| { readonly kind: 'reset'; readonly applied?: boolean }
	/** The connection breaks in the middle of the body. */
	| { readonly kind: 'resetMidBody' }
	/** The body ends too early although the answer is complete as HTTP; `keep` is the share that is left. */
	| { readonly kind: 'cut'; readonly keep?: number }
	/** An HTML page, as of a proxy or a login. */
	| { readonly kind: 'html'; readonly status?: number }
	| { readonly kind: 'empty'; readonly status?: number }
	/** Any answer at all. */
	| {
			readonly kind: 'body';
			readonly body: string;
			readonly contentType?: string;
			readonly status?: number;
	  }
	/** The right body under another Content-Type, or under none. */
	| { readonly kind: 'contentType'; readonly value: string | null }
	/** A record of another resource, in the format that was asked for. */
	| { readonly kind: 'otherResource' }
	/** Elsewhere; without a location, to the same address again. */
	| {
			readonly kind: 'redirect';
			readonly location?: string;
			readonly status?: number;
			readonly applied?: boolean;
	  }
	/** An error that repeats every header of the request. */
	| { readonly kind: 'echoHeaders'; readonly status?: number }
	/** The total of a paged answer is this, or that much more. */
	| { readonly kind: 'total'; readonly value?: number; readonly add?: number }
	/** The page lacks its last rows. */
	| { readonly kind: 'shortPage'; readonly missing?: number }
	| { readonly kind: 'emptyPage' }
	/** The page before this one (or the first) comes again. */
	| { readonly kind: 'repeatedPage' }
	/** The first products of the catalog are removed before the answer, as while it is being read. */
	| { readonly kind: 'shrink'; readonly remove: number }
	/** A UTF-8 byte order mark before the body. */
	| { readonly kind: 'bom' }
	/** The body in UTF-16 that declares itself: in the XML declaration, and in the charset unless told not to. */
	| {
			readonly kind: 'utf16';
			readonly bigEndian?: boolean;
			readonly bom?: boolean;
			readonly charset?: boolean;
	  };

/** Which requests a fault hits; what is left out matches every request. */
export interface FaultRule {
	readonly path?: string;
	/** `<resource>/<operation>`. */
	readonly address?: string;
	readonly method?: string;
	/** Query parameters that the request must have with these values. */
	readonly query?: Readonly<Record<string, string>>;
	/** The first matching request that is hit, counted from 1; 1 by default. */
	readonly nth?: number;
	/** How many matching requests are hit from then on; 1 by default. */
	readonly times?: number | 'always';
	readonly fault: Fault;
}

/** What a rule looks at. */
export interface FaultTarget {
	readonly method: string;
	readonly path: string;
	readonly address: string | undefined;
	readonly query: ReadonlyMap<string, string>;
}

export interface Faults {
	add(rule: FaultRule): void;
	clear(): void;
	/** The fault for a request, and one request counted for every rule that matches it. */
	take(target: FaultTarget): Fault | undefined;
}

function isHit(rule: FaultRule, target: FaultTarget): boolean {
	return (
		(rule.path === undefined || rule.path === target.path) &&
		(rule.address === undefined || rule.address === target.address) &&
		(rule.method === undefined || rule.method === target.method) &&
		Object.entries(rule.query ?? {}).every(([name, value]) => target.query.get(name) === value)
	);
}

function isDue({ nth = 1, times = 1 }: FaultRule, seen: number): boolean {
	return seen >= nth && (times === 'always' || seen < nth + times);
}

export function newFaults(): Faults {
	let rules: Array<{ rule: FaultRule; seen: number }> = [];
	return {
		add: (rule) => void rules.push({ rule, seen: 0 }),
		clear: () => void (rules = []),
		take: (target) => {
			const matching = rules.filter(({ rule }) => isHit(rule, target));
			for (const entry of matching) entry.seen++;
			return matching.find(({ rule, seen }) => isDue(rule, seen))?.rule.fault;
		},
	};
}
