// Where a text stops being JSON: only asked for once JSON.parse has refused, to say so in a person's words.

export interface JsonFault {
	readonly offset: number;
	/** What stands there; undefined when the text simply ends. */
	readonly found?: string;
}

const SPACE = /[ \t\r\n]*/y;
const STRING_RUN = /[\u0020\u0021\u0023-\u005b\u005d-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const CUT_ESCAPE = /^\\(?:u[\da-fA-F]{0,3})?$/;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NUMBER_RUN = /[-+.\deE]*/y;
const WORD = /[A-Za-z]+/y;

function end(pattern: RegExp, text: string, offset: number): number {
	pattern.lastIndex = offset;
	return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The first offset at which a text cannot be JSON any more; its length where it ends too early. */
export function findJsonFault(text: string): JsonFault {
	const open: string[] = [];
	let offset = 0;
	let isValueNext = true;
	for (;;) {
		offset = end(SPACE, text, offset);
		if (offset >= text.length) return { offset: text.length };
		const step: Step = isValueNext ? value(text, offset, open) : follower(text, offset, open);
		if (step.fault !== undefined) return faultAt(text, step.fault);
		({ offset, isValueNext } = step);
		if (!isValueNext && open.length === 0) return tail(text, offset);
	}
}

type Step =
	| { readonly offset: number; readonly isValueNext: boolean; readonly fault?: undefined }
	| { readonly fault: number };

function tail(text: string, offset: number): JsonFault {
	const after = end(SPACE, text, offset);
	return faultAt(text, after);
}

function faultAt(text: string, offset: number): JsonFault {
	if (offset >= text.length) return { offset: text.length };
	const word = end(WORD, text, offset);
	return {
		offset,
		found: text.slice(offset, word === -1 ? offset + 1 : Math.min(word, offset + 30)),
	};
}

function value(text: string, offset: number, open: string[]): Step {
	const first = text[offset];
	if (first === '[' || first === '{') return opening(text, offset, open);
	if (first === '"') return after(string(text, offset));
	if (first === '-' || (first >= '0' && first <= '9')) return number(text, offset);
	return word(text, offset);
}

function after(result: { readonly end: number } | { readonly fault: number }): Step {
	return 'end' in result ? { offset: result.end, isValueNext: false } : result;
}

function opening(text: string, offset: number, open: string[]): Step {
	const isObject = text[offset] === '{';
	open.push(isObject ? '}' : ']');
	const next = end(SPACE, text, offset + 1);
	if (text[next] === open.at(-1)) {
		open.pop();
		return { offset: next + 1, isValueNext: false };
	}
	return isObject ? key(text, next) : { offset: next, isValueNext: true };
}

function key(text: string, offset: number): Step {
	if (text[offset] !== '"') return { fault: offset };
	const result = string(text, offset);
	if (!('end' in result)) return result;
	const colon = end(SPACE, text, result.end);
	return text[colon] === ':' ? { offset: colon + 1, isValueNext: true } : { fault: colon };
}

function follower(text: string, offset: number, open: string[]): Step {
	if (text[offset] === open.at(-1)) {
		open.pop();
		return { offset: offset + 1, isValueNext: false };
	}
	if (text[offset] !== ',') return { fault: offset };
	const next = end(SPACE, text, offset + 1);
	return open.at(-1) === '}' ? key(text, next) : { offset: next, isValueNext: true };
}

function string(
	text: string,
	start: number,
): { readonly end: number } | { readonly fault: number } {
	let offset = end(STRING_RUN, text, start + 1);
	while (text[offset] === '\\') {
		const next = end(ESCAPE, text, offset);
		// An escape that the end of the text cuts is no fault of its own.
		if (next === -1) return { fault: CUT_ESCAPE.test(text.slice(offset)) ? text.length : offset };
		offset = end(STRING_RUN, text, next);
	}
	return text[offset] === '"' ? { end: offset + 1 } : { fault: offset };
}

function number(text: string, offset: number): Step {
	const next = end(NUMBER, text, offset);
	// A number that the end of the text cuts ("12.", "-") is no fault of its own.
	if (next < text.length && end(NUMBER_RUN, text, offset) === text.length) {
		return { fault: text.length };
	}
	return next === -1 ? { fault: offset } : { offset: next, isValueNext: false };
}

function word(text: string, offset: number): Step {
	const next = end(WORD, text, offset);
	const found = next === -1 ? '' : text.slice(offset, next);
	if (['true', 'false', 'null'].includes(found)) return { offset: next, isValueNext: false };
	const isCut = next === text.length && /^(t(ru?)?|f(a(ls?)?)?|n(ul?)?)$/.test(found);
	return { fault: isCut ? text.length : offset };
}
