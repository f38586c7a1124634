// Content types: what an answer is written in, and what a request's body is.
import type { BodyFormat } from '../requests/bodies';

const offered = ['application/json', 'text/json', 'application/xml', 'text/xml'] as const;
export type MediaType = (typeof offered)[number];

export function formatOf(media: MediaType): 'json' | 'xml' {
	return media.endsWith('json') ? 'json' : 'xml';
}

function qualityOf(parameters: readonly string[]): number {
	const found = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]);
	return Number(found.find((quality) => quality !== undefined) ?? 1);
}

/** The type that an Accept header prefers among the four that are offered; JSON where it does not care. */
export function acceptedMedia(accept: string | undefined): MediaType | undefined {
	const ranges = (accept ?? '*/*')
		.split(',')
		.map((range) => {
			const [type = '', ...parameters] = range.split(';');
			return { type: type.trim().toLowerCase(), quality: qualityOf(parameters) };
		})
		.filter(({ quality }) => quality > 0)
		.sort((a, b) => b.quality - a.quality);
	for (const { type } of ranges) {
		const start = type.replace(/\*(\/\*)?$/, '');
		const found = offered.find((media) =>
			type.endsWith('*') ? media.startsWith(start) : media === type,
		);
		if (found) return found;
	}
	return undefined;
}

const bodyFormats: Readonly<Record<string, BodyFormat>> = {
	'application/json': 'json',
	'text/json': 'json',
	'application/xml': 'xml',
	'text/xml': 'xml',
	'application/x-www-form-urlencoded': 'form',
};

/** The format of a body by its Content-Type; nothing for a type or a charset that is not taken. */
export function bodyFormat(contentType: string | undefined): BodyFormat | undefined {
	const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
	const charset = parameters
		.map((parameter) => /^\s*charset="?([^"\s]+)"?\s*$/.exec(parameter)?.[1])
		.find((found) => found !== undefined);
	if (charset !== undefined && charset !== 'utf-8') return undefined;
	return bodyFormats[type.trim()];
}
