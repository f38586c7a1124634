// Counts and long lists in messages.
import { countText } from '../../../wire/result';

const MAX_LISTED = 20;

/** The first of many, and how many others there are. */
export function listed(parts: readonly string[], separator: string): string {
	const unshown = parts.length - MAX_LISTED;
	const shown = parts.slice(0, MAX_LISTED).join(separator);
	return unshown > 0 ? `${shown}${separator}and ${countText(unshown)} more` : shown;
}
