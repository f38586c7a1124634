// Counts and long lists in messages.
import { countText } from '../../../wire/result';

const maxListed = 20;

/** The first of many, and how many others there are. */
export function listed(parts: readonly string[], separator: string): string {
	const left = parts.length - maxListed;
	const shown = parts.slice(0, maxListed).join(separator);
	return left > 0 ? `${shown}${separator}and ${countText(left)} more` : shown;
}

export function counted(count: number, noun: string): string {
	return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
