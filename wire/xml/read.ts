// The reader of XML: recursive descent over bytes while they arrive. The schema says what an element is, never its text.
import { typeName } from '../../api/schema/types';
import { isErrorElement, messageIn } from '../errorMessage';
import { exactNumber, numberToken } from '../exactNumber';
import type { Projection } from '../projection';
import { endOfPlain, matches, readBoolean, readDigits } from '../reading/engine';
import { FieldPlan, Type } from '../reading/plans';
import { RecordBuilder } from '../reading/recordBuilder';
import { RowReader } from '../reading/rows';
import type { ByteWindow } from '../reading/window';
import { failure, withArticle } from '../result';
import { isSameName } from '../spelling';
import { LESS_THAN, MarkupReader, scopeWithin, TEXT } from './markup';
import type { Tag, ExpectedTags, XmlPlan } from './tags';

const [LESS_THANS, AMPERSANDS] = [0x3c3c3c3c, 0x26262626];
const BOOLEANS = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }));

/** What is wrong with a response in which a record stands once, and elsewhere only a reference to it. */
const REFERENCE = failure(
	'The response has a reference (z:Ref) in place of a record, which cannot be read. Ask the operator of the service to send whole records.',
);

/** Expects this tag of the field or member next time, and otherwise the one before it. */
function expectTag(plan: XmlPlan, tag: Tag): void {
	const { expected } = plan;
	if (!expected) plan.expected = { latest: tag, earlier: undefined };
	else if (expected.latest !== tag) {
		expected.earlier = expected.latest;
		expected.latest = tag;
	}
}

export class XmlReader {
	readonly isXml = true;
	private readonly markup: MarkupReader;
	readonly records = new RecordBuilder<ExpectedTags>(true);
	private readonly rows: RowReader<ExpectedTags>;
	/** What is declared around the root element. */
	private readonly scope = scopeWithin();

	constructor(
		private readonly window: ByteWindow,
		private readonly root: XmlPlan,
		projection: Projection = {},
	) {
		this.markup = new MarkupReader(window);
		this.rows = new RowReader(window, projection);
	}

	/** Reads what is here from its beginning to its end, without the rows that were read before. */
	readDocument(): unknown {
		const { markup, root: plan } = this;
		this.window.at = 0;
		markup.passOutside();
		const root = markup.readTag(this.scope, 0);
		const isList = plan.schema?.kind === 'list' && isSameName(root.name, typeName(plan.schema));
		// Where nothing is expected, every root is.
		if (plan.name !== '' && !isList && !isSameName(root.name, plan.name)) this.refuseRoot(root);
		const value = this.readElement(isList ? plan : (plan.item ?? plan), root, 0);
		markup.passEnd();
		return value;
	}

	private refuseRoot(root: Tag): never {
		const expected = withArticle(this.root.name);
		const isMessage = isErrorElement(root.name) || root.name === 'string';
		const whole = new FieldPlan<ExpectedTags>();
		const message = isMessage ? messageIn(this.readElement(whole, root, 0)) : undefined;
		const came = message
			? `a message instead of ${expected}: ${message}`
			: `<${root.name}> instead of ${expected}.`;
		throw failure(`The service responded with ${came}`);
	}

	/** Reads what follows a start tag, to the end of its element. */
	private readElement(plan: XmlPlan, tag: Tag, depth: number): unknown {
		if (tag.isReference) throw REFERENCE;
		if (tag.source) expectTag(plan, tag);
		if (tag.isClosed) return tag.isNil ? null : this.fromText(plan, '');
		if (!tag.isNil) return this.readContent(plan, tag, depth);
		this.readRecord(plan.untypedPlan, tag, depth);
		return null;
	}

	/** Reads the content of an element and its end tag. */
	private readContent(plan: XmlPlan, tag: Tag, depth: number): unknown {
		const { markup, window } = this;
		const { at: from } = window;
		const { kind, types } = plan;
		const { close } = tag;
		if (kind === 'list') return this.readList(plan, tag, depth);
		if (kind === 'record') return this.readRecord(plan, tag, depth);
		if (types === Type.NUMBER || types === Type.BOOLEAN) {
			const value = types === Type.NUMBER ? readDigits(window) : readBoolean(window);
			if (value !== undefined && matches(window, window.at, close)) {
				window.at += close.length;
				return value;
			}
			window.at = from;
		}
		const at = endOfPlain(window, from, LESS_THANS, AMPERSANDS);
		if (matches(window, at, close)) {
			window.at = at + close.length;
			const isNeeded = plan.isKept || types !== Type.STRING;
			return isNeeded ? this.fromText(plan, window.text(from, at)) : undefined;
		}
		const text = markup.readTexts(true);
		if (markup.isEndTagNext()) {
			markup.passEndTag(close);
			return this.fromText(plan, text);
		}
		if (types === Type.ANY) return this.readRecord(plan, tag, depth, text);
		this.records.noteRetyped(plan);
		return this.readRecord(plan.untypedPlan, tag, depth, text);
	}

	/** The value of an element without elements in it. */
	private fromText(plan: XmlPlan, text: string): unknown {
		const { records } = this;
		const { kind, types } = plan;
		if (kind === 'undocumented') return text;
		if (types === Type.STRING)
			return text === '' && (kind === 'date' || kind === 'guid') ? null : text;
		const word = text.trim();
		if (types === Type.BOOLEAN && BOOLEANS.has(word)) return BOOLEANS.get(word);
		const token = types === Type.NUMBER ? numberToken(text) : undefined;
		if (token !== undefined) return exactNumber(token);
		if (word === '' && kind === 'record')
			return records.end(plan.record, records.begin(plan.record), 0);
		if (word === '') return kind === 'list' ? [] : kind === 'opaque' ? {} : null;
		if (kind !== 'opaque') this.records.noteRetyped(plan);
		return text;
	}

	/**
	 * Reads a record, or an object without a schema, and its end tag.
	 *
	 * @param text What was read of it
	 */
	private readRecord(plan: XmlPlan, tag: Tag, depth: number, text = ''): unknown {
		const { markup, records, window } = this;
		const { scope, close } = tag;
		const { record } = plan;
		const row = records.begin(record);
		let texts = text;
		const keepSpace = plan.kind !== 'record';
		let previous: XmlPlan | undefined;
		let count = 0;
		for (; ; count++) {
			if (window.bytes[window.at] !== LESS_THAN) texts += markup.readTexts(keepSpace);
			let field = previous ? previous.next : record.first;
			let inner = field && markup.passExpected(field.expected, scope);
			if (!field || !inner) {
				texts += markup.readTexts(keepSpace);
				if (markup.isEndTagNext()) break;
				inner = markup.readTag(scope, depth + 1);
				field = records.fieldAfter(record, previous, inner.name);
			}
			const value = this.readElement(field, inner, depth + 1);
			if (field.isIgnored) field.lastRecord = record.lastDocumented = record.count;
			else records.add(record, row, field, value);
			previous = field;
		}
		markup.passEndTag(close);
		const hasText = texts.trim() !== '';
		if (count === 0 && hasText) {
			records.noteRetyped(plan);
			return texts;
		}
		if (hasText) records.add(record, row, records.fieldNamed(record, TEXT), texts);
		return records.end(record, row, count);
	}

	private readList(list: XmlPlan, tag: Tag, depth: number): unknown {
		const { markup, rows } = this;
		const { scope } = tag;
		let text = '';
		const isNext = (): boolean => {
			text += markup.readTexts();
			return !markup.isEndTagNext();
		};
		// A member may have any name.
		const read = (plan: XmlPlan): unknown => {
			const member = markup.passExpected(plan.expected, scope) ?? markup.readTag(scope, depth + 1);
			return this.readElement(plan, member, depth + 1);
		};
		const members = rows.readMembers(list, isNext, read);
		markup.passEndTag(tag.close);
		return members.length === 0 ? this.fromText(list, text) : members;
	}
}
