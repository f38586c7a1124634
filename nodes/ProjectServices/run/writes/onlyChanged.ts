// 'Only Changed Records': what the service accepted last is remembered in the node's static data.
import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { recordSchema } from '../../../../api/endpoint';
import {
	type AcceptedRecords,
	beginRequest,
	decisionsOf,
	endRequest,
	packAccepted,
	type UnderWay,
	unpackAccepted,
} from '../../../../client/publish/acceptedRecords';
import type { Batch } from '../../../../client/publish/batches';
import type { Comparison } from '../../../../client/publish/changedRecords';
import { encodeBody } from '../../../../wire';
import { credentialType } from '../../../../credentials/connection';
import { isOn } from '../../../shared/optionValues';
import { optionsOf } from '../../../shared/parameters';
import type { WriteRun } from '../../input/parameters';
import { runKey } from './runLedger';
import { showHint } from '../run';

export interface OnlyChanged {
	readonly comparison: Comparison;
	/** Keeps what was decided, so that other tries of this run build the same requests. */
	keepDecisions(): void;
	/** To be called before a request is sent, and when it has ended. */
	begin(batch: Batch): void;
	end(batch: Batch, isAccepted: boolean): void;
	/** To be called at the end; what is saved, n8n stores when the execution ends. */
	close(isSaved: boolean): void;
}

const storedRecords = z.object({
	/** Which memory this is. */
	lineage: z.string(),
	/** Counts how often it was saved. */
	revision: z.number().int(),
	accepted: z.string(),
});

/** The memory of a node in this process: executions that overlap share it. */
interface Memory {
	readonly lineage: string;
	revision: number;
	readonly records: AcceptedRecords;
	readonly underWay: UnderWay;
	/** How many executions use it. */
	users: number;
}

// n8n saves static data when an execution ends, over what others saved meanwhile. Within a process, the newest
// memory of a node is known, for at most this many nodes.
const memories = new Map<string, Memory>();
const mostMemories = 100;

/** The memory to go on with: the one in this process, if it is what n8n gave or newer. */
function memoryOf(place: string, saved: unknown, isRetry: boolean): Memory {
	const stored = storedRecords.safeParse(saved).data;
	const known = memories.get(place);
	const isCurrent = stored
		? known?.lineage === stored.lineage && known.revision >= stored.revision
		: known !== undefined && known.users > 0;
	if (known && isCurrent) return known;
	// n8n gives the retry of an execution the data of its start: all of that may be outdated.
	const accepted = stored && !isRetry ? unpackAccepted(stored.accepted) : new Map();
	const { lineage = randomUUID(), revision = 0 } = stored ?? {};
	return { lineage, revision, records: accepted, underWay: new Map(), users: 0 };
}

/**
 * The comparison of this run, if the option is on.
 *
 * @throws NodeOperationError for an option that is neither on nor off
 */
export function onlyChangedOf(run: WriteRun): OnlyChanged | undefined {
	const { client, context, endpoint, node, parameters } = run;
	const options = optionsOf(parameters, 0);
	if (endpoint.records === undefined) return undefined;
	if (!isOn(node, 'onlyChanged', options.onlyChanged)) return undefined;
	if (context.getMode() === 'manual') {
		showHint(
			run,
			"'Only Changed Records' applies to production executions. In a manual execution, all records are sent and none are remembered.",
			'info',
		);
		return undefined;
	}
	const data = context.getWorkflowStaticData('node');
	const place = `${context.getWorkflow().id ?? ''} ${node.id}`;
	const memory = memoryOf(place, data.acceptedRecords, context.getMode() === 'retry');
	memories.delete(place);
	memories.set(place, memory);
	const [oldest = ''] = memories.keys();
	if (memories.size > mostMemories) memories.delete(oldest);
	const forgets = isOn(node, 'forgetAccepted', options.forgetAccepted);
	const isDryRun = isOn(node, 'dryRun', options.dryRun);
	// Other executions use the memory, too, and a dry run changes nothing in it.
	if (forgets && !isDryRun) memory.records.clear();
	memory.users++;
	const execution: IDataObject = context.getContext('node');
	const decided = (execution.onlyChanged ??= {}) as Record<string, string>;
	const decisions = decisionsOf(decided[runKey(context)]);
	const schema = recordSchema(endpoint);
	return {
		comparison: {
			accepted: forgets ? new Map() : memory.records,
			decisions,
			service: `${client.baseUrl} ${node.credentials?.[credentialType]?.id ?? ''}`,
			contentOf: (record) => {
				const encoded = encodeBody(schema, record, 'json');
				return encoded.ok ? encoded.value.text : JSON.stringify(record);
			},
			sent: new Set(),
		},
		keepDecisions: () => {
			decided[runKey(context)] = decisions.packed();
		},
		begin: ({ remembered }) =>
			remembered && beginRequest(memory.records, memory.underWay, remembered),
		end: ({ remembered }, isAccepted) =>
			remembered && endRequest(memory.records, memory.underWay, remembered, isAccepted),
		close: (isSaved) => {
			memory.users--;
			if (!isSaved) return;
			memory.revision++;
			const { lineage, revision } = memory;
			data.acceptedRecords = { lineage, revision, accepted: packAccepted(memory.records) };
		},
	};
}
