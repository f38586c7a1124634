// Texts of people and of the service, cut before they are shown.

/** A text of at most this length; dots stand for what is left out. */
export function truncate(text: string, max: number): string {
	return text.length > max ? `${text.slice(0, max - 3)}...` : text;
}
