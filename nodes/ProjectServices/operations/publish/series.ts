// A series of requests, one after another: what was accepted, what failed, and that every input item comes out once.
import type { INodeExecutionData } from 'n8n-workflow';

import { messageIdField } from '../../../../api/shared';
import type { Batch } from '../../../../client/publish/batches';
import { type Divider, Division, type Failed } from '../../../../client/publish/divide';
import type { Receipt } from '../../../../client/publish/receipt';
import { countText } from '../../../../wire/result';
import { mayContinue, type Run } from '../../nodeRun';
import {
	type Accepted,
	LIMIT_TEXTS,
	partlyFailedItem,
	refusedOneByOne,
	seriesError,
	TOO_LARGE_TEXT,
} from './failureTexts';
import { saveMessageId } from './messageIds';
import { unchangedItem } from './requestItems';

/** What a series needs of the run. */
type SeriesRun = Pick<Run, 'client' | 'context' | 'node' | 'report'>;

/** What a request gave: an item, and where it was sent, a receipt. */
interface SentBatch {
	readonly item: INodeExecutionData;
	readonly receipt?: Receipt;
}

/** Carries out one request, or only shows it; `number` counts from 1. */
export type SendBatch = (batch: Batch, number: number) => Promise<SentBatch>;

/** What became of the requests of a series. */
interface Outcomes {
	readonly done: ReadonlyArray<SentBatch & { readonly batch: Batch }>;
	readonly accepted: readonly Accepted[];
	readonly failures: readonly Failed[];
	/** Whether a request was divided because it was too large. */
	readonly wasTooLarge: boolean;
}

/** Sends the requests in order. A failure that ends the node is thrown with what was sent before it. */
async function sendInOrder(
	run: SeriesRun,
	batches: readonly Batch[],
	sendBatch: SendBatch,
	divider: Divider | undefined,
): Promise<Outcomes> {
	const done: Array<Outcomes['done'][number]> = [];
	const accepted: Accepted[] = [];
	const failures: Failed[] = [];
	let [number, records, wasTooLarge] = [0, 0, false];
	for (const [index, whole] of batches.entries()) {
		const division = new Division(whole, divider);
		for (let step = division.next(); step; step = division.next()) {
			if ('failed' in step) {
				const { failed } = step;
				const unsent = () => [...division.unsent, ...batches.slice(index + 1)];
				if (!mayContinue(run, failed.error)) throw seriesError(run, failed, accepted, unsent());
				failures.push(failed);
				records += failed.batch.recordCount;
				continue;
			}
			const { part } = step;
			const { batch } = part;
			number++;
			let sent: SentBatch;
			try {
				sent = await sendBatch(batch, number);
			} catch (error) {
				division.failed(part, error);
				continue;
			}
			division.accepted(part);
			done.push({ ...sent, batch });
			const { receipt } = sent;
			if (!receipt) continue;
			accepted.push({ batch, receipt });
			saveMessageId(run.context, receipt[messageIdField]);
			records += batch.recordCount;
			const total = number + division.unsent.length + batches.length - index - 1;
			const progress = `request ${number} of ${total}, ${countText(records)} records sent`;
			if (total > 1) run.report.progress(progress);
		}
		wasTooLarge ||= division.wasTooLarge;
	}
	return { done, accepted, failures, wasTooLarge };
}

/** What became of requests, by the input items that they carried. */
function byItem<T extends { readonly batch: Batch }>(
	outcomes: readonly T[],
	counts: (item: number) => boolean = () => true,
): Map<number, T[]> {
	const items = new Map<number, T[]>();
	for (const outcome of outcomes)
		for (const item of outcome.batch.items.filter(counts)) {
			const ofItem = items.get(item) ?? [];
			ofItem.push(outcome);
			items.set(item, ofItem);
		}
	return items;
}

/**
 * The items of a series: of each accepted request, of each input item that failed, and of what was left out beside them.
 * The body of one input item may be divided into several requests. If one of them fails, the item has failed.
 */
function itemsOfSeries(
	{ done, accepted, failures }: Outcomes,
	refusedText: string,
	secrets: readonly string[],
): INodeExecutionData[] {
	const failed = byItem(failures);
	const acceptedOf = byItem(accepted, (item) => failed.has(item));
	const hasFailed = ({ batch: { items } }: { readonly batch: Batch }) =>
		items.length > 0 && items.every((item) => failed.has(item));
	const withoutItem = [...failures, ...done.filter(hasFailed)];
	return [
		...done.filter((each) => !hasFailed(each)).map(({ item }) => item),
		...[...failed].map(([item, ofItem]) =>
			partlyFailedItem(item, ofItem, acceptedOf.get(item) ?? [], refusedText, secrets),
		),
		...withoutItem.flatMap(({ batch: { unchanged } }) =>
			unchanged?.items.length ? [unchangedItem(unchanged, false)] : [],
		),
	];
}

/**
 * Sends the requests in order. A failure ends the series, or with continue-on-fail only its own request; what the
 * service refused is divided first.
 */
export async function sendAll(
	run: SeriesRun,
	batches: readonly Batch[],
	sendBatch: SendBatch,
	divider?: Divider,
): Promise<INodeExecutionData[]> {
	const outcomes = await sendInOrder(run, batches, sendBatch, divider);
	const { failures, wasTooLarge } = outcomes;
	const refusedText = refusedOneByOne(failures, batches);
	const hints = new Set([refusedText, ...failures.map(({ limit }) => limit && LIMIT_TEXTS[limit])]);
	if (wasTooLarge) hints.add(TOO_LARGE_TEXT);
	for (const text of hints) if (text) run.report.hint(text, 'info');
	return itemsOfSeries(outcomes, refusedText, run.client.secrets);
}
