// The reader of XML: recursive descent over bytes while they arrive. The schema says what an element is, never its text.
import { typeName } from '../../api/schema/types';
import { ERROR_ELEMENT, messageIn } from '../errorMessage';
import { exactNumber, numberToken } from '../exactNumber';
import { Plan, Type } from '../reading/records';
import { failure, withArticle } from '../result';
import { LESS_THAN, MarkupReader, scopeWithin } from './markup';
import type { Scope, Tag } from './tags';

const [LESS_THANS, AMPERSANDS] = [0x3c3c3c3c, 0x26262626];
const BOOLEANS = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }));

/** The name under which text beside elements is kept. */
const TEXT = '#text';

export class XmlReader extends MarkupReader {
	readonly isXml = true;

	readDocument(): unknown {
		const { root: plan } = this;
		this.at = 0;
		this.passOutside();
		const root = this.readTag((plan.scope ??= scopeWithin()), 0);
		// One .NET serializer writes ArrayOfString, the other ArrayOfstring.
		const listName = plan.schema?.kind === 'list' ? typeName(plan.schema) : '';
		const isList = root.name.toLowerCase() === listName.toLowerCase();
		// Where nothing is expected, every root is.
		if (plan.name !== '' && !isList && root.name !== plan.name) this.refuseRoot(root);
		const value = this.readElement(isList ? plan : (plan.item ?? plan), root, 0);
		this.passEnd();
		return value;
	}

	private refuseRoot(root: Tag): never {
		const expected = withArticle(this.root.name);
		const isMessage = ERROR_ELEMENT.test(root.name) || root.name === 'string';
		const message = isMessage ? messageIn(this.readElement(new Plan(), root, 0)) : undefined;
		const said = `The service responded with a message instead of ${expected}: ${message}`;
		throw failure(message ? said : `The response is ${withArticle(root.name)}, not ${expected}.`);
	}

	/** Reads what follows a start tag, to the end of its element. */
	private readElement(plan: Plan, tag: Tag, depth: number): unknown {
		if (tag !== plan.tag && tag.written) [plan.otherTag, plan.tag] = [plan.tag, tag];
		if (tag.isClosed) return tag.isNil ? null : this.fromText(plan, '');
		if (!tag.isNil) return this.readContent(plan, tag, depth);
		this.readRecord(plan.retyped(), tag, depth);
		return null;
	}

	/** Moves past the next start tag, if it is one with which the field or member began before. */
	private passExpected({ tag, otherTag }: Plan, outer: Scope): Tag | undefined {
		return this.passTag(tag, outer) ?? this.passTag(otherTag, outer);
	}

	/** Reads the content of an element and its end tag. */
	private readContent(plan: Plan, tag: Tag, depth: number): unknown {
		const { at: from } = this;
		const { kind, expected } = plan;
		const { close } = tag;
		if (kind === 'list') return this.readList(plan, tag, depth);
		if (kind === 'record') return this.readRecord(plan, tag, depth);
		if (expected === Type.NUMBER || expected === Type.BOOLEAN) {
			const value = expected === Type.NUMBER ? this.readDigits() : this.readBoolean();
			if (value !== undefined && this.matches(this.at, close)) {
				this.at += close.length;
				return value;
			}
			this.at = from;
		}
		const at = this.endOfPlain(from, LESS_THANS, AMPERSANDS);
		if (this.matches(at, close)) {
			this.at = at + close.length;
			const isNeeded = plan.isWanted || expected !== Type.STRING;
			return isNeeded ? this.fromText(plan, this.textOf(from, at)) : undefined;
		}
		const text = this.readTexts(true);
		if (this.isEndTagNext()) {
			this.passEndTag(close);
			return this.fromText(plan, text);
		}
		if (expected === Type.ANY) return this.readRecord(plan, tag, depth, text);
		this.noteRetyped(plan.path);
		return this.readRecord(plan.retyped(), tag, depth, text);
	}

	/** The value of an element without elements in it. */
	private fromText(plan: Plan, text: string): unknown {
		const { kind, expected } = plan;
		if (kind === 'undocumented') return text;
		if (expected === Type.STRING)
			return text === '' && (kind === 'date' || kind === 'guid') ? null : text;
		const word = text.trim();
		if (expected === Type.BOOLEAN && BOOLEANS.has(word)) return BOOLEANS.get(word);
		const token = expected === Type.NUMBER ? numberToken(text) : undefined;
		if (token !== undefined) return exactNumber(token);
		if (word === '' && kind === 'record') return this.endRecord(plan, this.beginRecord(plan), 0);
		if (word === '') return kind === 'list' ? [] : kind === 'opaque' ? {} : null;
		if (kind !== 'opaque') this.noteRetyped(plan.path);
		return text;
	}

	/** Reads a record, or an object without a schema, and its end tag; `texts` begins with what was read of it. */
	private readRecord(plan: Plan, tag: Tag, depth: number, texts = ''): unknown {
		const { scope, namespace, close } = tag;
		const row = this.beginRecord(plan);
		// Documented fields in another namespace than the record: the field, its name with the namespace, and the value.
		const foreign: Array<readonly [Plan, string, unknown]> = [];
		const keepSpace = plan.kind !== 'record';
		let previous = (plan.start ??= new Plan());
		let count = 0;
		for (; ; count++) {
			if (this.bytes[this.at] !== LESS_THAN) texts += this.readTexts(keepSpace);
			let field = previous.next;
			let inner = field && this.passExpected(field, scope);
			if (!field || !inner) {
				texts += this.readTexts(keepSpace);
				if (this.isEndTagNext()) break;
				inner = this.readTag(scope, depth + 1);
				field = this.fieldNamed(plan, inner.name, previous);
			}
			if (inner.namespace !== namespace && field.schema) {
				const name = `{${inner.namespace}}${inner.name}`;
				const isSelected = plan.selection?.has(name);
				const how = isSelected ? new Plan(field.name, field.schema, field.path) : field;
				foreign.push([field, name, this.readElement(how, inner, depth + 1)]);
				// Keeps its place among the fields.
				if (field.isWanted && Math.abs(field.seen) !== plan.records) row[field.name] = null;
				continue;
			}
			const value = this.readElement(field, inner, depth + 1);
			if (!field.isIgnored) this.addField(plan, row, field, value);
			previous = field;
		}
		this.passEndTag(close);
		// Where two namespaces have an element of a name, the one in the record's namespace is the field.
		for (const [field, name, value] of foreign) {
			const isSeen = Math.abs(field.seen) === plan.records;
			const named = isSeen ? this.fieldNamed(plan, name) : field;
			this.addField(plan, row, named, value);
		}
		const hasText = texts.trim() !== '';
		if (count === 0 && hasText) {
			this.noteRetyped(plan.path);
			return texts;
		}
		if (hasText) this.addField(plan, row, this.fieldNamed(plan, TEXT), texts);
		return this.endRecord(plan, row, count);
	}

	private readList(list: Plan, tag: Tag, depth: number): unknown {
		const { scope } = tag;
		let text = '';
		const isNext = (): boolean => {
			text += this.readTexts();
			return !this.isEndTagNext();
		};
		// A member may have any name.
		const read = (plan: Plan): unknown => {
			const member = this.passExpected(plan, scope) ?? this.readTag(scope, depth + 1);
			return this.readElement(plan, member, depth + 1);
		};
		const members = this.readMembers(list, isNext, read);
		this.passEndTag(tag.close);
		return members.length === 0 ? this.fromText(list, text) : members;
	}
}
