// 'Only Changed Records': what the service accepted last is remembered in the node's static data.
import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { recordSchema } from '../../../../api/endpoint';
import {
	type AcceptedRecords,
	loadAcceptedRecords,
	type SavedRecords,
} from '../../../../client/publish/acceptedRecords';
import type { Batch, Members } from '../../../../client/publish/batches';
import type { Comparison } from '../../../../client/publish/changedRecords';
import { encodeBody } from '../../../../wire';
import { isOn } from '../../../shared/options';
import { optionsOf } from '../../../shared/parameters';
import type { WriteRun } from '../../input/parameters';
import { runKey } from './runLedger';
import { showHint } from '../run';

export interface OnlyChanged {
	readonly comparison: Comparison;
	/** Remembers the records of a request that was accepted. */
	accepted(batch: Batch): void;
	/** Forgets the records of a request that may have been applied: the next execution sends them. */
	uncertain(batch: Batch): void;
	/** Saves what was remembered and forgotten; n8n stores it at the end of the execution. */
	save(): void;
}

/** Equal for all tries of a run, also for a retry of its execution. */
function tagOf({ context }: WriteRun): string {
	const data: IDataObject = context.getContext('node');
	const tags = (data.onlyChanged ??= {}) as Record<string, string>;
	return (tags[runKey(context)] ??= randomUUID());
}

function contentReader(run: WriteRun): (record: Members) => string {
	const schema = recordSchema(run.endpoint);
	return (record) => {
		const encoded = encodeBody(schema, record, 'json');
		return encoded.ok ? encoded.value.text : JSON.stringify(record);
	};
}

interface StoredRecords extends SavedRecords {
	/** Which memory this is. */
	readonly lineage: string;
	/** Counts how often it was saved. */
	readonly revision: number;
}

/** What this process saved last, by lineage. */
const newest = new Map<string, StoredRecords>();

interface Memory {
	readonly records: AcceptedRecords;
	save(): void;
}

function newer(stored: StoredRecords): StoredRecords {
	const known = newest.get(stored.lineage);
	return known && known.revision > stored.revision ? known : stored;
}

/**
 * The memory of a node. n8n saves static data when an execution ends, over what others saved meanwhile, and gives the
 * retry of an execution the data of its start: the retry compares with that, as its first try did, but does not save
 * it again.
 */
function memoryOf(run: WriteRun): Memory {
	const { context, node, parameters } = run;
	const data = context.getWorkflowStaticData('node');
	const empty = { lineage: randomUUID(), revision: 0 };
	const given = (data.acceptedRecords ?? empty) as unknown as StoredRecords;
	const { lineage } = given;
	const forgets = isOn(node, 'forgetAccepted', optionsOf(parameters, 0).forgetAccepted);
	const isRetry = context.getMode() === 'retry';
	const records = loadAcceptedRecords(forgets ? {} : isRetry ? given : newer(given), tagOf(run));
	return {
		records,
		save: () => {
			const current = isRetry ? newest.get(lineage) : newer(given);
			const { revision } = current ?? given;
			const saved = records.save(forgets ? {} : (current ?? {}));
			const next = { ...saved, lineage, revision: revision + 1 };
			newest.set(lineage, next);
			data.acceptedRecords = next as unknown as IDataObject;
		},
	};
}

/**
 * The comparison of this run, if the option is on.
 *
 * @throws NodeOperationError for an option that is neither on nor off
 */
export function onlyChangedOf(run: WriteRun): OnlyChanged | undefined {
	const { client, context, endpoint, node, parameters } = run;
	if (endpoint.records === undefined) return undefined;
	if (!isOn(node, 'onlyChanged', optionsOf(parameters, 0).onlyChanged)) return undefined;
	if (context.getMode() === 'manual') {
		showHint(
			run,
			"'Only Changed Records' applies to production executions. In a manual run, all records are sent and none are remembered.",
			'info',
		);
		return undefined;
	}
	const { records: memory, save } = memoryOf(run);
	return {
		comparison: { memory, baseUrl: client.baseUrl, contentOf: contentReader(run) },
		accepted: ({ compared = [] }) => memory.accept(compared),
		uncertain: ({ compared = [] }) => memory.forget(compared),
		save,
	};
}
