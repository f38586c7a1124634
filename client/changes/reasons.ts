// Why a row changed: a signature in which each field that counts has bits of its own.
import { type ReadEndpoint, rowSchema } from '../../api/endpoint';
import { fieldsByName } from '../../api/schema/types';
import type { RecordValue } from '../../wire/result';
import { canonicalJson, digest } from '../values/hashes';
import { comparableValue, SIGNATURE_BYTES } from './whatCountsAsUpdated';

type ReasonFacts = Required<Pick<ReadEndpoint, 'reasons'>> &
	Pick<ReadEndpoint, 'response' | 'rows'>;

const SIGNATURE_BITS = SIGNATURE_BYTES * 8;

/** The values of a boolean field, as documented and as services also write them. */
const BOOLEAN_TEXTS = ['null', 'false', 'true', '0', '1', 'yes', 'no'];
/** Enough for these values and one for all others. */
const BOOLEAN_BITS = 3;

/** The fields that count, with the reason that each shows and its bits in the signature. */
function partsOf({ reasons, response, rows }: ReasonFacts) {
	const fields = fieldsByName(rowSchema({ response, rows }));
	const entries = Object.entries(reasons).map(([reason, field]) => {
		const schema = fields.get(field)?.schema;
		return { reason, field, schema, isBoolean: schema?.kind === 'boolean' };
	});
	const booleans = entries.filter(({ isBoolean }) => isBoolean).length;
	const bitsLeft = SIGNATURE_BITS - booleans * BOOLEAN_BITS;
	const hashBits = Math.floor(bitsLeft / Math.max(1, entries.length - booleans));
	return entries.map((entry) => ({ ...entry, bits: entry.isBoolean ? BOOLEAN_BITS : hashBits }));
}

function bitsOf(bytes: string): string {
	return [...bytes].map((byte) => byte.charCodeAt(0).toString(2).padStart(8, '0')).join('');
}

/** The signature of a row in which only the fields of the reasons count. */
export function signatureByReason(row: RecordValue, facts: ReasonFacts, zone = 'UTC'): string {
	const parts = partsOf(facts).map(({ bits, field, isBoolean, schema }) => {
		const text = canonicalJson(comparableValue(row[field], schema, zone) ?? null);
		if (!isBoolean) return bitsOf(digest(text, SIGNATURE_BYTES)).slice(0, bits);
		const index = BOOLEAN_TEXTS.indexOf(text.replaceAll('"', '').toLowerCase());
		return (index < 0 ? BOOLEAN_TEXTS.length : index).toString(2).padStart(bits, '0');
	});
	const signature = parts.join('').padEnd(SIGNATURE_BITS, '0');
	const bytes = signature.match(/.{8}/g) ?? [];
	return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
}

/** The reasons by which two signatures of a row differ. */
export function reasonsBetween(before: string, after: string, facts: ReasonFacts): string[] {
	const [a, b] = [before, after].map(bitsOf);
	let start = 0;
	return partsOf(facts).flatMap(({ bits, reason }) => {
		const end = start + bits;
		const isSame = a.slice(start, end) === b.slice(start, end);
		start = end;
		return isSame ? [] : [reason];
	});
}
