// Takes secrets out of texts for people, in the forms in which a service may repeat them.

const ENTITIES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

function hex(value: number, digits = 1): string {
	return value.toString(16).padStart(digits, '0');
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

// A text is searched from each of its characters, so no part of a search may be as long as the text.

/** JSON doubles the number of backslashes, and JSON in JSON in JSON makes eight of each. */
const MAX_BACKSLASHES = 8;

/** The backslashes that escape a character. */
const ESCAPES = `\\\\{0,${MAX_BACKSLASHES - 1}}`;

/** A backslash as it is, or escaped for JSON, XML or a URL. */
const BACKSLASH = '(?:\\\\(?:u005c)?|%5c|&#0*(?:92|x0*5c);)';

/** A blank, escaped for JSON, XML or a URL. */
const ESCAPED_BLANK = `${ESCAPES}(?:[nrt]|u00(?:20|09|a0))|%(?:20|09|0[ad])|%c2%a0|&nbsp;|&#0*(?:32|9|10|13|160|x0*(?:20|9|[ad]|a0));`;
/** Blanks, of which there may be fewer, or other ones. */
const BLANKS = `(?:\\s{1,100}|\\+{1,3}|(?:${ESCAPED_BLANK}){1,100})`;

/** A character as it is, or escaped for JSON, XML or a URL. */
function formsOf(character: string, isAfterRun: boolean): string {
	if (/^[A-Za-z0-9]$/.test(character)) return character;
	if (character.startsWith('\\')) return `${BACKSLASH}{1,${character.length * MAX_BACKSLASHES}}`;
	if (/^\s/.test(character)) return BLANKS;
	const code = character.codePointAt(0) ?? 0;
	const units = character.split('').map((unit) => `u${hex(unit.charCodeAt(0), 4)}`);
	const bytes = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`);
	const name = ENTITIES[character];
	const inJson = `(?:(?<=\\\\)${units.join('\\\\+')}|${literal(character)})`;
	const forms = [
		// A run of backslashes before it has taken its own ones as well.
		`${isAfterRun ? '' : ESCAPES}${inJson}`,
		bytes.join(''),
		`&#0*(?:${code}|x0*${hex(code)});`,
		...(name === undefined ? [] : [`&${name};`]),
	];
	return `(?:${forms.join('|')})`;
}

/** The characters of a secret; backslashes one after the other are one, and so are blanks. */
function charactersOf(secret: string): string[] {
	return secret.match(/\\+|\s+|[^\\\s]/gu) ?? [];
}

/** The text with every secret, in any case, replaced by `***`. */
export function redact(text: string, secrets: readonly string[]): string {
	const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
	return longestFirst.reduce((clean, secret) => {
		const characters = charactersOf(secret);
		const forms = characters.map((character, index) =>
			formsOf(character, index > 0 && characters[index - 1].startsWith('\\')),
		);
		return clean.replace(new RegExp(forms.join(''), 'gi'), '***');
	}, text);
}
