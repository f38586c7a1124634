// Paths that a server may read as other ones: what they have is found before anything is sent.
import { LONE_SURROGATE } from '../../wire/encode';

/** More decoding than any server does. */
const MAX_DECODINGS = 5;

const CONTROL = /\p{Cc}/u;
/** A character in more bytes than it needs: some servers take %C0%AE for a dot. */
const OVERLONG = /%(?:c[01]|e0%[89]|f0%8)/i;

/** The text decoded once more; broken UTF-8 is read byte by byte. */
function decodedOnce(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text.replace(/%([\da-f]{2})/gi, (_, code: string) =>
			String.fromCharCode(Number.parseInt(code, 16)),
		);
	}
}

/** The text as a server may read it: as it is, and decoded once and again. */
function readingsOf(text: string): string[] {
	const readings = [text];
	for (let latest = text; readings.length <= MAX_DECODINGS;) {
		const next = decodedOnce(latest);
		if (next === latest) break;
		readings.push(next);
		latest = next;
	}
	return readings;
}

/** Whether a segment of a path leads to where it is or further up, also with parameters behind it. */
function hasDotSegment(path: string): boolean {
	// Some servers take full-width characters for those of ASCII.
	const segments = path.normalize('NFKC').split(/[/\\]/);
	return segments.some((segment) => /^\.{1,2}\s*(?:;.*)?$/.test(segment.trim()));
}

/** What is wrong with one reading of a path: the end of a sentence. */
function problemOfReading(text: string): string | undefined {
	if (CONTROL.test(text)) return 'contains a control character or a line break';
	if (OVERLONG.test(text)) return 'contains a character in an encoding that is not UTF-8';
	if (text.normalize('NFKC').includes('\\')) return 'contains a backslash';
	if (hasDotSegment(text)) return 'may not lead out of the base URL by "." or ".."';
	return undefined;
}

/**
 * What is wrong with a path, or with a text that becomes a part of one: the end of a sentence. It may mean another
 * path to a server that decodes it again, or in another way.
 *
 * @param alsoWrong A further judgement of each reading
 */
export function ambiguityIn(
	text: string,
	alsoWrong: (reading: string) => string | undefined = () => undefined,
): string | undefined {
	if (LONE_SURROGATE.test(text)) return 'contains a broken character (half of a surrogate pair)';
	const problems = readingsOf(text).map((each) => alsoWrong(each) ?? problemOfReading(each));
	return problems.find((problem) => problem !== undefined);
}
