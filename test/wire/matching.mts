// Counts the steps of a backtracking match, as V8 makes it: what is slow is found on a busy machine, too.
import { type AST, RegExpParser } from '@eslint-community/regexpp';

const isLookbehind = (node: AST.Element | undefined) =>
	node?.type === 'Assertion' && node.kind === 'lookbehind';

/** V8 looks at a character before it looks back from there; here, the look back begins behind that character. */
function inOrder(elements: readonly AST.Element[]): AST.Element[] {
	const [first, second, ...rest] = elements;
	return isLookbehind(first) && second ? [second, first!, ...rest] : [...elements];
}

/** Goes on from a position; true if the rest matches. */
type Next = (position: number) => boolean;
type Match = (text: string, position: number, next: Next) => boolean;

/** The steps that a search for the pattern takes in a text, up to `most`. */
export type Count = (text: string, most: number) => number;

class TooMany extends Error {}

export function stepCounter({ source, flags, sticky, unicode }: RegExp): Count {
	const ast = new RegExpParser().parsePattern(source, 0, source.length, {
		unicode,
		unicodeSets: flags.includes('v'),
	});
	const kept = flags.replaceAll(/[gy]/g, '');
	const captured = new Map<AST.CapturingGroup, string>();
	let [steps, limit] = [0, 0];

	/** A single character, by V8 itself. */
	const one = (raw: string, length?: number): Match => {
		const known = new Map<string, boolean>();
		const pattern = new RegExp(`^(?:${raw})$`, kept.replace('m', ''));
		return (text, position, next) => {
			const character = unicode
				? String.fromCodePoint(text.codePointAt(position) ?? 0)
				: text.charAt(position);
			if (position >= text.length) return false;
			const isKnown = known.get(character) ?? pattern.test(character);
			known.set(character, isKnown);
			return isKnown && next(position + (length ?? character.length));
		};
	};

	const assertion = (node: AST.Assertion): Match => {
		if (node.kind === 'lookahead' || node.kind === 'lookbehind') {
			const inner = alternatives(node.alternatives);
			const holds: Match = (text, position, next) =>
				inner(text, position, () => true) !== node.negate && next(position);
			if (node.kind === 'lookahead') return holds;
			return (text, position, next) => {
				let found = false;
				for (let start = position; start >= 0 && !found; start--)
					found = inner(text, start, (end) => end === position);
				return found !== node.negate && next(position);
			};
		}
		// V8 itself says whether it holds at a position.
		const pattern = new RegExp(node.raw, `${kept.replace('y', '')}y`);
		return (text, position, next) => {
			pattern.lastIndex = position;
			return pattern.test(text) && next(position);
		};
	};

	const repeated = ({ element, min, max, greedy }: AST.Quantifier): Match => {
		const inner = matcher(element);
		const again = (text: string, position: number, next: Next, times: number): boolean => {
			const more = () =>
				times < max &&
				inner(text, position, (end) =>
					end === position && times >= min ? false : again(text, end, next, times + 1),
				);
			if (times < min) return more();
			return greedy ? more() || next(position) : next(position) || more();
		};
		return (text, position, next) => again(text, position, next, 0);
	};

	const matcher = (node: AST.Element): Match => {
		const match = ((): Match => {
			switch (node.type) {
				case 'Character':
				case 'CharacterClass':
				case 'CharacterSet':
				case 'ExpressionCharacterClass':
					return one(node.raw);
				case 'Assertion':
					return assertion(node);
				case 'Quantifier':
					return repeated(node);
				case 'Group':
					return alternatives(node.alternatives);
				case 'CapturingGroup': {
					const inner = alternatives(node.alternatives);
					return (text, position, next) =>
						inner(text, position, (end) => {
							captured.set(node, text.slice(position, end));
							return next(end);
						});
				}
				case 'Backreference':
					return (text, position, next) => {
						const before = captured.get([node.resolved].flat()[0]!) ?? '';
						return text.startsWith(before, position) && next(position + before.length);
					};
			}
		})();
		return (text, position, next) => {
			if (++steps > limit) throw new TooMany();
			return match(text, position, next);
		};
	};

	const alternatives = (all: readonly AST.Alternative[]): Match => {
		const sequences = all.map(({ elements }) =>
			inOrder(elements)
				.map(matcher)
				.reduceRight<Match>(
					(rest, first) => (text, position, next) =>
						first(text, position, (end) => rest(text, end, next)),
					(_, position, next) => next(position),
				),
		);
		return (text, position, next) => sequences.some((match) => match(text, position, next));
	};

	const whole = alternatives(ast.alternatives);
	return (text, most) => {
		[steps, limit] = [0, most];
		try {
			const last = sticky ? 0 : text.length;
			for (let start = 0; start <= last; start++) if (whole(text, start, () => true)) break;
		} catch (error) {
			if (!(error instanceof TooMany || error instanceof RangeError)) throw error;
			return most;
		}
		return steps;
	};
}
