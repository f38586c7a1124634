// Takes secrets out of texts for people, in the forms in which a service may repeat them.

const entities: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** A hexadecimal number in small or capital letters. */
function hex(value: number, digits = 1): string {
	return value
		.toString(16)
		.padStart(digits, '0')
		.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A character as it is, or escaped for JSON, XML or a URL. */
function formsOf(character: string): string {
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
		...(/["/\\]/.test(character) ? [`\\\\*${literal(character)}`] : []),
		literal(character),
	];
	return `(?:${forms.join('|')})`;
}

/** The text with every secret replaced by `***`. */
export function redact(text: string, secrets: readonly string[]): string {
	return secrets.reduce(
		(clean, secret) => clean.replace(new RegExp([...secret].map(formsOf).join(''), 'g'), '***'),
		text,
	);
}
