// Any XML as nested objects and strings, for messages about it.
import { XMLParser } from './library';

const parser = new XMLParser({
	ignoreAttributes: true,
	ignoreDeclaration: true,
	ignorePiTags: true,
	removeNSPrefix: true,
	parseTagValue: false,
	processEntities: true,
});

/** The content of the root element; undefined where it cannot be read. */
export function readUntypedXml(text: string): unknown {
	if (text.includes('<!DOCTYPE')) return undefined;
	try {
		return Object.values(parser.parse(text, true) as object)[0];
	} catch {
		return undefined;
	}
}
