// The readers against the oracle: every record, both formats, both dialects, cut anywhere.
import { arbitraryValue } from '../../arbitraries';
import { fc } from '../../fastCheck';
import { writeJson, writeXml, type Dialect } from '../../sandbox/responses/writers';
import type { ResponseShape } from '../../../wire/index';
import { answerShapes, areSame, readBothWays } from './support/readers';

interface Writing {
	readonly title: string;
	readonly isXml: boolean;
	write(shape: ResponseShape, value: unknown): string;
}

function xml(dialect: Dialect, nulls: 'omit' | 'nil', indent?: string): Writing {
	return {
		title: `XML, ${dialect}, nulls ${nulls}${indent === undefined ? '' : ', indented'}`,
		isXml: true,
		write: (shape, value) =>
			writeXml(shape.schema, value, dialect, {
				nulls,
				declaration: true,
				...(indent && { indent }),
			}),
	};
}

const writings: readonly Writing[] = [
	{ title: 'JSON', isXml: false, write: (shape, value) => writeJson(shape.schema, value) },
	{
		title: 'JSON, indented',
		isXml: false,
		write: (shape, value) => spread(writeJson(shape.schema, value)),
	},
	xml('xmlSerializer', 'omit'),
	xml('xmlSerializer', 'nil', '  '),
	xml('dataContract', 'nil'),
	xml('dataContract', 'omit', '\t'),
];

/** Blanks and line ends wherever JSON allows them, numbers untouched. */
function spread(json: string): string {
	return json.replace(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, (token) =>
		token[0] === '"' ? token : `\r\n ${token}\t`,
	);
}

const lengths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 });

function cycle(values: readonly number[]): () => number {
	let index = 0;
	return () => values[index++ % values.length];
}

const encoder = new TextEncoder();

describe.each(answerShapes)('$address', ({ shape }) => {
	test.each(writings)(
		'$title: the same as the reference, however it is cut',
		({ isXml, write }) => {
			const values = arbitraryValue(shape.schema, { xmlText: isXml });
			fc.assert(
				fc.property(values, lengths, (value, cuts) => {
					const bytes = encoder.encode(write(shape, value));
					const { fast, reference } = readBothWays(shape, bytes, cycle(cuts));
					expect(reference.ok).toBe(true);
					if (!areSame(fast, reference)) expect(fast).toEqual(reference);
				}),
				{ numRuns: 40 },
			);
		},
	);
});
