// What makes a row of a list another than before: its id, its moment and its signature.
import type { IDataObject } from 'n8n-workflow';

import { momentKey } from '../ProjectServices/updates';
import { contentOf } from './hashes';
import type { Sighting } from './memory';

// .NET counts ticks of 100 nanoseconds from the year 1, and momentKey counts seconds from 100 billion before 1970.
const TICKS = /^\d{15,19}$/;
const TICKS_A_SECOND = 10_000_000n;
const SECONDS_FROM_YEAR_ONE = 62_135_596_800n;
const KEY_START = 100_000_000_000n;

function momentOfTicks(ticks: unknown): string | undefined {
	const digits = String(ticks ?? '');
	if (!TICKS.test(digits)) return undefined;
	const seconds = BigInt(digits) / TICKS_A_SECOND - SECONDS_FROM_YEAR_ONE + KEY_START;
	return `${String(seconds).padStart(13, '0')}.${digits.slice(-7)}00`;
}

function nameOf(row: IDataObject, ...fields: string[]): string {
	const field = fields.find((name) => row[name] !== undefined && row[name] !== null);
	return field === undefined ? contentOf(row) : `${field} ${String(row[field])}`;
}

/** A product: by its UpdatedOn, or UpdatedOnTicks where that is missing; without both, by its content. */
export function sightProduct(row: IDataObject): Sighting {
	const { UpdatedOn, UpdatedOnTicks } = row;
	const moment = momentKey(UpdatedOn) ?? momentOfTicks(UpdatedOnTicks);
	const id = nameOf(row, 'Id', 'IntegrationProductId');
	if (moment === undefined) return { id, signature: contentOf(row) };
	return { id, moment, signature: `${moment} ${String(UpdatedOnTicks ?? '')}` };
}

/** A change order project: by when it was published and by the fields that tell its state. */
export function sightChangeOrder(row: IDataObject): Sighting {
	const { PublishedOn, Progress, Approved, Deleted, Archived } = row;
	const moment = momentKey(PublishedOn);
	const signature = contentOf([moment ?? PublishedOn, Progress, Approved, Deleted, Archived]);
	const id = nameOf(row, 'Id', 'IntegrationProjectId');
	return { id, signature, ...(moment === undefined ? {} : { moment }) };
}
