// A list of values as it is typed.

/** A value in double quotation marks, with commas and doubled quotation marks in it; or all up to the next separator. */
const TYPED_VALUE = /[^\S\r\n]*"((?:[^"\r\n]|"")*)"[^\S\r\n]*(?=[,\r\n]|$)|[^,\r\n]+/g;

/** The values of a typed list: separated by commas or line breaks, blanks around them dropped. */
export function separatedValues(text: string): string[] {
	return [...text.matchAll(TYPED_VALUE)]
		.map(([whole, quoted]) => (quoted?.replaceAll('""', '"') ?? whole).trim())
		.filter((value) => value !== '');
}
