// A secret in the forms in which a service may echo it: as it is, or escaped for JSON, XML or an address.

const entities: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

// The most that one character grows to, as two \u0041 or four %41.
const longestForm = 12;

/** A hexadecimal number in small or capital letters. */
function hex(value: number, digits = 1): string {
	return value
		.toString(16)
		.padStart(digits, '0')
		.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

function literally(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function formsOf(character: string, written: (character: string) => string): string {
	if (/^[A-Za-z0-9]$/.test(character)) return character;
	const code = character.codePointAt(0) ?? 0;
	const units = character.split('').map((unit) => `\\\\+u${hex(unit.charCodeAt(0), 4)}`);
	const bytes = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`);
	const name = entities[character];
	const forms = [
		units.join(''),
		bytes.join(''),
		`&#(?:${code}|[xX]${hex(code)});`,
		...(name === undefined ? [] : [`&${name};`]),
		...(character === ' ' ? ['\\+'] : []),
		// JSON escapes a quote, a slash or a backslash; JSON in JSON does so twice.
		...(/["/\\]/.test(character) ? [`\\\\*${literally(character)}`] : []),
		literally(written(character)),
	];
	return `(?:${forms.join('|')})`;
}

function pattern(secret: string, written: (character: string) => string): RegExp {
	return new RegExp([...secret].map((character) => formsOf(character, written)).join(''), 'g');
}

/** The text with a secret blotted out in every form. */
export function blotOutOfText(text: string, secret: string): string {
	return text.replace(
		pattern(secret, (character) => character),
		'***',
	);
}

/** What finds a secret in bytes. */
export interface Echo {
	/** The most bytes that it may take. */
	readonly longest: number;
	/** The bytes with the secret blotted out in every form. */
	readonly blotOut: (bytes: Buffer) => Buffer;
}

/** What finds a secret in the bytes of an answer in UTF-8. */
export function echoOf(secret: string): Echo {
	const echo = pattern(secret, (character) => Buffer.from(character).toString('latin1'));
	// Letters and digits are never escaped, so bytes without the longest run of them hold no echo.
	const [core = ''] = (secret.match(/[A-Za-z0-9]+/g) ?? []).sort(
		(one, other) => other.length - one.length,
	);
	return {
		longest: [...secret].length * longestForm,
		blotOut: (bytes) => {
			if (core !== '' && !bytes.includes(core, 0, 'latin1')) return bytes;
			const text = bytes.toString('latin1');
			const clean = text.replace(echo, '***');
			return clean === text ? bytes : Buffer.from(clean, 'latin1');
		},
	};
}
