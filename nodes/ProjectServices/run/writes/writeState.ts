// What a write keeps in n8n: the ledger with the execution, what the service accepted in the node's static data
// ('Only Changed Records'), and MessageIds in the execution's custom data.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { WriteEndpoint } from '../../../../api/endpoint';
import { messageIdField } from '../../../../api/shared';
import {
	type Memory,
	packAccepted,
	unpackAccepted,
} from '../../../../client/publish/acceptedRecords';
import type { Comparison } from '../../../../client/publish/batches';
import type { LedgerEntries } from '../../../../client/publish/publish';
import { credentialType } from '../../../../credentials/connection';
import type { ItemOptions } from '../../../shared/parameters';
import {
	nextVersion,
	placeOf,
	revisionsAhead,
	savedVersion,
	setBounded,
	type Version,
} from '../../../shared/staticData';
import { type Run, showHint } from '../run';

/** Older versions of n8n, n8n 1 among them, give nodes no access to custom data. */
interface HasCustomData {
	readonly customData?: {
		get(key: string): string | undefined;
		set(key: string, value: string): void;
	};
}

/** n8n keeps ten values per execution in all; half of them are left to the workflow. */
const messageIdKeys = ['', 2, 3, 4, 5].map((number) => `${messageIdField}${number}`);

/** Saves the MessageId of an accepted request, by which n8n's list of executions can be searched. */
export function saveMessageId(
	{ customData }: IExecuteFunctions & HasCustomData,
	messageId: unknown,
): void {
	if (customData === undefined || typeof messageId !== 'string' || messageId === '') return;
	const free = messageIdKeys.find((key) =>
		[undefined, '', messageId].includes(customData.get(key)),
	);
	if (free !== undefined) customData.set(free, messageId);
}

/**
 * The run that n8n repeats as a whole. Iterations of a loop are different runs. An AI agent's tool gets a new run for
 * each try, so all its calls share one: what is left there belongs to calls that failed.
 */
function runKey(context: IExecuteFunctions): string {
	const { isToolExecution } = context as Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;
	return isToolExecution?.call(context)
		? 'tool'
		: String(context.getWorkflowDataProxy(0).$runIndex);
}

/** The ledger entries of this run, which its tries and retries share; they live as long as n8n keeps the execution. */
export function ledgerEntries(context: IExecuteFunctions): LedgerEntries {
	const data: IDataObject = context.getContext('node');
	const ledger = (data.ledger ??= {}) as Record<string, LedgerEntries>;
	return (ledger[runKey(context)] ??= {});
}

const storedMemory = savedVersion.extend({ accepted: z.string() });

/** The memory of a node in this process: executions that overlap share it. */
interface NodeMemory extends Memory {
	/** Left out until it was saved. */
	version?: Version;
	/** How many executions use it. */
	users: number;
}

/** The memories of the nodes that ran last in this process. */
const memories = new Map<string, NodeMemory>();
const maxMemories = 100;

/** The memory to go on with: the one in this process, if it is what n8n gave or newer. */
function memoryAt(place: string, saved: unknown, isRetry: boolean): NodeMemory {
	const stored = storedMemory.safeParse(saved).data;
	const known = memories.get(place);
	if (known && (stored ? revisionsAhead(known.version, stored) >= 0 : known.users > 0))
		return known;
	// n8n gives the retry of an execution the data of its start: all of that may be outdated.
	const records = unpackAccepted(stored && !isRetry ? stored.accepted : '');
	const version = stored && { lineage: stored.lineage, revision: stored.revision };
	return { records, underWay: new Map(), version, users: 0 };
}

/** The memory of 'Only Changed Records', and what a run compares with it. */
export interface OpenMemory extends Comparison {
	readonly memory: Memory;
	/** Keeps what is left out, so that other tries of this run make the same requests. */
	keepDecisions(): void;
	/** To be called at the end; what is saved, n8n stores when the execution ends. */
	close(isSaved: boolean): void;
}

/** Opens the memory of accepted records, if the option is on. */
export function openMemory(
	run: Run<WriteEndpoint>,
	{ dryRun, forgetAccepted, onlyChanged }: ItemOptions,
): OpenMemory | undefined {
	const { client, context, endpoint, node } = run;
	if (!onlyChanged || endpoint.records === undefined) return undefined;
	if (context.getMode() === 'manual') {
		const text =
			"'Only Changed Records' applies to production executions. In a manual execution, all records are sent and none are remembered.";
		showHint(run, text, 'info');
		return undefined;
	}
	const data = context.getWorkflowStaticData('node');
	const place = placeOf(context, node.id);
	const memory = memoryAt(place, data.acceptedRecords, context.getMode() === 'retry');
	setBounded(memories, place, memory, maxMemories);
	// Other executions use the memory, too, and a dry run changes nothing in it.
	if (forgetAccepted && !dryRun) memory.records.clear();
	memory.users++;
	const execution: IDataObject = context.getContext('node');
	const decisions = (execution.onlyChanged ??= {}) as Record<string, string>;
	const key = runKey(context);
	const isFirstTry = decisions[key] === undefined;
	const leftOut = unpackAccepted(decisions[key] ?? '');
	return {
		memory,
		accepted: forgetAccepted ? new Map() : memory.records,
		leftOut,
		isFirstTry,
		service: `${client.baseUrl} ${node.credentials?.[credentialType]?.id ?? ''}`,
		sent: new Set(),
		keepDecisions: () => {
			decisions[key] = packAccepted(leftOut);
		},
		close: (isSaved) => {
			memory.users--;
			if (!isSaved) return;
			memory.version = nextVersion(memory.version);
			data.acceptedRecords = { ...memory.version, accepted: packAccepted(memory.records) };
		},
	};
}
