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

function memoryOf(run: WriteRun, data: IDataObject): AcceptedRecords {
	const { node, parameters } = run;
	const forget = isOn(node, 'forgetAccepted', optionsOf(parameters, 0).forgetAccepted);
	const saved = forget ? {} : ((data.acceptedRecords ?? {}) as SavedRecords);
	return loadAcceptedRecords(saved, tagOf(run));
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
			"'Only Changed Records' applies to production executions. Started by hand, all records are sent and none is remembered.",
			'info',
		);
		return undefined;
	}
	const data = context.getWorkflowStaticData('node');
	const memory = memoryOf(run, data);
	return {
		comparison: { memory, baseUrl: client.baseUrl, contentOf: contentReader(run) },
		accepted: ({ compared = [] }) => memory.accept(compared),
		uncertain: ({ compared = [] }) => memory.forget(compared),
		save: () => {
			data.acceptedRecords = memory.save() as IDataObject;
		},
	};
}
