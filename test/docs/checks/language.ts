// Which expressions people would not write: calques and private terms, each with the standard one.

export interface Finding {
	/** The text as it was found. */
	readonly found: string;
	/** What to write instead. */
	readonly instead: string;
}

interface Rule {
	readonly pattern: RegExp;
	readonly instead: string;
}

const things = '(?:item|request|record|row|page|product|field|file|reading|node)';

/** Not found in any text: comments, messages, labels, descriptions, documents, notes of examples. */
const everywhere: readonly Rule[] = [
	{ pattern: /(?<!\bthere )\bis no (?!longer\b)/gi, instead: 'is not' },
	{ pattern: /\banew\b/gi, instead: 'again, from the start' },
	{ pattern: /\bparted\b/gi, instead: 'separated' },
	{ pattern: /\bline ends?\b/gi, instead: 'line break' },
	{ pattern: /\banother than\b/gi, instead: 'different from, has changed' },
	{ pattern: /\bbesides\b/gi, instead: 'also, as well as' },
	{ pattern: /\btold at once\b/gi, instead: 'known immediately' },
	{
		pattern: new RegExp(`\\b(?:an?|one) ${things} an? ${things}\\b`, 'gi'),
		instead: 'one item per product',
	},
	{ pattern: /\bblot(?:s|ted|ting)?\b[^.]{0,20}\bout\b/gi, instead: 'redact' },
	{ pattern: /\btroubles?\b/gi, instead: 'failure' },
	{ pattern: /\bcircumstances\b/gi, instead: 'request info' },
	{ pattern: /\bverdicts?\b/gi, instead: 'result of the validation' },
	{ pattern: /\bsightings?\b/gi, instead: 'snapshot' },
	{ pattern: /\bask(?:s|ed|ing)? for once\b/gi, instead: 'requested once' },
	{ pattern: /\b(?:is|are|was|were) asked for\b/gi, instead: 'is requested' },
	{
		pattern: /\bstands? (?:in(?! front)|at|there|once|twice|beside|behind|before|under)\b/gi,
		instead: 'is',
	},
	{ pattern: /\bmore (?:is|are) wanted\b|\bmore wanted\b/gi, instead: 'need more input' },
	{ pattern: /\bnot recognised\b/gi, instead: 'unsupported' },
	{ pattern: /\bthe house\b|\bof the house\b/gi, instead: 'the project, the package' },
	{ pattern: /\bwhat is none\b|\bwhat is no\b|\bthat is none\b/gi, instead: 'what is not one' },
	{ pattern: /\bevery one input item\b|\bone an input item\b/gi, instead: 'one per input item' },
	{ pattern: /\bneeds? a hand\b/gi, instead: 'has to be changed by hand' },
	{ pattern: /\bare given, too\b|\bis given, too\b/gi, instead: 'are included' },
	{ pattern: /\bgave no item\b|\bgive no item\b/gi, instead: 'was skipped, returned nothing' },
	{ pattern: /\bgoes? on from there\b/gi, instead: 'resumes there' },
	{ pattern: /\bas it is\b(?= wanted)/gi, instead: 'as required' },
];

/** Everything in a text that should be written in standard terms. */
export function calquesIn(text: string): Finding[] {
	return everywhere.flatMap(({ pattern, instead }) =>
		[...text.matchAll(pattern)].map(([found]) => ({ found, instead })),
	);
}
